import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { APIRequestContext } from '@playwright/test';
import { given } from '../../schemas/given.ts';
import { limits } from '../../schemas/media/limits.ts';
import type { Target } from '../target.ts';
import type { OpenTransport, Transport } from '../transport.ts';
import { connectionOptions } from './certificates.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge, costOf, type ReadBody, readBody } from './read-body.ts';

/** Reads the body of one request of a client that would read to the end and keep all; the request is destroyed beyond the bound. */
interface BoundedReading {
  /** Sends the request; what it reads is kept here, unpacked, and the client gets a body without a byte. */
  run<Result>(send: () => Promise<Result>): Promise<Result>;
  /** What was kept; undefined where the client did not send through Node. Throws what `readBody` threw. */
  kept(): ReadBody | undefined;
  /** What `readBody` threw, if it did. */
  failure(): unknown;
}

interface State {
  readonly maxBytes: number;
  readonly readBytes: number | undefined;
  kept?: ReadBody;
  failure?: unknown;
}

const states = new AsyncLocalStorage<State>();
let watching = false;

// Bytes that may wait to be unpacked and kept.
const ahead = 256 * 1024;

/** Bytes and chunks that are passed on together. */
const atOnce = 16 * 1024;
const mostGathered = 1024;

type Push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => boolean;

/** Gathers chunks of a few bytes, of which each costs as much as a long one to pass on. */
function gatherFew(pass: (chunk: Uint8Array) => boolean) {
  let gathered: Uint8Array[] = [];
  let length = 0;
  const flush = () => {
    const all = gathered;
    gathered = [];
    length = 0;
    return all.length === 0 || pass(Buffer.concat(all));
  };
  return {
    flush,
    take(chunk: Uint8Array): boolean {
      if (gathered.length === 0) setImmediate(flush);
      gathered.push(chunk);
      length += chunk.length;
      return length < atOnce && gathered.length < mostGathered ? true : flush();
    },
  };
}

// A listener for data would set the answer flowing before its reader is there, so what the parser pushes is taken away.
function takeAway(request: ClientRequest, response: IncomingMessage, state: State): void {
  const encoding = response.headers['content-encoding'];
  // The reader would unpack what it finds named here.
  delete response.headers['content-encoding'];
  const source = new PassThrough({ highWaterMark: ahead });
  // Nobody reads what comes after the bound.
  source.on('error', () => {});
  const push: Push = response.push.bind(response);
  let read = 0;
  const few = gatherFew((chunk) => !source.destroyed && source.write(chunk));
  // The parser waits where it gets false, and goes on when it is asked to read.
  response.push = ((chunk: Uint8Array | null) => {
    if (chunk !== null) {
      read += costOf(chunk);
      if (read > (state.readBytes ?? limits.readBytes)) source.destroy(new BodyTooLarge());
      return few.take(chunk);
    }
    few.flush();
    source.end();
    return false;
  }) as IncomingMessage['push'];
  source.on('drain', () => response._read(ahead));
  let died = false;
  request.once('close', () => {
    died = !response.complete;
    if (died) source.destroy();
  });
  readBody(source, encoding, state.maxBytes, state.readBytes).then(
    (kept) => {
      state.kept = kept;
      push(null);
    },
    (error) => {
      // The client says itself how the connection died.
      if (died) return;
      state.failure = error;
      if (response.complete) push(null);
      else request.destroy(error);
    },
  );
}

function watch(): void {
  if (watching) return;
  watching = true;
  // Playwright's request context sends through Node's own client, in this process.
  subscribe('http.client.response.finish', (message) => {
    const state = states.getStore();
    if (state === undefined) return;
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    takeAway(request, response, state);
  });
}

/** Prepares the reading of one request. */
function boundedReading(maxBytes: number, readBytes?: number): BoundedReading {
  watch();
  const state: State = { maxBytes, readBytes };
  return {
    run: (send) => states.run(state, send),
    kept() {
      if (state.failure !== undefined) throw state.failure;
      return state.kept;
    },
    failure: () => state.failure,
  };
}

/** Options of a Playwright request context for a target: certificates and proxy. */
export function contextOptions({ tls, proxy, baseUrl }: Pick<Target, 'tls' | 'proxy' | 'baseUrl'>) {
  const { clientCertificate } = tls;
  return {
    ignoreHTTPSErrors: !tls.verify,
    ...(proxy === undefined
      ? {}
      : {
          proxy: {
            ...proxy,
            ...given({ password: proxy.password?.reveal() }),
          } as ProxyOptions,
        }),
    ...(clientCertificate === undefined || baseUrl === undefined
      ? {}
      : {
          clientCertificates: [
            {
              origin: new URL(baseUrl).origin,
              certPath: clientCertificate.certPath,
              keyPath: clientCertificate.keyPath,
              ...(clientCertificate.passphrase === undefined
                ? {}
                : { passphrase: clientCertificate.passphrase.reveal() }),
            },
          ],
        }),
  };
}

type ProxyOptions = { server: string; bypass?: string; username?: string; password?: string };

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** Sends through a Playwright request context, each request on a connection of its own; answers are disposed of once read. */
function playwrightTransport(context: APIRequestContext): Transport {
  return async ({ method, url, headers, body: sent, timeoutMs, maxBytes, readBytes, held }) => {
    let started = performance.now();
    const reading = boundedReading(maxBytes, readBytes);
    try {
      await held?.ready();
      started = performance.now();
      const response = await reading.run(() =>
        context.fetch(url, {
          method,
          // A service closes a connection that was idle at any moment, also in that of the next request: each has its own.
          headers: { connection: 'close', ...headers },
          // As bytes: a string under a JSON header that does not parse would be sent as a JSON string.
          ...(sent === '' ? {} : { data: Buffer.from(sent) }),
          timeout: timeoutMs,
          maxRedirects: 0,
          maxRetries: 0,
          failOnStatusCode: false,
        }),
      );
      try {
        const answered = response.headers();
        // Playwright gives such a status out, and the plain client breaks on it.
        if (response.status() < 200) throw new Error(`${response.status()} is not a status of an answer`);
        const { body, blanks } =
          reading.kept() ?? (await readBody(piecesOf(await response.body()), undefined, maxBytes, readBytes));
        return {
          kind: 'answer',
          status: response.status(),
          headers: answered,
          body,
          ...(blanks > 0 ? { blanks } : {}),
          durationMs: elapsedSince(started),
        };
      } finally {
        await response.dispose();
      }
    } catch (error) {
      const why = reading.failure() ?? error;
      if (why instanceof BodyTooLarge) return tooLarge(maxBytes, started);
      return { kind: 'none', ...failureOf(why), durationMs: elapsedSince(started) };
    }
  };
}

/** Opens a Playwright request context for a target; its requests belong to the record of the test they are sent in. Rejects with `ConfigurationError` when its certificates cannot be used. */
export async function openContext(target: Pick<Target, 'tls' | 'proxy' | 'baseUrl'>): Promise<OpenTransport> {
  // Playwright would tell of certificates that cannot be used only with the first request.
  connectionOptions(target.tls);
  const { request } = await import('@playwright/test');
  const context = await request.newContext(contextOptions(target));
  return { send: playwrightTransport(context), close: () => context.dispose() };
}
