import type { Suspicion } from '../case.ts';

/** Nobody listens at the address, or the connection dies before an answer. */
export const unreachable: Suspicion = {
  kind: 'unreachable',
  explain({ main: { exchange }, accepted }) {
    const { received, sent } = exchange;
    if (received.kind !== 'none' || received.reason === 'timeout') return undefined;
    const { origin } = new URL(sent.url);
    if (accepted.size > 0)
      return {
        says: `${exchange.operation} gets no answer (${received.reason}), while the service answers others`,
        advice: 'Look into the log of the service at the time of this exchange.',
      };
    return {
      key: 'baseUrl',
      says:
        received.reason === 'unreachable'
          ? `the service at ${origin} cannot be reached (${/\bE[A-Z_]{4,}\b/.exec(received.detail)?.[0] ?? received.detail})`
          : `${origin} takes the connection and gives no whole answer (${received.reason})`,
      advice: 'See that the service runs, and that host, port and proxy of the target file are right.',
    };
  },
};
