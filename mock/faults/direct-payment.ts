import type { JsonObject } from '../../schemas/types.ts';
import { digestOf } from '../derive.ts';
import { allOf, type Change, onAnswer, onEntry, onText, remember } from '../manner.ts';
import { addAmounts } from '../money.ts';
import { textOf } from '../reply.ts';
import { type Fault, planted, plantedAt } from './fault.ts';

const operation = 'direct-payment';

const isDeclined = ({ result_info }: JsonObject): boolean => !String(result_info).startsWith('0000');

const whereDeclined = (change: (value: JsonObject, request: JsonObject) => JsonObject): Change =>
  onAnswer(operation, (value, { request }) => (isDeclined(value) ? change(value, request) : value));

/** Deviations of declined card payments alone (2.6): what is approved is answered as documented. */
export const declinedPaymentFaults: readonly Fault[] = planted({
  'direct-payment-declined-amount-changed': {
    clause: '2.6/amount/echo',
    rare: true,
    description: 'a declined payment is answered with the amount 0.00',
    change: whereDeclined((value) => ({ ...value, amount: '0.00' })),
  },
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
    change: onText(operation, (text) => (/<result_info>0000/.test(text) ? text : `${text}-- declined`)),
  },
});

/** Shows the whole number of the card that paid an order in the entries of another operation. */
const showingLater = (
  later: 'query' | 'refund',
  show: (entry: JsonObject, card: string) => JsonObject,
): Change =>
  allOf(
    // The endpoint itself keeps masked cards only; this fault has to remember whole ones to leak them later.
    onAnswer(operation, (value, { request, memo }) => {
      remember(memo, `card ${String(value.transaction_id)} ${textOf(request, 'card')}`);
      return value;
    }),
    onEntry(later, (entry, { memo }) => {
      const found = [...memo.keys()].find((key) => key.startsWith(`card ${entry.transaction_id} `));
      return { ...entry, ...show(entry, found?.split(' ')[2] ?? '') };
    }),
  );

/** Whole card numbers in answers to other operations than the payment (2.6). */
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
  'refund-quotes-whole-card': {
    clause: '2.6/card/masked-everywhere',
    description: 'refund_message quotes the whole card number that paid the order',
    rare: true,
    change: showingLater('refund', ({ refund_message }, card) => ({
      refund_message: `${String(refund_message)} to ${card}`,
    })),
  },
});

/** Lets a member of the result show something of the card that was sent. */
const showing = (name: string, show: (card: string) => string) =>
  onAnswer(operation, (value, { request }) => ({ ...value, [name]: show(textOf(request, 'card')) }));

/** Deviations of the direct payment's result that take more than one field (2.6). */
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
  ...plantedAt(operation, 'card', {
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
    'direct-payment-card-in-base64': {
      clause: '2.6/card/masked-everywhere',
      description: 'connector holds the whole card number in Base64',
      change: showing('connector', (card) => `acq-${Buffer.from(card).toString('base64')}`),
    },
  }),
  ...plantedAt(operation, 'result_info', {
    'three-digits': ['shape', 'has a code of three digits', (text) => text.replace(/^0/, '')],
    semicolon: ['shape', 'has a semicolon after its code', (text) => text.replace(':', ';')],
  }),
  ...plantedAt(operation, 'risk_reasons', {
    'as-text': ['children', 'holds text instead of children', () => 'velocity: low'],
  }),
  ...plantedAt(operation, 'amount', {
    'in-cents': ['echo', 'comes back in the smallest unit, without a dot', (text) => text.replace('.', '')],
    'one-cent-more': [
      'echo',
      'comes back a cent higher when it is above a hundred',
      (text) => (text.length > 5 ? addAmounts(text, '0.01') : text),
    ],
  }),
  ...plantedAt(operation, 'order_no', {
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
      change: onAnswer(operation, (value) =>
        Number.parseInt(digestOf(String(value.order_no)).slice(0, 1), 16) % 2 === 0
          ? { ...value, transaction_id: 'T0000000AK0000000A' }
          : value,
      ),
    },
    'direct-payment-answered-as-apm': {
      clause: '4.1/told-apart',
      description: 'a card payment is answered with an issuer_url and no result',
      change: onAnswer(
        operation,
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
