import type { Said } from '../findings/said.ts';
import { say } from '../findings/say.ts';
import { isBlank } from '../history/outcome.ts';
import { leavesOf } from '../json.ts';
import type { Notebook } from '../judge/notebook.ts';
import { passesLuhn } from '../luhn.ts';
import { documentedOperations } from '../operations.ts';
import type { Answer, JsonValue } from '../types.ts';
import { pathIn, type Rule, type View } from './rule.ts';

const clause = '2.6/card/own-digits';

/** 2.6: the masked card shows the first six and last four digits, so they are those of the card that was sent. */
export const cardDigits: Rule = {
  name: 'card-digits',
  clauses: [clause],
  operations: ['direct-payment'],
  looksAt: 'answer',
  check(view, notebook) {
    const { card: sent } = view.request;
    const { card: shown } = view.answer;
    if (!view.comparable || !view.fits || typeof sent !== 'string' || typeof shown !== 'string') return;
    const digits = sent.replaceAll(/[ -]/g, '');
    const masked = /^([0-9]{6})\*+([0-9]{4})$/.exec(shown);
    if (masked === null || !/^[0-9]{11,}$/.test(digits)) return;
    notebook.judges(clause, masked[1] === digits.slice(0, 6) && masked[2] === digits.slice(-4), {
      kind: 'differs',
      path: pathIn(view, 'card'),
      expected: say('own-digits'),
      received: say('other-digits'),
    });
  },
};

/** What may be between two digits of a whole card number, as the source of a pattern. */
const betweenDigits = '[ ./-]?';

const digitsInARow = new RegExp(`(?<![0-9])[0-9](?:${betweenDigits}[0-9]){11,18}(?![0-9])`);

/** How many digits of a card number a value shows unmasked, whatever is around them; undefined where it shows none. */
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

const clear = '2.6/card/in-clear';

/** 2.6: the number is masked in the one field that shows it, so no answer ought to hold it whole. */
export const wholeCard: Rule = {
  name: 'whole-card',
  clauses: ['2.6/card/masked-everywhere', clear],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check(view, notebook) {
    const { request, received, decoded, operation } = view;
    const card = cardNumber(request.card);
    if (operation.id === 'direct-payment') judgeOwnField(view, notebook);
    if (card === undefined || received === undefined) return;
    // The card field itself has a clause for its own shape.
    const own = operation.answers === 'xml' ? 'respon.card' : 'card';
    const values = decoded?.ok ? pathsHolding(decoded.value, card) : [];
    // A comment shows the number as well as a value does.
    const text = values.length > 0 ? '' : new TextDecoder().decode(received.body);
    const isBeside = decoded?.ok ? holdsAlone(text, card) : holds(text, card);
    const paths = isBeside ? [''] : values.filter((path) => path !== own);
    notebook.holds('2.6/card/masked-everywhere');
    for (const path of [...paths, ...headersHolding(received, card)]) {
      notebook.breaks('2.6/card/masked-everywhere', {
        kind: 'card-in-clear',
        path,
        expected: say('no-whole-card'),
        received: say('in-clear', [], card.length),
      });
    }
  },
};

/** 2.6: the one field that shows the card shows it masked; what was sent in place of a number may come back as it was. */
function judgeOwnField({ answer, request }: View, notebook: Notebook): void {
  const digits = digitsInClear(answer.card);
  if (isBlank(answer.card)) return;
  if (request.card !== undefined && digitsInClear(request.card) === undefined) return;
  notebook.judges(clear, digits === undefined, {
    kind: 'card-in-clear',
    path: 'respon.card',
    expected: say('masked-card'),
    received: say('in-clear', [], digits ?? 0),
  });
}

/** The digits of a sent card when they are a card number: twelve to nineteen digits whose check digit is right. */
export function cardNumber(value: JsonValue | undefined): string | undefined {
  const digits = typeof value === 'string' ? value.replaceAll(/[ -]/g, '') : '';
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits) ? digits : undefined;
}

/** Paths of the texts that hold the number, alone or with a blank, a hyphen, a dot or a slash between its digits; a longer run of digits is something else. */
function pathsHolding(value: JsonValue, card: string): string[] {
  return leavesOf(value).flatMap(([path, leaf]) => (holds(String(leaf), card) ? [path] : []));
}

/** Tells whether a text holds a number as a separate word, in a row or in the groups that evidence shows next to values. */
function holdsAlone(text: string, card: string): boolean {
  if (!text.includes(card.slice(0, 4))) return false;
  return new RegExp(`(?<![0-9A-Za-z])${[...card].join('[ -]?')}(?![0-9A-Za-z])`).test(text);
}

/** Paths of the headers of an answer whose value holds a number, as it is or with percent signs. */
function headersHolding({ headers }: Answer, card: string): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    holds(value, card) || (value.includes('%') && holds(withoutPercents(value), card))
      ? [`headers.${name}`]
      : [],
  );
}

function withoutPercents(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Tells whether a text holds a number written in Base64 or hexadecimal, which is as whole as it was. */
function holdsWritten(text: string, card: string): boolean {
  // Base64 is the shorter of both, and most texts are shorter.
  if (text.length < card.length + 4) return false;
  const hex = Buffer.from(card).toString('hex');
  return inBase64(card).some((written) => text.includes(written)) || text.toLowerCase().includes(hex);
}

/** What of a number is the same in Base64 whatever is around it: three bytes become four signs, so it may begin in three places. */
function inBase64(card: string): string[] {
  return [0, 1, 2].map((before) => {
    const signs = Buffer.from(' '.repeat(before) + card).toString('base64');
    return signs.slice(Math.ceil((before * 4) / 3), Math.floor(((before + card.length) * 4) / 3));
  });
}

/** Tells whether a text holds a card number whole, as it is or written in Base64 or hexadecimal. */
export function holds(text: string, card: string): boolean {
  if (text.length < card.length) return false;
  if (holdsWritten(text, card)) return true;
  if (!text.includes(card.slice(0, 4))) return false;
  return new RegExp(`(?<![0-9])${[...card].join(betweenDigits)}(?![0-9])`).test(text);
}
