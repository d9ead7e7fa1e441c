import { operationPaths } from '../../schemas/read-request.ts';
import type { Wire } from '../reply.ts';
import type { Arrival, Treatment } from './misfit.ts';

/** An answer with a body of a type. */
export function answerWith(
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Wire {
  return { status, headers: { 'content-type': contentType, ...headers }, body };
}

/** A page for people. */
export function pageWith(status: number, title: string, content = ''): Wire {
  const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>${content}</body></html>\n`;
  return answerWith(status, 'text/html; charset=utf-8', page);
}

/** Treats every request alike. */
export function always(treatment: Treatment): () => Treatment {
  return () => treatment;
}

/** Treats the requests of one path, and lets the others pass. */
export function onPath(path: string, treatment: Treatment): (arrival: Arrival) => Treatment {
  return (arrival) => (arrival.path === path ? treatment : 'pass');
}

/** Tells whether a path is one of section 1. */
export function isOperationPath(path: string): boolean {
  return operationPaths.includes(path);
}
