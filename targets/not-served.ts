import type { Answer, NoAnswer } from '../schemas/types.ts';

/** Why a request was not served, so that nothing can be judged by it. */
export type NotServed = 'refused' | 'tls' | 'reset' | 'timeout' | 'too-large' | 'rate-limited' | 'aborted';

/** Why a request was not served, told by what came back; undefined for an answer that can be judged. `rate-limited` is 429 and 503. */
export function notServed(received: Answer | NoAnswer): NotServed | undefined {
  if (received.kind === 'answer')
    return received.status === 429 || received.status === 503 ? 'rate-limited' : undefined;
  if (received.reason !== 'unreachable') return received.reason;
  return /certificate|self[- ]signed|SSL|TLS|EPROTO|altnames/i.test(received.detail) ? 'tls' : 'refused';
}
