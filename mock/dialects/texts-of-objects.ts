import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { allOf } from '../manner.ts';
import { onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';
import { lenient } from './lenient.ts';

function textOfParts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(String).join(',');
  if (!isObject(value)) return value;
  return `{${Object.entries(value)
    .map(([name, part]) => `${name}=${String(part)}`)
    .join(', ')}}`;
}

/** Repeats under its name what was sent as an object or a list, as a text. */
function inTexts(result: JsonObject, sent: JsonValue | undefined): JsonObject {
  if (!isObject(sent)) return result;
  const odd = Object.entries(sent).filter(([name, value]) => name in result && typeof value === 'object');
  return { ...result, ...Object.fromEntries(odd.map(([name, value]) => [name, textOfParts(value ?? '')])) };
}

/** Entries repeat what was wrongly sent as an object or a list as the text that a language makes of it. */
export const textsOfObjects: Dialect = {
  name: 'texts-of-objects',
  reason:
    'All entry values are strings (2.9), and how an object that was sent in place of a text is written as one is not shown.',
  declares: { warns: [] },
  change: allOf(
    lenient.change,
    onEveryList((entries, { operation, request }) => {
      const { batch } = operationOf(operation);
      const sent = batch === undefined ? undefined : request[batch.field];
      return Array.isArray(sent) ? entries.map((entry, index) => inTexts(entry, sent[index])) : entries;
    }),
  ),
};
