import { objectOf } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, onAnswer, onField } from '../behaviour.ts';
import { digestOf } from '../derive.ts';
import { type Fault, faultsAt, planted } from './fault.ts';

const operation = 'payout';

const onBeneficiary = (change: (beneficiary: JsonObject) => JsonObject): Change =>
  onField(operation, 'beneficiary', (_text, value) => change(objectOf(value)));

const onLargeAmounts = (change: (amount: number) => JsonValue): Change =>
  onAnswer(operation, (value) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        typeof one === 'number' && one > 9_999 ? change(one) : one,
      ]),
    ),
  );

/** Deviations of the payout result that change more than one field (2.13). */
export const payoutFaults: readonly Fault[] = [
  ...planted({
    'payout-bank-code-returned': {
      clause: '2.13/bank_details/no-bank_code',
      description: 'bank_details of the result has a bank_code',
      change: onBeneficiary((beneficiary) =>
        'bank_details' in beneficiary
          ? { ...beneficiary, bank_details: { ...objectOf(beneficiary.bank_details), bank_code: '001' } }
          : beneficiary,
      ),
    },
  }),
  ...faultsAt(operation, 'amount_payer_pays', {
    'payout-amounts-with-fraction': ['integer', 'has a fraction', (text) => Number(text) + 0.5],
  }),
  ...planted({
    'payout-large-amount-as-text': {
      clause: '2.13/amount_beneficiary_receives/integer',
      description: 'an integer of more than four digits comes back as a text',
      change: onLargeAmounts(String),
    },
    'payout-large-amount-with-fraction': {
      clause: '2.13/amount_beneficiary_receives/integer',
      description: 'an integer of more than four digits gains a fraction',
      change: onLargeAmounts((amount) => amount * 1.000001),
    },
  }),
  ...faultsAt(operation, 'payment_amount', {
    'payout-large-amount-loses-precision': [
      'echo',
      'keeps four digits of a larger number',
      (text) => text.replace(/(?<=^[0-9]{4})[0-9]+$/, (rest) => '0'.repeat(rest.length)),
    ],
  }),
  ...planted({
    'payout-in-currency-of-source': {
      clause: '2.13/payment_currency/echo',
      description: 'payment_currency is the currency of the source',
      rare: true,
      change: onAnswer(operation, (value) =>
        'source_currency' in value
          ? { ...value, payment_currency: value.source_currency as JsonValue }
          : value,
      ),
    },
  }),
  ...faultsAt(operation, 'fee_amount', {
    'payout-fee-null': ['integer', 'is null', () => null, { verdict: 'warn' }],
  }),
  ...faultsAt(operation, 'payment_amount', {
    decimal: ['digits', 'comes back with two fraction digits', (text) => `${text}.00`],
  }),
  ...planted({
    'payout-beneficiary-changed': {
      clause: '2.13/beneficiary/echo',
      description: 'a text of the beneficiary comes back in capitals with a blank at its end',
      change: onBeneficiary((beneficiary) => {
        const found = Object.entries(beneficiary).find(
          ([name, value]) => typeof value === 'string' && name !== 'date_of_birth',
        );
        return found === undefined
          ? beneficiary
          : { ...beneficiary, [found[0]]: `${String(found[1]).toUpperCase()} ` };
      }),
    },
    'payout-document-lost': {
      clause: '2.13/beneficiary/echo',
      description: 'the last of the documents of the beneficiary does not come back',
      change: onBeneficiary((beneficiary) => {
        const { person_documents: documents } = beneficiary;
        return Array.isArray(documents)
          ? { ...beneficiary, person_documents: documents.slice(0, -1) }
          : beneficiary;
      }),
    },
  }),
  ...faultsAt(operation, 'beneficiary.bank_details.iban', {
    'payout-iban-masked': ['2.13/beneficiary/echo', 'comes back masked', () => '****'],
  }),
  ...planted({
    'payout-same-transaction-id': {
      clause: '2.1/transaction_id/unique',
      description: 'every other payout gets one and the same transaction_id',
      change: onAnswer(operation, (value) =>
        Number.parseInt(digestOf(String(value.request_id)).slice(0, 1), 16) % 2 === 0
          ? { ...value, transaction_id: 'P0000000AK0000000A' }
          : value,
      ),
    },
    'payout-source-as-object': {
      clause: '2.13/source/payer-part',
      description: 'source_amount is a number',
      change: onAnswer(operation, (value) => ({ ...value, source_amount: 12 })),
    },
  }),
];
