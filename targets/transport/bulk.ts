import type { Dispatcher } from 'undici';
import type { OpenTransport } from '../transport.ts';
import { openConnections, type Watching } from './connections.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge } from './read-body.ts';
import { receive } from './receive.ts';
import type { Route } from './route.ts';

/** Opens the transport for generated bulk: a plain client without the runner's record of every request. */
export function openBulk(route: Route, watching?: Watching): OpenTransport {
  const connections = openConnections(route, watching);
  return {
    async send({ method, url, headers, body, timeoutMs, maxBytes, readBytes }) {
      const started = performance.now();
      try {
        const { origin, pathname, search } = new URL(url);
        const options: Dispatcher.DispatchOptions = {
          origin,
          path: pathname + search,
          method: method as Dispatcher.HttpMethod,
          headers: { 'accept-encoding': 'gzip,deflate,br', ...headers },
          body,
          headersTimeout: 0,
          bodyTimeout: 0,
        };
        const answered = await connections.over((dispatcher) =>
          receive(dispatcher, options, { timeoutMs, maxBytes, readBytes }),
        );
        return {
          kind: 'answer',
          status: answered.status,
          headers: answered.headers,
          body: answered.body,
          ...(answered.blanks > 0 ? { blanks: answered.blanks } : {}),
          durationMs: elapsedSince(started),
        };
      } catch (error) {
        if (error instanceof BodyTooLarge) return tooLarge(maxBytes, started);
        return { kind: 'none', ...failureOf(error), durationMs: elapsedSince(started) };
      }
    },
    close: connections.close,
  };
}
