import type { JsonObject } from '../../schemas/types.ts';
import { allOf, type Change, countInMemo, onAnswer, onEntry, onText, refusing } from '../behaviour.ts';
import { digestOf } from '../derive.ts';
import { addAmounts } from '../money.ts';
import { type RefusalKind, textOf } from '../reply.ts';
import { type Fault, faultsAt, planted } from './fault.ts';

const apm = 'apm-payment';

const answering = (kinds: readonly RefusalKind[], status: number, value: JsonObject): Change =>
  refusing((refusal, about, before) =>
    about.operation === apm && kinds.includes(refusal.kind)
      ? { form: 'json', status, accepted: false, value }
      : before(refusal, about),
  );

const invalid: readonly RefusalKind[] = ['schema', 'incomplete', 'unreadable', 'signature'];

/** Deviations of the APM payment (2.7, 4.2, 7.6). */
export const apmPaymentFaults: readonly Fault[] = [
  ...faultsAt(apm, 'issuer_url', {
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
      change: onAnswer(apm, ({ issuer_url: _url, ...value }) => ({
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

const direct = 'direct-payment';

const isDeclined = ({ result_info }: JsonObject): boolean => !String(result_info).startsWith('0000');

const whereDeclined = (change: (value: JsonObject, request: JsonObject) => JsonObject): Change =>
  onAnswer(direct, (value, { request }) => (isDeclined(value) ? change(value, request) : value));

/** Deviations of declined card payments only (2.6); approved payments are answered as documented. */
export const declinedPaymentFaults: readonly Fault[] = planted({
  'direct-payment-declined-card-in-clear': {
    clause: '2.6/card/in-clear',
    rare: true,
    description: 'a declined payment is answered with the whole card number',
    change: whereDeclined((value, request) => ({ ...value, card: textOf(request, 'card') })),
  },
  'direct-payment-declined-malformed': {
    clause: '1.4/xml/well-formed',
    rare: true,
    description: 'the answer to a declined payment goes on after its root',
    change: onText(direct, (text) => (/<result_info>0000/.test(text) ? text : `${text}-- declined`)),
  },
});

/** Shows the full number of the paying card in the entries of another operation. */
const showingLater = (
  later: 'query' | 'refund',
  show: (entry: JsonObject, card: string) => JsonObject,
): Change =>
  allOf(
    // The endpoint stores only masked cards, so this fault remembers the full numbers itself.
    onAnswer(direct, (value, { request, memo }) => {
      countInMemo(memo, `card ${String(value.transaction_id)} ${textOf(request, 'card')}`);
      return value;
    }),
    onEntry(later, (entry, { memo }) => {
      const found = [...memo.keys()].find((key) => key.startsWith(`card ${entry.transaction_id} `));
      return { ...entry, ...show(entry, found?.split(' ')[2] ?? '') };
    }),
  );

/** Full card numbers in the answers to other operations than the payment (2.6). */
export const wholeCardFaults: readonly Fault[] = planted({
  'query-shows-whole-card': {
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it',
    rare: true,
    change: showingLater('query', (_entry, card) => ({ payment_card: card })),
  },
  'query-shows-whole-card-in-groups': {
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it, in groups of four',
    rare: true,
    change: showingLater('query', (_entry, card) => ({
      payment_card: card.replaceAll(/(?<=[0-9])(?=(?:[0-9]{4})+$)/g, ' '),
    })),
  },
  'query-shows-whole-card-in-base64': {
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it, in Base64',
    rare: true,
    change: showingLater('query', (_entry, card) => ({ payment_card: Buffer.from(card).toString('base64') })),
  },
  'refund-quotes-whole-card': {
    clause: '2.6/card/masked-everywhere',
    description: 'refund_message quotes the whole card number that paid the order',
    rare: true,
    change: showingLater('refund', ({ refund_message }, card) => ({
      refund_message: `${String(refund_message)} to ${card}`,
    })),
  },
});

/** Writes a value derived from the sent card into a member of the result. */
const showing = (name: string, show: (card: string) => string) =>
  onAnswer(direct, (value, { request }) => ({ ...value, [name]: show(textOf(request, 'card')) }));

/** Deviations of the direct payment result that change more than one field (2.6). */
export const directPaymentFaults: readonly Fault[] = [
  ...planted({
    'direct-payment-card-seven-digits': {
      clause: '2.6/card/shape',
      description: 'the masked card shows seven leading digits',
      change: showing('card', (card) => card.replace(/^(.{7}).*(.{4})$/, '$1*****$2')),
    },
    'direct-payment-card-whole': {
      clause: '2.6/card/in-clear',
      description: 'card comes back whole',
      change: showing('card', (card) => card),
    },
    'direct-payment-card-whole-in-words': {
      clause: '2.6/card/in-clear',
      description: 'card comes back whole, in quotes and with a blank behind',
      change: showing('card', (card) => `"${card}" `),
    },
  }),
  ...faultsAt(direct, 'card', {
    'masked-with-x': [
      'shape',
      'is masked with another character than asterisks',
      (text) => text.replaceAll('*', 'X'),
    ],
    'other-digits': [
      'own-digits',
      'is masked, and another one',
      (text) => (text === '400000******0002' ? '411111******1111' : '400000******0002'),
    ],
  }),
  ...planted({
    'direct-payment-card-in-text': {
      clause: '2.6/card/masked-everywhere',
      description: 'threeds_result quotes the whole card number',
      change: showing('threeds_result', (card) => `card ${card} checked`),
    },
    'direct-payment-card-in-note': {
      clause: '2.6/card/masked-everywhere',
      description: 'an undocumented element holds the whole card number in groups of four',
      change: showing('receipt', (card) => card.replace(/(.{4})(?=.)/g, '$1 ')),
    },
    'direct-payment-card-with-underscores': {
      clause: '2.6/card/masked-everywhere',
      description: 'connector holds the whole card number in groups joined by underscores',
      change: showing('connector', (card) => card.replace(/(.{4})(?=.)/g, '$1_')),
    },
    'direct-payment-card-in-base64': {
      clause: '2.6/card/masked-everywhere',
      description: 'connector holds the whole card number in Base64',
      change: showing('connector', (card) => `acq-${Buffer.from(card).toString('base64')}`),
    },
  }),
  ...faultsAt(direct, 'result_info', {
    'three-digits': ['shape', 'has a code of three digits', (text) => text.replace(/^0/, '')],
    semicolon: ['shape', 'has a semicolon after its code', (text) => text.replace(':', ';')],
  }),
  ...faultsAt(direct, 'risk_reasons', {
    'as-text': ['children', 'holds text instead of children', () => 'velocity: low'],
  }),
  ...faultsAt(direct, 'amount', {
    'in-cents': ['echo', 'comes back in the smallest unit, without a dot', (text) => text.replace('.', '')],
    'one-cent-more': [
      'echo',
      'comes back a cent higher when it is above a hundred',
      (text) => (text.length > 5 ? addAmounts(text, '0.01') : text),
    ],
  }),
  ...faultsAt(direct, 'order_no', {
    'upper-case': [
      'echo',
      'comes back in capitals, with something added when it was in capitals already',
      (sent) => (sent.toUpperCase() === sent ? `${sent} ` : sent.toUpperCase()),
    ],
  }),
  ...planted({
    'direct-payment-same-transaction-id': {
      clause: '2.1/transaction_id/unique',
      description: 'every other payment gets one and the same transaction_id',
      change: onAnswer(direct, (value) =>
        Number.parseInt(digestOf(String(value.order_no)).slice(0, 1), 16) % 2 === 0
          ? { ...value, transaction_id: 'T0000000AK0000000A' }
          : value,
      ),
    },
    'direct-payment-answered-as-apm': {
      clause: '4.1/told-apart',
      description: 'a card payment is answered with an issuer_url and no result',
      change: onAnswer(
        direct,
        ({ merchant_id = '', account_id = '', order_no = '', amount = '', currency = '' }) => ({
          merchant_id,
          account_id,
          order_no,
          amount,
          currency,
          issuer_url: 'https://issuer.example/pay',
        }),
      ),
    },
  }),
];
