import { type Change, deciding, type EntrySubject } from '../../mock/behaviour.ts';
import { isObject } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId, JsonValue } from '../../schemas/types.ts';

/** Lets entries of a batch fail for a reason of the service. */
export function refusingEntries(
  why: (operation: DocumentedOperationId, subject: EntrySubject) => string | undefined,
): Change {
  return deciding(({ entryProblem }) => ({
    entryProblem(operation, found, subject) {
      const text = why(operation, subject);
      return (
        entryProblem(operation, found, subject) ?? (text === undefined ? undefined : { code: '3900', text })
      );
    },
  }));
}

/** Every text of a request, with its name. */
export function textsIn(value: JsonValue, name = ''): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name));
  return isObject(value) ? Object.entries(value).flatMap(([member, one]) => textsIn(one, member)) : [];
}

// Arrays written as one text, addresses and signatures are long by nature.
/** Names of texts that are long by nature. */
export const longByNature =
  /^(?:items|file_data|file_url|encryption_data|user_agent|accept|.*_url|antifraud_.*|note|custom)$/;

/** Zero-width characters, unusual blanks and line ends, typographic signs, and texts that a program could interpret. */
export const oddTexts: Readonly<Record<string, RegExp>> = table({
  unseen: /[\u00a0\u00ad\u2000-\u206f\u3000\ufeff]/,
  signs: /[|~^`]|\$[&`1{]|%s|\{\}/,
  markup: /&#?\w+;|<!--|<script/i,
  words: /^[=@+-][A-Z]|^(["']).*\1$|^(?:true|false|yes|no|constructor|__proto__)$/,
  quotes: /''| OR |\.\.\/| {2}/,
  'other letters': /[^\x20-\x7e\t\r\n]/,
  'outer blanks': /^\s|\s$/,
});
