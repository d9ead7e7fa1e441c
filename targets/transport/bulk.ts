import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { OpenTransport } from '../transport.ts';
import { openConnections, type Watching } from './connections.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge } from './read-body.ts';
import { receive } from './receive.ts';
import type { Route } from './route.ts';

/** A body of which the last byte follows when it may; what is said to the connection before it is written at once. */
async function* heldBack(bytes: Buffer, ready: () => Promise<void>): AsyncGenerator<Buffer> {
  if (bytes.length > 1) yield bytes.subarray(0, -1);
  await ready();
  if (bytes.length > 0) yield bytes.subarray(-1);
}

/** Opens the transport for generated bulk: a plain client without the runner's record of every request. */
export function openBulk(route: Route, watching?: Watching): OpenTransport {
  const connections = openConnections(route, watching);
  return {
    async send({ method, url, headers, body, timeoutMs, maxBytes, readBytes, held }) {
      let started = performance.now();
      const bytes = held && Buffer.from(body);
      const ready = async () => {
        await held?.ready();
        started = performance.now();
      };
      try {
        const { origin, pathname, search } = new URL(url);
        const options: Dispatcher.DispatchOptions = {
          origin,
          path: pathname + search,
          method: method as Dispatcher.HttpMethod,
          headers: {
            'accept-encoding': 'gzip,deflate,br',
            ...headers,
            ...(bytes && { 'content-length': String(bytes.length) }),
          },
          // Its types leave out the async iterables that undici takes.
          body: bytes === undefined ? body : (heldBack(bytes, ready) as unknown as Readable),
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
