import type { JsonObject } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { onAnswer, onMember } from './alter.ts';
import { type Fault, planted } from './fault.ts';

const operation = 'apm-payment';

function withUrl(change: (url: string) => string): Change {
  return onMember(operation, 'issuer_url', (text) => change(text));
}

function refusing(kinds: readonly Refusal['kind'][], status: number, value: JsonObject): Change {
  return (manner) => ({
    ...manner,
    refuse(refusal, about): Reply {
      if (about.operation !== operation || !kinds.includes(refusal.kind))
        return manner.refuse(refusal, about);
      return { form: 'json', status, accepted: false, value };
    },
  });
}

/** Deviations of the APM payment (2.7, 4.2, 7.6). */
export const apmPaymentFaults: readonly Fault[] = planted({
  'apm-payment-issuer-url-relative': {
    clause: '2.7/issuer_url/absolute',
    description: 'issuer_url is a path only',
    change: withUrl((url) => url.replace(/^https?:\/\/[^/]+/, '')),
  },
  'apm-payment-issuer-url-other-scheme': {
    clause: '2.7/issuer_url/absolute',
    description: 'issuer_url has the scheme of an app',
    verdict: 'warn',
    change: withUrl((url) => url.replace(/^https?:/, 'bankapp:')),
  },
  'apm-payment-issuer-url-empty': {
    clause: '2.7/issuer_url/present',
    description: 'issuer_url is empty',
    verdict: 'fail',
    change: withUrl(() => ''),
  },
  'apm-payment-issuer-url-without-host': {
    clause: '2.7/issuer_url/absolute',
    description: 'issuer_url names a port and no host',
    verdict: 'fail',
    change: withUrl(() => 'https://:8443/pay'),
  },
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
    change: refusing(['schema', 'incomplete', 'unreadable', 'signature'], 422, { errors: ['invalid'] }),
  },
  'apm-payment-invalid-input-as-200': {
    clause: '7.6/invalid-input',
    description: 'invalid input is refused in an envelope under 200',
    change: refusing(['schema', 'incomplete', 'unreadable', 'signature'], 200, {
      return_status: '0',
      return_message: 'invalid',
    }),
  },
  'apm-payment-unknown-record-as-422': {
    clause: '7.6/record-not-found',
    description: 'an unknown merchant or account is refused with 422',
    change: refusing(['unknown'], 422, { errors: ['unknown'] }),
  },
});
