import type { JsonValue } from '../types.ts';

/** How many digits a value shows that is a card number and nothing else, unmasked; undefined for any other value. */
export function digitsInClear(value: JsonValue | undefined): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^[0-9](?:[ .-]?[0-9]){11,18}$/.test(text)) return undefined;
  return text.replaceAll(/[^0-9]/g, '').length;
}

/** How findings word a card number that was not masked: its digits are never written out. */
export function inClear(digits: number): string {
  return `${digits} digits, not masked (shown masked here)`;
}

/** Says what is wrong with a masking of 2.6: other characters than asterisks, more or fewer digits in sight. */
export function wrongMasking(value: JsonValue | undefined): string | undefined {
  const parts =
    typeof value === 'string' && value.length < 60 ? /^([0-9]*)([^0-9]+)([0-9]*)$/.exec(value) : null;
  if (parts === null) return undefined;
  const [, head = '', mask = '', tail = ''] = parts;
  const others = [...new Set(mask.replaceAll('*', ''))].join('');
  const said = [
    others === '' ? '' : `masked with ${others} instead of asterisks`,
    head.length === 6 ? '' : `${head.length} digits in sight at the start instead of 6`,
    tail.length === 4 ? '' : `${tail.length} digits in sight at the end instead of 4`,
  ].filter((one) => one !== '');
  return said.length === 0 ? undefined : said.join(', ');
}
