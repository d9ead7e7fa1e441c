import type { APIRequestContext } from '@playwright/test';
import { given } from '../../schemas/given.ts';
import type { Target } from '../target.ts';
import type { OpenTransport, Transport } from '../transport.ts';
import { connectionOptions } from './certificates.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { boundedReading } from './reading-bound.ts';

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
        if (response.status() < 200) throw new Error(`${response.status()} is no status of an answer`);
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
