import { operationOf } from '../../schemas/operations.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { allOf, type Change, deciding } from '../manner.ts';
import { refusal } from '../refusal.ts';
import { escapeMarkup } from '../write/xml.ts';
import type { Dialect } from './dialect.ts';

/** Signs without a width, other blanks and line ends, typographic signs, and what programs could take for their own language. */
const odd = [
  /[\u00a0\u00ad\u2000-\u206f\u3000\ufeff]/,
  /[|~^`]|\$[&`1{]|%s|\{\}/,
  /&#?\w+;|<!--|<script/i,
  /^[=@+-][A-Z]|^(["']).*\1$|^(?:true|false|yes|no|constructor|__proto__)$/,
  /''| OR |\.\.\/| {2}/,
];

/** What some fields have to look like, by a part of their names. */
const shapes: readonly (readonly [name: RegExp, shape: RegExp])[] = [
  [/phone|mobile/, /^[+()\d -]*$/],
  [/email/, /^[^@\s]+@[^@\s]+$/],
  [/_ip$/, /^[\d.:a-f]+$/i],
  [/postal_code|postcode/, /^[\w -]{1,12}$/],
];

function isTaken(name: string, text: string): boolean {
  if (text === '') return true;
  const isShaped = shapes.every(([part, shape]) => !part.test(name) || shape.test(text));
  return isShaped && !odd.some((sign) => sign.test(text));
}

function takesAll(value: JsonValue, name = ''): boolean {
  if (typeof value === 'string') return isTaken(name, value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([member, one]) => takesAll(one, Array.isArray(value) ? name : member));
}

/** What a payment by card is told: the reason alone, inside the element of a result. */
const sayingWhyAlone: Change = (manner) => ({
  ...manner,
  refuse(refused, about) {
    if (about.operation !== 'direct-payment' || refused.kind !== 'terms')
      return manner.refuse(refused, about);
    const text = `<respon>${escapeMarkup(refused.text)}</respon>`;
    return { form: 'text', status: 200, accepted: false, contentType: 'application/xml', text };
  },
});

/** Payments, payouts and cancellations of subscriptions only with texts that a careful service stores. */
export const validatesTexts: Dialect = {
  name: 'validates-texts',
  reason:
    '2.14 shows neither allowed values nor formats of texts, so a service may refuse signs, blanks and words that it does not want to store; 7.8 shows no refusal.',
  declares: { warns: [] },
  change: allOf(
    sayingWhyAlone,
    deciding({
      objection: ({ operation, request }) =>
        operationOf(operation).batch !== undefined || takesAll(request)
          ? undefined
          : refusal('terms', 'a text is not taken here', request),
    }),
  ),
};
