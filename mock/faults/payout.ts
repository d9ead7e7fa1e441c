import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { digestOf } from '../derive.ts';
import type { Change } from '../manner.ts';
import { objectOf } from '../operations/request-member.ts';
import { onAnswer, onMember } from './alter.ts';
import { type Fault, planted } from './fault.ts';

const operation = 'payout';

const onBeneficiary = (change: (beneficiary: JsonObject) => JsonObject): Change =>
  onAnswer(operation, (value) =>
    'beneficiary' in value ? { ...value, beneficiary: change(objectOf(value, 'beneficiary')) } : value,
  );

const onLargeAmounts = (change: (amount: number) => JsonValue): Change =>
  onAnswer(operation, (value) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        typeof one === 'number' && one > 9_999 ? change(one) : one,
      ]),
    ),
  );

/** Deviations of the payout's result that take more than one field (2.13). */
export const payoutFaults: readonly Fault[] = planted({
  'payout-bank-code-returned': {
    clause: '2.13/bank_details/no-bank_code',
    description: 'bank_details of the result has a bank_code',
    change: onBeneficiary((beneficiary) =>
      'bank_details' in beneficiary
        ? { ...beneficiary, bank_details: { ...objectOf(beneficiary, 'bank_details'), bank_code: '001' } }
        : beneficiary,
    ),
  },
  'payout-amounts-with-fraction': {
    clause: '2.13/amount_payer_pays/integer',
    description: 'amount_payer_pays has a fraction',
    change: onMember(operation, 'amount_payer_pays', (text) => Number(text) + 0.5),
  },
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
  'payout-large-amount-loses-precision': {
    clause: '2.13/payment_amount/echo',
    description: 'payment_amount keeps four digits of a larger number',
    change: onMember(operation, 'payment_amount', (text) =>
      text.replace(/(?<=^[0-9]{4})[0-9]+$/, (rest) => '0'.repeat(rest.length)),
    ),
  },
  'payout-in-currency-of-source': {
    clause: '2.13/payment_currency/echo',
    description: 'payment_currency is the currency of the source',
    rare: true,
    change: onAnswer(operation, (value) =>
      'source_currency' in value ? { ...value, payment_currency: value.source_currency as JsonValue } : value,
    ),
  },
  'payout-fee-null': {
    clause: '2.13/fee_amount/integer',
    verdict: 'warn',
    description: 'fee_amount is null',
    change: onAnswer(operation, (value) => ({ ...value, fee_amount: null })),
  },
  'payout-payment-amount-decimal': {
    clause: '2.13/payment_amount/digits',
    description: 'payment_amount comes back with two fraction digits',
    change: onMember(operation, 'payment_amount', (text) => `${text}.00`),
  },
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
  'payout-iban-masked': {
    clause: '2.13/beneficiary/echo',
    description: 'iban comes back masked',
    change: onBeneficiary((beneficiary) => {
      const details = objectOf(beneficiary, 'bank_details');
      return 'iban' in details ? { ...beneficiary, bank_details: { ...details, iban: '****' } } : beneficiary;
    }),
  },
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
});
