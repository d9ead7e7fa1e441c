import type { Dialect } from './dialect.ts';

/** Every refusal, even of what cannot be read, as 200 with the two words of the envelope and nothing else. */
export const refusesInEnvelope: Dialect = {
  name: 'refuses-in-envelope',
  reason:
    '7.1 and 7.8: return_status and return_message are the only failure words shown, and nothing says where they end.',
  declares: { warns: [] },
  change: (manner) => ({
    ...manner,
    refuse(refusal, about) {
      if (about.operation === 'apm-payment') return manner.refuse(refusal, about);
      const value = { return_status: '0', return_message: refusal.text };
      return { form: 'json', status: 200, accepted: false, value };
    },
  }),
};
