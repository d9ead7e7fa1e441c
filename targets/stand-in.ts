import { defined } from '../schemas/defined.ts';
import type { Target } from './target.ts';

/** Time in milliseconds for an answer of the endpoint, which is late only when the machine is busy. */
const patience = 120_000;

/** A fixed signature in place of that of the target, which the endpoint does not check. */
const unchecked = { key: { shown: '0'.repeat(64), reveal: () => '0'.repeat(64) } };

/**
 * The target of a rehearsal: the embedded endpoint with the merchant, effects, capabilities, encodings and limits of the
 * real target, without its secrets, cards, headers, addresses and pace.
 */
export function standInFor(real: Target, endpoint: Target): Target {
  const { proxy: _, notify, ...kept } = real;
  const { recipe } = real.signing;
  const [host, port] = ['127.0.0.1', notify?.port];
  return {
    ...kept,
    baseUrl: endpoint.baseUrl,
    signing: recipe === 'none' || recipe === 'fixed' ? { ...real.signing, ...unchecked } : endpoint.signing,
    headers: {},
    tls: endpoint.tls,
    cards: endpoint.cards,
    ...defined({
      notify: port === undefined ? undefined : { url: `http://${host}:${port}/notify`, host, port },
    }),
    limits: {
      ...real.limits,
      timeoutMs: Math.max(real.limits.timeoutMs, patience),
      requestsPerSecond: Number.POSITIVE_INFINITY,
    },
  };
}
