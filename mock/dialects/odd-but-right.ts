import { table } from '../../schemas/table.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { allOf, deciding, wording } from '../manner.ts';
import { plainManner } from '../plain.ts';
import { onEveryAnswer } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

const odd: Readonly<Record<string, (text: string) => JsonValue>> = table({
  card: (text) => text.replace(/\*+/, '*'),
  created_at: (text) => text.replace(/\+0000$/, '-0330'),
  last_updated_at: (text) => text.replace(/\+0000$/, '-0330'),
  short_reference_id: (text) => `${text.slice(0, 9)}ä-/ #1`,
  request_id: (text) => text.toLowerCase(),
  threeds_result: () => '',
  note: (text) => text,
});

function oddly(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? (odd[name]?.(member) ?? member) : member,
    ]),
  );
}

/** Every stated shape met in an unusual way: one asterisk, negative offsets, texts with colons and line feeds, UUIDs in small letters, refunds from 51. */
export const oddButRight: Dialect = {
  name: 'odd-but-right',
  reason:
    'The shapes of 2.6, 2.9 and 2.13 fix letters and digits, not the number of asterisks, the sign of an offset, the case of hexadecimal digits, texts after a colon or the first two digits.',
  // An empty threeds_result is an absent one (2.14).
  declares: { warns: ['2.6/respon/listed'] },
  touches: ['direct-payment', 'refund', 'payout'],
  change: allOf(
    deciding({ refundNumber: (order) => ((order.refunds + 50) % 99) + 1 }),
    wording({
      order: { ...plainManner.words.order, result: '0000:approved: see\nyour bank; 完了' },
      refundMessage: { done: 'a0000:', failedLetter: 'Z' },
    }),
    onEveryAnswer(oddly),
  ),
};
