import fc from 'fast-check';
import { type Change, onAnswer, without } from '../../mock/behaviour.ts';
import { withoutPayer } from '../../mock/changes.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { type FreedomTable, freedom, moving } from './freedom.ts';

/** A time with an offset: another writing of the same moment. */
function withOffset(text: string, offset: string, special: string): string {
  const moment = text.slice(0, 19);
  if (special === 'midnight') return `${moment.slice(0, 10)}T24:00:00${offset}`;
  return special === 'leap second'
    ? `${moment.slice(0, 10)}T${leapMinute(offset)}:60${offset}`
    : `${moment}${offset}`;
}

/** The minute of a leap second in local time: it is the last one of the day in UTC. */
function leapMinute(offset: string): string {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3));
  const local = (24 * 60 - 1 + (offset.startsWith('-') ? -minutes : minutes) + 24 * 60) % (24 * 60);
  return [Math.floor(local / 60), local % 60].map((one) => String(one).padStart(2, '0')).join(':');
}

function onPayerPart(names: readonly string[], put: JsonValue): Change {
  return onAnswer('payout', (value) =>
    put === 'absent'
      ? without(value, ...names)
      : { ...value, ...Object.fromEntries(names.map((name) => [name, put])) },
  );
}

/** What the result of a payout holds. */
export const payouts: FreedomTable = {
  'short-references': freedom({
    sections: ['2.13'],
    reason: '2.13: a short_reference_id ends with six characters, whichever they are.',
    parameters: fc.record({
      end: fc.constantFrom('ä-/ #1', '000000', 'abcdef', '------', '中文字符一二', '&<>"\'\\'),
    }),
    touches: ['payout'],
    change: ({ end }) =>
      onAnswer(
        'payout',
        moving(['short_reference_id'], (text) => `${text.slice(0, 9)}${end}`),
      ),
  }),
  'case-of-request-ids': freedom({
    sections: ['2.13'],
    reason:
      '2.13: request_id has UUID shape, and a UUID is the same in capitals and in small letters (RFC 9562, 4).',
    parameters: fc.record({ to: fc.constantFrom('small letters', 'capitals') }),
    touches: ['payout'],
    change: ({ to }) =>
      onAnswer(
        'payout',
        moving(['request_id'], (text) => (to === 'capitals' ? text.toUpperCase() : text.toLowerCase())),
      ),
  }),
  'times-of-payouts': freedom({
    sections: ['2.13'],
    reason:
      '2.13: an ISO 8601 time with a numeric offset; which offset is not shown, and 24:00:00 and second 60 are ISO 8601.',
    parameters: fc.record({
      offset: fc.constantFrom('+0000', '-0330', '+1400', '-1200', '+0545'),
      special: fc.constantFrom('none', 'midnight', 'leap second'),
    }),
    touches: ['payout'],
    change: ({ offset, special }) =>
      onAnswer(
        'payout',
        moving(['created_at', 'last_updated_at'], (text) => withOffset(text, offset, special)),
      ),
  }),
  'payer-part': freedom({
    sections: ['2.13'],
    reason:
      '2.13 leaves out "the payer part of source", which is defined nowhere, so none of it is judged (C-04).',
    parameters: fc.record({
      names: fc.subarray(['payer', 'source_amount', 'source_currency'], { minLength: 1 }),
      put: fc.constantFrom<JsonValue>('absent', null, '', {}, []),
    }),
    touches: ['payout'],
    change: ({ names, put }) =>
      names.length === 3 && put === 'absent' ? withoutPayer : onPayerPart(names, put),
  }),
  'payer-names-only': freedom({
    sections: ['2.13'],
    reason:
      '2.13 leaves out "the payer part of source" (C-04): a payer may be there with some of its members.',
    parameters: fc.record({
      names: fc.subarray(['company_name', 'first_name', 'last_name', 'entity_type', 'address']),
    }),
    touches: ['payout'],
    change: ({ names }) =>
      onAnswer('payout', (value) => {
        const payer = value.payer;
        if (typeof payer !== 'object' || payer === null || Array.isArray(payer)) return value;
        return {
          ...value,
          payer: Object.fromEntries(Object.entries(payer).filter(([name]) => names.includes(name))),
        };
      }),
  }),
  'fees-of-payouts': freedom({
    sections: ['1.2', '2.13'],
    reason: '1.2 and 2.13: fees and amounts of a result are integers; how they are worked out is not shown.',
    parameters: fc.record({
      fee_amount: fc.constantFrom(0, 1, 2500, 9_007_199_254_740_991),
      fee_currency: fc.constantFrom('EUR', 'USD', 'XAF'),
      payer_id: fc.constantFrom('P-1', '0', 'the payer'),
      local_clearing_system: fc.constantFrom('SEPA', 'ACH', '本地'),
    }),
    touches: ['payout'],
    change: ({ local_clearing_system, ...rest }) =>
      onAnswer('payout', (value) => {
        const beneficiary = value.beneficiary as JsonObject | undefined;
        const details = beneficiary?.bank_details as JsonObject | undefined;
        if (beneficiary === undefined || details === undefined) return { ...value, ...rest };
        return {
          ...value,
          ...rest,
          beneficiary: { ...beneficiary, bank_details: { ...details, local_clearing_system } },
        };
      }),
  }),
};
