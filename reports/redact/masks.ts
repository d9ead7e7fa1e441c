import type { SecretClass } from '../../schemas/contract.ts';
import { fillCardDigits, isDigit, maskCardDigits } from './card-numbers.ts';
import { tagOf, withRunKey } from './run-key.ts';

const tagLetters = 'bcdfghjkmnpqrtvz';

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

// Characters outside ASCII stay outside ASCII, because a check may distinguish full-width digits from ASCII digits.
function maskWide(value: string): string {
  return (
    value
      .replaceAll(/[^\P{N}0-9]/gu, '０')
      .replaceAll(/[^\P{Lu}A-Z]/gu, 'Ø')
      .replaceAll(/[^\P{L}A-Za-zØ]|\p{M}/gu, 'ø')
      // A name may consist of characters that are neither letters nor digits.
      .replaceAll(/[^\p{ASCII}\p{Z}０Øø]/gu, 'ø')
  );
}

/** Letters become `x`, digits `0`, the first ones carry the tag; case, length, punctuation and kind of script stay. */
function maskShape(value: string, tag: string): string {
  let used = 0;
  let masked = '';
  let wide = false;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    const digit = isDigit(code);
    const upper = isUpper(code);
    if (!digit && !upper && !isLower(code)) {
      masked += value[at];
      wide ||= code > 0x7f;
      continue;
    }
    const nibble = used < tag.length ? Number.parseInt(tag[used] ?? '0', 16) : undefined;
    used += 1;
    if (digit) masked += String((nibble ?? 0) % 10);
    else {
      const letter = nibble === undefined ? 'x' : (tagLetters[nibble] ?? 'x');
      masked += upper ? letter.toUpperCase() : letter;
    }
  }
  return wide ? maskWide(masked) : masked;
}

function lettersAndDigits(value: string): { letters: number; all: number } {
  let [letters, digits] = [0, 0];
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (isDigit(code)) digits += 1;
    else if (isUpper(code) || isLower(code) || code > 0x7f) letters += 1;
  }
  return { letters, all: letters + digits };
}

// A tag reveals part of a value, so it is shorter than the range of possible values.
function personalTag(value: string): string {
  const { letters, all } = lettersAndDigits(value);
  return all >= 6 && (letters >= 4 || all >= 11) ? tagOf(value).slice(0, 2) : '';
}

function tokenTag(value: string): string {
  const { all } = lettersAndDigits(value);
  return all >= 16 ? tagOf(value).slice(0, 8) : all >= 8 ? tagOf(value).slice(0, 3) : '';
}

function maskSignature(value: string): string {
  if (value.length < 16 || !/^[0-9A-Fa-f]+$/.test(value)) return maskShape(value, tokenTag(value));
  const tag = tagOf(value.toLowerCase()).slice(0, 8);
  const repeated = tag.repeat(Math.ceil(value.length / 8)).slice(0, value.length);
  return /[A-F]/.test(value) ? repeated.toUpperCase() : repeated;
}

function maskCard(value: string): string {
  // First six and last four around asterisks is the documented masked form (2.6); around x, the suite's own mask.
  const [, between = ''] = /^[0-9]{0,6}([^0-9]*)[0-9]{0,4}$/.exec(value) ?? [];
  if (/[*x]/.test(between)) return value;
  const letters = value.replaceAll(/\p{L}/gu, (letter) => (/[a-zA-Z]/.test(letter) ? 'a' : 'ø'));
  if (!letters.includes('*')) return maskCardDigits(letters);
  const [, lead = '', middle = '', tail = ''] = /^([0-9]{0,6})(.*?)([0-9]{0,4})$/s.exec(letters) ?? [];
  return `${lead}${middle.replaceAll(/[0-9]/g, 'x')}${tail}`;
}

function maskSecurityCode(value: string): string {
  return value
    .replaceAll(/[0-9A-Za-z]/g, 'x')
    .replaceAll(/[^\P{L}a-zA-Z]/gu, 'ø')
    .replaceAll(/[^\P{N}0-9]/gu, '０');
}

function isCalendarDate(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

// A real date becomes a real date, an invalid leap day another invalid leap day, any other value an invalid date.
function maskDate(value: string): string {
  if (isCalendarDate(value)) return '1900-01-01';
  return value.endsWith('-02-29') ? '1900-02-29' : '0000-00-00';
}

function maskPersonal(value: string): string {
  // A field with only a date is a date of birth (2.13).
  if (value.length === 10 && /^\d{4}-\d\d-\d\d$/.test(value)) return maskDate(value);
  const [, scheme = '', rest = value] = (value.includes('://') && /^(https?:\/\/)(.*)$/is.exec(value)) || [];
  return scheme + maskShape(rest, personalTag(value));
}

const masks: Readonly<Record<SecretClass, (value: string) => string>> = {
  card: maskCard,
  'security-code': maskSecurityCode,
  token: withRunKey((value) => maskShape(value, tokenTag(value))),
  signature: withRunKey(maskSignature),
  personal: withRunKey(maskPersonal),
};

/**
 * Masks a value of a class. The mask has the same shape, is recognisable, and is equal for equal values if there is
 * space for a tag. Cards keep the first six and last four digits around `x`; security codes keep only their length.
 */
export function maskOf(secret: SecretClass, value: string): string {
  return masks[secret](value);
}

/** True if digits replace the mask of the class when a stored request is judged again. */
export function hasStandIn(secret: SecretClass | undefined): boolean {
  return secret === 'card' || secret === 'security-code';
}

/** The digits that replace a masked card or security code when a stored request is judged again. */
export function standInOf(secret: SecretClass, masked: string): string {
  if (!hasStandIn(secret) || masked.includes('*')) return masked;
  return secret === 'card' ? fillCardDigits(masked) : masked.replaceAll('x', '0');
}
