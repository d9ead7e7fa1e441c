import type { CauseKind } from '../../schemas/opening.ts';
import { operationPaths } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { Wire } from '../reply.ts';

/** One request as it reaches a misfit. */
export interface Arrival {
  /** Number of the request since the endpoint started, from 1. */
  readonly number: number;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * What a misfit does with a request: lets it pass, answers itself, never answers, cuts the connection, dies at once, answers
 * it and then ends, or forgets all that it holds before it lets the request pass.
 */
export type Treatment = 'pass' | 'hang' | 'cut' | 'die' | 'end' | 'forget' | Wire;

/** How the endpoint is made wrong; the target file may be wrong instead. */
interface MisfitEndpoint {
  readonly treat?: (arrival: Arrival) => Treatment;
  readonly change?: Change;
  /** Speaks https with a certificate that no authority vouches for. */
  readonly https?: true;
  /** Is gone as soon as it has started. */
  readonly dead?: true;
  /** Addresses registered for the query (5.4). */
  readonly addresses?: readonly string[];
}

/** What a run says of a misfit. */
interface MisfitVerdict {
  readonly exit: 1 | 3;
  /** Cause that the first block names; none where the service dies on the way. */
  readonly kind?: CauseKind;
  /** Key of the target file that the first block names. */
  readonly key?: string;
  /** Most requests that may be sent. */
  readonly most: number;
}

/** A service that cannot be tested, or a target file that does not lead to it. */
export interface Misfit {
  readonly name: string;
  /** One line for a reader. */
  readonly description: string;
  readonly endpoint?: MisfitEndpoint;
  /** How the target file is made wrong. */
  readonly target?: (target: JsonObject) => JsonObject;
  /** The only operation that the run is about. */
  readonly operation?: DocumentedOperationId;
  readonly expects: MisfitVerdict;
}

/** Most requests of a run that has nothing to test. */
export const fewRequests = 60;

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
export function errorPage(title: string, content = ''): string {
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>${content}</body></html>\n`;
}

/** An answer with such a page. */
export function pageWith(status: number, title: string, content = ''): Wire {
  return answerWith(status, 'text/html; charset=utf-8', errorPage(title, content));
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
