import type { JsonObject } from '../../schemas/types.ts';
import { type Change, onAnswer, refusing } from '../manner.ts';
import type { RefusalKind } from '../refusal.ts';
import { type Fault, planted, plantedAt } from './fault.ts';

const operation = 'apm-payment';

const answering = (kinds: readonly RefusalKind[], status: number, value: JsonObject): Change =>
  refusing((refusal, about, before) =>
    about.operation === operation && kinds.includes(refusal.kind)
      ? { form: 'json', status, accepted: false, value }
      : before(refusal, about),
  );

const invalid: readonly RefusalKind[] = ['schema', 'incomplete', 'unreadable', 'signature'];

/** Deviations of the APM payment (2.7, 4.2, 7.6). */
export const apmPaymentFaults: readonly Fault[] = [
  ...plantedAt(operation, 'issuer_url', {
    relative: ['absolute', 'is a path only', (url) => url.replace(/^https?:\/\/[^/]+/, '')],
    'other-scheme': [
      'absolute',
      'has the scheme of an app',
      (url) => url.replace(/^https?:/, 'bankapp:'),
      { verdict: 'warn' },
    ],
    empty: ['present', 'is empty', () => ''],
    'without-host': ['absolute', 'names a port and no host', () => 'https://:8443/pay'],
  }),
  ...planted({
    'apm-payment-answered-as-card': {
      clause: '4.1/told-apart',
      description: 'an APM payment is answered with the result of a card payment',
      change: onAnswer(operation, ({ issuer_url: _url, ...value }) => ({
        ...value,
        transaction_id: 'T0000000CK0000000C',
        order_status: '1',
        result_info: '0000:Success',
      })),
    },
    'apm-payment-invalid-input-as-422': {
      clause: '7.6/invalid-input',
      description: 'invalid input is refused with 422',
      change: answering(invalid, 422, { errors: ['invalid'] }),
    },
    'apm-payment-invalid-input-as-200': {
      clause: '7.6/invalid-input',
      description: 'invalid input is refused in an envelope under 200',
      change: answering(invalid, 200, {
        return_status: '0',
        return_message: 'invalid',
      }),
    },
    'apm-payment-unknown-record-as-422': {
      clause: '7.6/record-not-found',
      description: 'an unknown merchant or account is refused with 422',
      change: answering(['unknown'], 422, { errors: ['unknown'] }),
    },
  }),
];
