import type { NoAnswer } from '../../schemas/types.ts';

const failures: readonly (readonly [pattern: RegExp, reason: NoAnswer['reason']])[] = [
  // Whatever became of the way through the proxy, nothing reached the service.
  [/^ProxyError|Proxy response \(/, 'unreachable'],
  [/timed out|TimeoutError|Timeout \d+ms exceeded|UND_ERR_\w*TIMEOUT/, 'timeout'],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|EADDRNOTAVAIL/,
    'unreachable',
  ],
  [/certificate|self[- ]signed|SSL|TLS|EPROTO|altnames/i, 'unreachable'],
  [
    /ECONNRESET|EPIPE|ECONNABORTED|socket hang up|\baborted\b|Parse Error|HTTPParserError|HPE_|decompress|terminated|UND_ERR_(?:SOCKET|RES|HEADERS_OVERFLOW)|ERR_ASSERTION|not a status of an answer/,
    'reset',
  ],
];

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const known =
    code === undefined || error.message.includes(code) ? error.message : `${code} ${error.message}`;
  return `${error.name}: ${known}`;
}

/** Tells what an error of a client says about the connection, in one line without any header that was sent. */
export function failureOf(error: unknown): { reason: NoAnswer['reason']; detail: string } {
  // What follows the first line is a log with every header that was sent.
  const first = textOf(error).split('\n')[0] ?? '';
  const detail = first
    .replace(/^(?:\w*Error: )?(?:apiRequestContext\.\w+: )?/, '')
    .trim()
    .slice(0, 200);
  return { reason: failures.find(([pattern]) => pattern.test(first))?.[1] ?? 'aborted', detail };
}

/** Milliseconds since a moment of `performance.now()`, to a tenth. */
export function elapsedSince(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}

/** What stands for an answer that is larger than may be kept. */
export function tooLarge(maxBytes: number, started: number): NoAnswer {
  return {
    kind: 'none',
    reason: 'too-large',
    detail: `more than ${maxBytes} bytes`,
    durationMs: elapsedSince(started),
  };
}
