import type { Said } from '../findings/said.ts';
import { say } from '../findings/say.ts';
import type { JsonValue } from '../types.ts';

/** What may stand between two digits of a whole card number, as the source of a pattern. */
export const betweenDigits = '[ ./-]?';

const digitsInARow = new RegExp(`(?<![0-9])[0-9](?:${betweenDigits}[0-9]){11,18}(?![0-9])`);

/** How many digits of a card number a value shows unmasked, whatever stands around them; undefined where it shows none. */
export function digitsInClear(value: JsonValue | undefined): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const [number] = digitsInARow.exec(text) ?? [];
  return number?.replaceAll(/[^0-9]/g, '').length;
}

/**
 * Tells a value that masks what was sent in place of a plain card number: of one with blanks or hyphens, by position; of what
 * is no number at all, anyhow.
 */
export function isMaskOf(shown: JsonValue, sent: JsonValue | undefined): boolean {
  if (typeof sent !== 'string') return sent !== undefined;
  if (/^[0-9]{12,19}$/.test(sent)) return false;
  if (digitsInClear(sent) === undefined) return true;
  const [head = '', ...others] = typeof shown === 'string' ? shown.split(/\*+/) : [];
  const tail = others.at(-1);
  return tail !== undefined && others.length === 1 && sent.startsWith(head) && sent.endsWith(tail);
}

/** Says what is wrong with a masking of 2.6: other characters than asterisks, more or fewer digits in sight. */
export function wrongMasking(value: JsonValue | undefined): Said | undefined {
  const parts =
    typeof value === 'string' && value.length < 60 ? /^([0-9]*)([^0-9]+)([0-9]*)$/.exec(value) : null;
  if (parts === null) return undefined;
  const [, head = '', mask = '', tail = ''] = parts;
  const others = [...new Set(mask.replaceAll('*', ''))].join('');
  const isRight = head.length === 6 && tail.length === 4;
  if (others === '') return isRight ? undefined : say('digits-in-sight', [], head.length, tail.length);
  return isRight
    ? say('masked-with', [others])
    : say('masked-with-and-in-sight', [others], head.length, tail.length);
}
