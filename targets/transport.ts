import type { APIRequestContext } from '@playwright/test';
import type { Answer, NoAnswer } from '../schemas/types.ts';
import type { Target } from './target.ts';

/** A request as it goes onto the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Answers larger than this are not kept. */
  readonly maxBytes: number;
}

/** Sends one request once: follows no redirect, re-sends nothing, and never throws for what the service does. */
export type Transport = (request: WireRequest) => Promise<Answer | NoAnswer>;

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
            ...(proxy.password === undefined ? {} : { password: proxy.password.reveal() }),
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

/** Sends through a Playwright request context, which keeps connections open; answers are disposed of once read. */
export function playwrightTransport(context: APIRequestContext): Transport {
  return async ({ method, url, headers, body, timeoutMs, maxBytes }) => {
    const started = performance.now();
    const elapsed = () => Math.round((performance.now() - started) * 10) / 10;
    const none = (reason: NoAnswer['reason'], detail: string): NoAnswer => ({
      kind: 'none',
      reason,
      detail,
      durationMs: elapsed(),
    });
    try {
      const response = await context.fetch(url, {
        method,
        headers: { ...headers },
        // As bytes: a string under a JSON header that does not parse would be sent as a JSON string.
        ...(body === '' ? {} : { data: Buffer.from(body) }),
        timeout: timeoutMs,
        maxRedirects: 0,
        maxRetries: 0,
        failOnStatusCode: false,
      });
      try {
        const bytes = await response.body();
        if (bytes.byteLength > maxBytes)
          return none('too-large', `${bytes.byteLength} bytes, more than ${maxBytes}`);
        return {
          kind: 'answer',
          status: response.status(),
          headers: response.headers(),
          body: bytes,
          durationMs: elapsed(),
        };
      } finally {
        await response.dispose();
      }
    } catch (error) {
      const { reason, detail } = failureOf(error);
      return none(reason, detail);
    }
  };
}

const failures: readonly (readonly [pattern: RegExp, reason: NoAnswer['reason']])[] = [
  [/timed out|TimeoutError|Timeout \d+ms exceeded/, 'timeout'],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|EADDRNOTAVAIL/,
    'unreachable',
  ],
  [/certificate|self[- ]signed|SSL|TLS|EPROTO|altnames/i, 'unreachable'],
  [
    /ECONNRESET|EPIPE|ECONNABORTED|socket hang up|\baborted\b|Parse Error|HPE_|decompress|terminated/,
    'reset',
  ],
];

function failureOf(error: unknown): { reason: NoAnswer['reason']; detail: string } {
  const whole = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // What follows the first line is a log with every header that was sent.
  const first = whole.split('\n')[0] ?? '';
  const detail = first.replace(/^(?:\w*Error: )?(?:apiRequestContext\.\w+: )?/, '').slice(0, 200);
  return { reason: failures.find(([pattern]) => pattern.test(first))?.[1] ?? 'aborted', detail };
}
