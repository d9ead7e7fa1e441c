import { Agent, type Dispatcher, request } from 'undici';
import type { Target } from '../target.ts';
import type { OpenTransport, Transport } from '../transport.ts';
import { connectionOptions } from './certificates.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge, readBody } from './read-body.ts';

type Route = Pick<Target, 'tls'>;

// Far shorter than services keep an idle connection, whatever they announce: on a busy machine seconds pass between the moment
// when a service closes one and the moment when its client notices, and the request in between would be lost.
const idleMs = 200;

function openDispatcher({ tls }: Route): Dispatcher {
  return new Agent({
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    connect: connectionOptions(tls),
  });
}

/** Tells whether bulk can reach a target: the way through a proxy is left to Playwright's context, which asks a proxy once. */
export function takesBulk({ proxy }: Pick<Target, 'proxy'>): boolean {
  return proxy === undefined;
}

// As Playwright's context gives them: one text for a name, whatever the number of its lines.
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : (value ?? ''),
    ]),
  );
}

function bulkTransport(dispatcher: Dispatcher): Transport {
  return async ({ method, url, headers, body, timeoutMs, maxBytes, readBytes }) => {
    const started = performance.now();
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(new Error(`Timeout ${timeoutMs}ms exceeded.`)), timeoutMs);
    try {
      const response = await request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers: { 'accept-encoding': 'gzip,deflate,br', ...headers },
        body,
        signal: giveUp.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const answered = plainHeaders(response.headers);
      const { body: kept, blanks } = await readBody(
        response.body,
        answered['content-encoding'],
        maxBytes,
        readBytes,
      );
      return {
        kind: 'answer',
        status: response.statusCode,
        headers: answered,
        body: kept,
        ...(blanks > 0 ? { blanks } : {}),
        durationMs: elapsedSince(started),
      };
    } catch (error) {
      if (error instanceof BodyTooLarge) return tooLarge(maxBytes, started);
      return { kind: 'none', ...failureOf(error), durationMs: elapsedSince(started) };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Opens the transport for generated bulk: a plain client without the runner's record of every request. */
export function openBulk(route: Route): OpenTransport {
  const dispatcher = openDispatcher(route);
  return { send: bulkTransport(dispatcher), close: () => dispatcher.destroy() };
}
