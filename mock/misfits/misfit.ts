import type { CauseKind } from '../../schemas/opening.ts';
import { operationPaths } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Change } from '../behaviour.ts';
import type { Wire } from '../reply.ts';

/** A request as a misfit receives it. */
export interface Arrival {
  /** Number of the request since the start, from 1. */
  readonly number: number;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * What a misfit does with a request: passes it on, answers it itself (`Wire`), never answers (`hang`), closes the
 * connection (`cut`), crashes (`die`), answers it and then shuts down (`end`), or loses its data and passes it on
 * (`forget`).
 */
export type Treatment = 'pass' | 'hang' | 'cut' | 'die' | 'end' | 'forget' | Wire;

/** How the endpoint is wrong; the target file may be wrong instead. */
interface MisfitEndpoint {
  readonly treat?: (arrival: Arrival) => Treatment;
  readonly change?: Change;
  /** Uses HTTPS with a self-signed certificate. */
  readonly https?: true;
  /** Stops as soon as it has started. */
  readonly dead?: true;
  /** Addresses registered for the query (5.4). */
  readonly addresses?: readonly string[];
}

/** The required result of a run against a misfit. */
interface MisfitVerdict {
  readonly exit: 1 | 3;
  /** The cause in the first block of the report; absent if the service fails during the run. */
  readonly kind?: CauseKind;
  /** The key of the target file in the first block of the report. */
  readonly key?: string;
  /** Maximum number of requests of the run. */
  readonly most: number;
}

/** A service that cannot be tested, or a target file that does not lead to it. */
export interface Misfit {
  readonly name: string;
  /** One sentence for the reader. */
  readonly description: string;
  readonly endpoint?: MisfitEndpoint;
  /** Makes the target file wrong. */
  readonly target?: (target: JsonObject) => JsonObject;
  /** The only operation of the run. */
  readonly operation?: DocumentedOperationId;
  readonly expects: MisfitVerdict;
}

/** Maximum number of requests of a run that has nothing to test. */
export const fewRequests = 60;

/** An answer with a body and its content type. */
export function answerWith(
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Wire {
  return { status, headers: { 'content-type': contentType, ...headers }, body };
}

/** An HTML error page. */
function errorPage(title: string, content = ''): string {
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>${content}</body></html>\n`;
}

/** An answer with such a page. */
export function pageWith(status: number, title: string, content = ''): Wire {
  return answerWith(status, 'text/html; charset=utf-8', errorPage(title, content));
}

/** Returns the same treatment for every request. */
export function always(treatment: Treatment): () => Treatment {
  return () => treatment;
}

/** Returns the treatment for requests with this path; all others pass. */
export function onPath(path: string, treatment: Treatment): (arrival: Arrival) => Treatment {
  return (arrival) => (arrival.path === path ? treatment : 'pass');
}

/** Returns whether a path is one of section 1. */
export function isOperationPath(path: string): boolean {
  return operationPaths.includes(path);
}
