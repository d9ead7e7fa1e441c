import fc from 'fast-check';
import { refusingCalls } from '../../mock/acquirers/habits/payments.ts';
import { allOf, type Change, countInMemo, deciding, onEveryAnswer, reshaping } from '../../mock/behaviour.ts';
import { digestOf, numberFrom } from '../../mock/derive.ts';
import { compareAmounts } from '../../mock/money.ts';
import { type About, type Problem, type Refusal, textOf } from '../../mock/reply.ts';
import { isObject, objectOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { allBut, type FreedomTable, freedom, payments } from './freedom.ts';
import { longByNature, oddTexts, textsIn } from './refusing.ts';

const isPayout = (request: JsonObject) => 'request_id' in request && !('order_no' in request);

function declining(what: 'payment' | 'payout', why: (request: JsonObject) => Problem | undefined): Change {
  return deciding(({ decline }) => ({
    decline: (request, found) =>
      decline(request, found) ?? (isPayout(request) === (what === 'payout') ? why(request) : undefined),
  }));
}

const forms: Readonly<Record<string, RegExp>> = table({
  shopper_phone: /^[+()\d -]{3,20}$/,
  shopper_email: /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/,
  shopper_ip: /^[\d.]+$|^[\da-f:.]+$/i,
  billing_postal_code: /^[\w -]{1,12}$/,
  delivery_country: /^[A-Z]{2}$/,
  birth_date: /^\d{2}-\d{2}-\d{4}$/,
  website: /^https?:\/\//,
  note: /^.{0,100}$/,
  order_no: /^[A-Za-z0-9_-]{1,40}$/,
});

const seldomSent = [
  'shopper_email',
  'shopper_ip',
  'website',
  'billing_country',
  'first_name',
  'last_name',
  'items',
];

const orderOf = ({ request, operation }: About) =>
  JSON.stringify([
    operation === 'payout',
    textOf(request, 'merchant_id'),
    textOf(request, 'account_id'),
    textOf(request, 'order_no'),
    textOf(request, 'request_id'),
  ]);

const because = '2.14 and 8: allowed values, lengths and limits are not shown, and 7.8 shows no refusal.';

/** What a service takes and what it refuses, by rules of its own. */
export const limits: FreedomTable = {
  'own-amounts': freedom({
    sections: ['8', '2.14'],
    reason: `${because} An account has a smallest and a largest amount.`,
    parameters: fc.record({
      most: fc.constantFrom('150.00', '500.00', '1000.00', '9999.99'),
      least: fc.constantFrom('0.01', '1.00', '10.00'),
    }),
    touches: payments,
    refuses: true,
    change: ({ most, least }) =>
      refusingCalls(({ request }) => {
        const amount = textOf(request, 'amount');
        const isFit = (compareAmounts(amount, most) ?? 1) <= 0 && (compareAmounts(amount, least) ?? -1) >= 0;
        return isFit ? undefined : 'the amount is outside the bounds of the account';
      }),
  }),
  'own-currencies': freedom({
    sections: ['2.14'],
    reason: `${because} An account is opened for some currencies.`,
    parameters: fc.record({
      refused: fc.subarray(['USD', 'GBP', 'JPY', 'KWD', 'BRL', 'EUR'], { minLength: 1 }),
    }),
    touches: [...payments, 'payout'],
    refuses: true,
    change: ({ refused }) =>
      refusingCalls(({ request, operation }) =>
        refused.includes(textOf(request, operation === 'payout' ? 'payment_currency' : 'currency'))
          ? 'the account does not take this currency'
          : undefined,
      ),
  }),
  'known-currencies-only': freedom({
    sections: ['2.14'],
    reason: `${because} Three letters that are no currency need not be taken.`,
    parameters: fc.record({ capitals: fc.boolean() }),
    touches: payments,
    refuses: true,
    change: ({ capitals }) => {
      const known = new Set(Intl.supportedValuesOf('currency'));
      return refusingCalls(({ request }) => {
        const currency = textOf(request, 'currency');
        return known.has(capitals ? currency : currency.toUpperCase()) && !/^X/.test(currency)
          ? undefined
          : 'there is no such currency';
      });
    },
  }),
  'own-text-length': freedom({
    sections: ['2.14'],
    reason: `${because} Columns of a table have a length.`,
    parameters: fc.record({ longest: fc.constantFrom(32, 40, 64, 100, 128, 255) }),
    touches: [...payments, 'payout'],
    refuses: true,
    change: ({ longest }) =>
      refusingCalls(({ request }) =>
        textsIn(request).some(([name, text]) => !longByNature.test(name) && text.length > longest)
          ? 'a text is too long'
          : undefined,
      ),
  }),
  'odd-texts-refused': freedom({
    sections: ['2.14'],
    reason: `${because} A service may refuse characters and words that it does not want to store.`,
    parameters: fc.record({ which: fc.subarray(Object.keys(oddTexts), { minLength: 1 }) }),
    touches: [...payments, 'payout', 'cancel-subscription'],
    refuses: true,
    change: ({ which }) =>
      refusingCalls(({ request }) =>
        textsIn(request).some(([, text]) => which.some((kind) => oddTexts[kind]?.test(text)))
          ? 'a text is not accepted here'
          : undefined,
      ),
  }),
  'checked-forms': freedom({
    sections: ['2.14', '2.2'],
    reason: `${because} E-mail, phone, address and date may have to look like what they are.`,
    parameters: fc.record({ names: fc.subarray(Object.keys(forms), { minLength: 1 }) }),
    touches: payments,
    refuses: true,
    change: ({ names }) =>
      refusingCalls(({ request }) => {
        const odd = names.find(
          (name) => textOf(request, name) !== '' && !forms[name]?.test(textOf(request, name)),
        );
        return odd === undefined ? undefined : `${odd} has no valid form`;
      }),
  }),
  'demanded-fields': freedom({
    sections: ['2.14'],
    reason: '2.14: which fields are required is not shown, so a service may insist on some.',
    parameters: fc.record({ names: fc.subarray(seldomSent, { minLength: 1, maxLength: 3 }) }),
    touches: payments,
    refuses: true,
    change: ({ names }) =>
      refusingCalls(({ request }) => {
        const missing = names.filter((name) => textOf(request, name).trim() === '');
        return missing.length === 0 ? undefined : `missing or empty: ${missing.join(', ')}`;
      }, 'incomplete'),
  }),
  'demanded-fields-of-payouts': freedom({
    sections: ['2.14', '2.13'],
    reason: '2.14: which fields are required is not shown, so a service may insist on some.',
    parameters: fc.record({
      names: fc.subarray(['beneficiary', 'beneficiary_id', 'reason', 'reference', 'payment_date', 'payer'], {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    touches: ['payout'],
    refuses: true,
    change: ({ names }) =>
      refusingCalls(
        ({ request }) =>
          names.every((name) => request[name] !== undefined && request[name] !== '')
            ? undefined
            : 'a field is missing',
        'incomplete',
      ),
  }),
  'empty-texts-refused': freedom({
    sections: ['2.14'],
    reason: '2.14: how "no value" is written is not shown; an empty text need not be it.',
    parameters: fc.record({ blanks: fc.boolean() }),
    touches: [...payments, 'payout'],
    refuses: true,
    change: ({ blanks }) =>
      refusingCalls(({ request }) =>
        textsIn(request).some(([, text]) => (blanks ? text.trim() : text) === '')
          ? 'a text is empty'
          : undefined,
      ),
  }),
  'totals-must-add-up': freedom({
    sections: ['2.2', '2.14'],
    reason: '2.2 calls amount the order total; a service may check that its parts add up to it.',
    parameters: fc.record({ names: fc.subarray(['item_total', 'shipping', 'tax_total'], { minLength: 1 }) }),
    touches: payments,
    refuses: true,
    change: ({ names }) =>
      refusingCalls(({ request }) =>
        names.some((name) => (compareAmounts(textOf(request, name), textOf(request, 'amount')) ?? -1) > 0)
          ? 'a part is more than the whole'
          : undefined,
      ),
  }),
  'items-of-four-fields': freedom({
    sections: ['2.2', '2.14'],
    reason: 'Every sample has four fields for each record of items (2.2); a service may refuse others.',
    parameters: fc.record({ most: fc.integer({ min: 1, max: 30 }) }),
    touches: payments,
    refuses: true,
    change: ({ most }) =>
      refusingCalls(({ request }) => {
        const items = textOf(request, 'items');
        const records = items === '' ? [] : items.split('#;#');
        return records.length <= most && records.every((record) => record.split('#,#').length === 4)
          ? undefined
          : 'items cannot be read';
      }),
  }),
  'methods-of-the-account': freedom({
    sections: ['2.14', '4.2', '7.6'],
    reason:
      '2.14: values of payment_method are not shown; 7.6 names 404 for what is not found and 400 for invalid input.',
    parameters: fc.record({
      every: fc.integer({ min: 2, max: 6 }),
      kind: fc.constantFrom('unknown', 'incomplete'),
    }),
    touches: ['apm-payment'],
    refuses: true,
    change: ({ every, kind }) =>
      refusingCalls(
        ({ request }) =>
          numberFrom(digestOf('method', textOf(request, 'payment_method')), 0, every) === 0
            ? 'the account has no such payment_method'
            : undefined,
        kind as Refusal['kind'],
      ),
  }),
  'terms-of-subscriptions': freedom({
    sections: ['2.4', '2.14'],
    reason: '2.4 and 2.14: required members of a subscription and their values are not shown.',
    parameters: fc.record({
      needs: fc.subarray(['contract', 'contract_amount', 'interval_count', 'billing_cycle'], {
        minLength: 1,
      }),
    }),
    touches: payments,
    refuses: true,
    change: ({ needs }) =>
      refusingCalls(({ request }) =>
        request.subscription === undefined || needs.every((name) => name in objectOf(request.subscription))
          ? undefined
          : 'the subscription is incomplete',
      ),
  }),
  'order-numbers-once': freedom({
    sections: ['2.1', '2.14'],
    reason:
      "2.1: order_no is the merchant's number of an order, and no rule is shown for a second payment under it.",
    parameters: fc.record({
      text: fc.constantFrom('duplicate order_no', 'order_no was used before', 'already paid'),
    }),
    touches: [...payments, 'payout'],
    refuses: true,
    change: ({ text }) =>
      allOf(
        refusingCalls((about) => (about.memo.has(`once ${orderOf(about)}`) ? text : undefined)),
        reshaping((reply, about) => {
          if (reply.accepted) countInMemo(about.memo, `once ${orderOf(about)}`);
          return reply;
        }),
      ),
  }),
  'guard-against-double-clicks': freedom({
    sections: ['8', '2.14'],
    reason: `${because} A guard against double clicks refuses the same card, amount and currency when they come again, once.`,
    parameters: fc.record({ text: fc.constantFrom('duplicate', 'please wait', 'possible double payment') }),
    touches: ['direct-payment'],
    refuses: true,
    change: ({ text }) =>
      refusingCalls(({ request, memo }) => {
        const key = `double ${digestOf(...['card', 'amount', 'currency', 'account_id'].map((name) => textOf(request, name)))}`;
        const times = (memo.get(key) ?? 0) + 1;
        countInMemo(memo, key, times);
        return times === 2 ? text : undefined;
      }),
  }),
  'issuers-decline': freedom({
    sections: ['7.3', '7.7'],
    reason:
      '7.3 and 7.7: result_info has four digits, and what they mean is not shown; issuers decline what they like.',
    parameters: fc.record({
      every: fc.integer({ min: 3, max: 12 }),
      code: fc.constantFrom('2109', '0051', '9999', '1000'),
    }),
    touches: ['direct-payment'],
    refuses: true,
    change: ({ every, code }) =>
      declining('payment', (request) =>
        numberFrom(digestOf('issuer', textOf(request, 'order_no')), 0, every) === 0
          ? { code, text: 'the issuer says no' }
          : undefined,
      ),
  }),
  corridors: freedom({
    sections: ['2.14', '7.5'],
    reason:
      '2.14: currencies, methods and countries of payouts are not shown; 7.5 names the two fields of a failure.',
    parameters: fc.record({
      fails: fc.subarray(['USD', 'GBP', 'JPY', 'EUR', 'CNY'], { minLength: 1 }),
      type: fc.constantFrom('2301', 'NO_CORRIDOR', 'bank'),
    }),
    touches: ['payout'],
    refuses: true,
    change: ({ fails, type }) =>
      declining('payout', (request) =>
        fails.includes(textOf(request, 'payment_currency'))
          ? { code: type, text: 'there is no corridor' }
          : undefined,
      ),
  }),
  lenient: freedom({
    sections: ['2.14', '7.8'],
    reason:
      '2.14 shows neither which fields are required nor their formats, and 7.8 shows no refusal: input may be taken as it is.',
    parameters: fc.record({ extra: fc.boolean() }),
    touches: allBut('apm-payment', 'redirect-payment'),
    change: ({ extra }) =>
      allOf(
        deciding({
          checksSchema(operation, request) {
            const { batch } = operationOf(operation);
            const entries = request[batch?.field ?? ''];
            return batch !== undefined && !(Array.isArray(entries) && entries.every(isObject));
          },
        }),
        extra ? onEveryAnswer((value) => ({ ...value, accepted_as_is: 'true' })) : (behaviour) => behaviour,
      ),
  }),
};
