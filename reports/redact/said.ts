import type { SecretClass } from '../../schemas/contract.ts';
import { phrases } from '../../schemas/findings/phrases.ts';
import type { Said, SeenValue } from '../../schemas/findings/said.ts';
import { maskFreeText } from './free-text.ts';
import { maskOf } from './masks.ts';
import type { Scope } from './scope.ts';
import { maskedOrWithheld } from './withheld.ts';

/** Masks the values of one side of a finding; `secret` is the class of the field that it is about. */
export function maskSaid(said: Said, scope: Scope, secret: SecretClass | undefined): Said {
  if (said.values === undefined) return said;
  const places = phrases[said.says].match(/\{=?\}/g) ?? [];
  // What is written plain is a text about the value, such as where a body stops being JSON.
  const classAt = (at: number) => (places[at] === '{=}' ? undefined : secret);
  return { ...said, values: said.values.map((value, at) => maskSeen(value, scope, classAt(at))) };
}

function maskSeen(seen: SeenValue, scope: Scope, secret: SecretClass | undefined): SeenValue {
  switch (seen.type) {
    case 'string': {
      const mask = (text: string) => maskText(text, scope, secret);
      const value = maskedOrWithheld(seen.value, mask);
      return { ...seen, value: seen.length === undefined ? value : withoutHalves(value) };
    }
    case 'number':
      return { ...seen, value: secret === undefined ? maskNumber(seen.value, scope) : 0 };
    case 'object':
      return {
        ...seen,
        names: seen.names.map((name) => maskedOrWithheld(name, (one) => maskFreeText(one, scope, 'field'))),
      };
    default:
      return seen;
  }
}

function maskText(text: string, scope: Scope, secret: SecretClass | undefined): string {
  const whole = scope.secrets.get(text) ?? (secret === undefined ? undefined : maskOf(secret, text));
  return whole ?? maskFreeText(text, scope, 'field');
}

// A number that is a card number is one of the texts that free text is searched for.
function maskNumber(value: number | string, scope: Scope): number | string {
  const masked = maskFreeText(String(value), scope, 'field');
  return masked === String(value) ? value : masked;
}

/** Where a long value was cut, a card number may have been cut in two. */
function withoutHalves(text: string): string {
  const crossed = (digits: string) => digits.slice(0, 6).padEnd(digits.length, 'x');
  return text
    .replaceAll(/\d{7,18}(?=…)/g, crossed)
    .replaceAll(/(?<=…)\d{7,18}/g, (digits) => digits.slice(-4).padStart(digits.length, 'x'));
}
