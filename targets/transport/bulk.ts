import { Agent, type Dispatcher, request } from 'undici';
import type { Target } from '../target.ts';
import type { OpenTransport, Transport } from '../transport.ts';
import { connectionOptions } from './certificates.ts';
import { decodeBody } from './decode.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';

type Route = Pick<Target, 'tls'>;

// Shorter than services commonly keep an idle connection, so that a request seldom meets one that is being closed.
const idleMs = 4000;

function openDispatcher({ tls }: Route): Dispatcher {
  return new Agent({ keepAliveTimeout: idleMs, connect: connectionOptions(tls) });
}

/** Tells whether bulk can reach a target: the way through a proxy is left to Playwright's context, which asks a proxy once. */
export function takesBulk({ proxy }: Pick<Target, 'proxy'>): boolean {
  return proxy === undefined;
}

/** Undoes the encoding of a body; undefined when it becomes longer than allowed. */
function decoded(bytes: Buffer, encoding: string | undefined, maxBytes: number): Uint8Array | undefined {
  if (bytes.length === 0) return bytes;
  try {
    return decodeBody(bytes, encoding, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw new Error(`failed to decompress '${encoding}' encoding: ${(error as Error).message}`);
  }
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

/** Reads a body whole; undefined, and the connection closed, as soon as it is longer than allowed. */
async function readBounded(body: Dispatcher.ResponseData['body'], maxBytes: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function bulkTransport(dispatcher: Dispatcher): Transport {
  return async ({ method, url, headers, body, timeoutMs, maxBytes }) => {
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
      const raw = await readBounded(response.body, maxBytes);
      const whole = raw && decoded(raw, answered['content-encoding'], maxBytes);
      if (whole === undefined) return tooLarge(maxBytes, started);
      return {
        kind: 'answer',
        status: response.statusCode,
        headers: answered,
        body: whole,
        durationMs: elapsedSince(started),
      };
    } catch (error) {
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
