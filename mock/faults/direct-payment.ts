import type { ClauseId, JsonObject } from '../../schemas/types.ts';
import { digestOf } from '../derive.ts';
import { allOf, type Change } from '../manner.ts';
import { addAmounts } from '../money.ts';
import { textOf } from '../operations/request-member.ts';
import { onAnswer, onEntry, onMember, onText, remember } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

const operation = 'direct-payment';

const isDeclined = ({ result_info }: JsonObject): boolean => !String(result_info).startsWith('0000');

const whereDeclined = (change: (value: JsonObject, request: JsonObject) => JsonObject): Change =>
  onAnswer(operation, (value, { request }) => (isDeclined(value) ? change(value, request) : value));

const fault = (id: string, clause: ClauseId, description: string, change: Change): Fault =>
  plant({
    id: `direct-payment-declined-${id}`,
    rare: true,
    clause,
    operation,
    description,
    change,
  });

/** Deviations of declined card payments alone (2.6): what is approved is answered as documented. */
export const declinedPaymentFaults: readonly Fault[] = [
  fault(
    'amount-changed',
    '2.6/amount/echo',
    'a declined payment is answered with the amount 0.00',
    whereDeclined((value) => ({ ...value, amount: '0.00' })),
  ),
  fault(
    'card-in-clear',
    '2.6/card/in-clear',
    'a declined payment is answered with the whole card number',
    whereDeclined((value, request) => ({ ...value, card: textOf(request, 'card') })),
  ),
  fault(
    'malformed',
    '1.4/xml/well-formed',
    'the answer to a declined payment goes on after its root',
    onText(operation, (text) => (/<result_info>0000/.test(text) ? text : `${text}-- declined`)),
  ),
];

// The endpoint itself keeps masked cards only; this fault has to remember whole ones to leak them later.
const remembering: Change = onAnswer('direct-payment', (value, { request, memo }) => {
  remember(memo, `card ${String(value.transaction_id)} ${textOf(request, 'card')}`);
  return value;
});

function cardOf(memo: Map<string, number>, transactionId: string): string {
  const found = [...memo.keys()].find((key) => key.startsWith(`card ${transactionId} `));
  return found?.split(' ')[2] ?? '';
}

/** Whole card numbers in answers to other operations than the payment (2.6). */
export const wholeCardFaults: readonly Fault[] = planted({
  'query-shows-whole-card': {
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it',
    rare: true,
    change: allOf(
      remembering,
      onEntry('query', (entry, _index, { memo }) => ({
        ...entry,
        payment_card: cardOf(memo, String(entry.transaction_id)),
      })),
    ),
  },
  'query-shows-whole-card-in-groups': {
    clause: '2.6/card/masked-everywhere',
    description: 'a queried order has the whole card number that paid it, in groups of four',
    rare: true,
    change: allOf(
      remembering,
      onEntry('query', (entry, _index, { memo }) => ({
        ...entry,
        payment_card: cardOf(memo, String(entry.transaction_id)).replaceAll(
          /(?<=[0-9])(?=(?:[0-9]{4})+$)/g,
          ' ',
        ),
      })),
    ),
  },
  'refund-quotes-whole-card': {
    clause: '2.6/card/masked-everywhere',
    description: 'refund_message quotes the whole card number that paid the order',
    rare: true,
    change: allOf(
      remembering,
      onEntry('refund', (entry, _index, { memo }) => ({
        ...entry,
        refund_message: `${String(entry.refund_message)} to ${cardOf(memo, String(entry.transaction_id))}`,
      })),
    ),
  },
});

/** Lets a member of the result show something of the card that was sent. */
const showing = (name: string, show: (card: string) => string) =>
  onAnswer(operation, (value, { request }) => ({ ...value, [name]: show(textOf(request, 'card')) }));

/** Deviations of the direct payment's result that take more than one field (2.6). */
export const directPaymentFaults: readonly Fault[] = planted({
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
  'direct-payment-card-masked-with-x': {
    clause: '2.6/card/shape',
    description: 'the card is masked with another character than asterisks',
    change: onMember(operation, 'card', (text) => text.replaceAll('*', 'X')),
  },
  'direct-payment-card-other-digits': {
    clause: '2.6/card/own-digits',
    description: 'the masked card is another one',
    change: onAnswer(operation, (value) => ({
      ...value,
      card: value.card === '400000******0002' ? '411111******1111' : '400000******0002',
    })),
  },
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
  'direct-payment-result-info-three-digits': {
    clause: '2.6/result_info/shape',
    description: 'the code of result_info has three digits',
    change: onMember(operation, 'result_info', (text) => text.replace(/^0/, '')),
  },
  'direct-payment-result-info-semicolon': {
    clause: '2.6/result_info/shape',
    description: 'result_info has a semicolon after its code',
    change: onMember(operation, 'result_info', (text) => text.replace(':', ';')),
  },
  'direct-payment-risk-reasons-as-text': {
    clause: '2.6/risk_reasons/children',
    description: 'risk_reasons holds text instead of children',
    change: onAnswer(operation, (value) => ({ ...value, risk_reasons: 'velocity: low' })),
  },
  'direct-payment-amount-in-cents': {
    clause: '2.6/amount/echo',
    description: 'amount comes back in the smallest unit, without a dot',
    change: onMember(operation, 'amount', (text) => text.replace('.', '')),
  },
  'direct-payment-amount-one-cent-more': {
    clause: '2.6/amount/echo',
    description: 'amounts above a hundred come back a cent higher',
    change: onAnswer(operation, (value) =>
      String(value.amount).length > 5
        ? { ...value, amount: addAmounts(String(value.amount), '0.01') }
        : value,
    ),
  },
  'direct-payment-order-no-upper-case': {
    clause: '2.6/order_no/echo',
    description: 'order_no comes back in capitals, with something added when it was in capitals already',
    change: onAnswer(operation, (value) => {
      const sent = String(value.order_no);
      return { ...value, order_no: sent.toUpperCase() === sent ? `${sent} ` : sent.toUpperCase() };
    }),
  },
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
});
