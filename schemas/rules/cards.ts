import type { Said } from '../findings/said.ts';
import { say } from '../findings/say.ts';
import { isBlank } from '../history/outcome.ts';
import { leavesOf } from '../json.ts';
import type { Recorder } from '../judge/recorder.ts';
import { passesLuhn } from '../luhn.ts';
import { onceForText } from '../once-for.ts';
import { documentedOperations } from '../operations.ts';
import type { Answer, JsonValue } from '../types.ts';
import { pathIn, type Rule, type View } from './rule.ts';

const clause = '2.6/card/own-digits';

/** 2.6: the masked card shows the first six and last four digits of the card that was sent, unless a token names another one. */
export const cardDigits: Rule = {
  name: 'card-digits',
  clauses: [clause],
  operations: ['direct-payment'],
  looksAt: 'answer',
  refusals: true,
  check(view, recorder) {
    const { card: sent, token_id } = view.request;
    const { card: shown } = view.answer;
    if (!view.comparable || !view.fits || !isBlank(token_id)) return;
    if (typeof sent !== 'string' || typeof shown !== 'string') return;
    const digits = sent.replaceAll(/[ -]/g, '');
    const masked = /^([0-9]{6})\*+([0-9]{4})$/.exec(shown);
    if (masked === null || !/^[0-9]{11,}$/.test(digits)) return;
    recorder.judges(clause, masked[1] === digits.slice(0, 6) && masked[2] === digits.slice(-4), {
      kind: 'differs',
      path: pathIn(view, 'card'),
      expected: say('own-digits'),
      received: say('other-digits'),
    });
  },
};

/** Separator that may be between two digits of a card number, as the source of a pattern. */
const betweenDigits = '[ ./-]?';

/** The separators with which evidence still masks a number. */
const apart = '[\\s.,/_|:+–—-]{0,3}';

const digitsInARow = new RegExp(`(?<![0-9])[0-9](?:${betweenDigits}[0-9]){11,18}(?![0-9])`);

/** The number of unmasked digits of a card number in a value, whatever surrounds them; undefined if there is none. */
export function digitsInClear(value: JsonValue | undefined): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const [number] = digitsInARow.exec(text) ?? [];
  return number?.replaceAll(/[^0-9]/g, '').length;
}

/**
 * True for a value that masks what was sent instead of a plain card number: a number with separators by position, a
 * text that is not a number in any way.
 */
export function isMaskOf(shown: JsonValue, sent: JsonValue | undefined): boolean {
  if (typeof sent !== 'string') return sent !== undefined;
  if (/^[0-9]{12,19}$/.test(sent)) return false;
  if (digitsInClear(sent) === undefined) return true;
  const [head = '', ...others] = typeof shown === 'string' ? shown.split(/\*+/) : [];
  const tail = others.at(-1);
  return tail !== undefined && others.length === 1 && sent.startsWith(head) && sent.endsWith(tail);
}

/** The deviation from the masking of 2.6: other characters than asterisks, or more or fewer visible digits. */
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

/** 2.6: the field that shows the number masks it, so no answer may contain the full number. */
export const wholeCard: Rule = {
  name: 'whole-card',
  clauses: ['2.6/card/masked-everywhere', clear],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'as-allowed',
  check(view, recorder) {
    const { request, received, decoded, operation } = view;
    const card = cardNumber(request.card);
    if (operation.id === 'direct-payment') judgeOwnField(view, recorder);
    if (card === undefined || received === undefined) return;
    // The card field has a clause for its own shape.
    const own = operation.answers === 'xml' ? 'respon.card' : 'card';
    const values = decoded?.ok ? pathsHolding(decoded.value, card) : [];
    // A comment exposes the number as well as a value does.
    const text = values.length > 0 ? '' : new TextDecoder().decode(received.body);
    const isBeside = decoded?.ok ? holdsSeparately(text, card) : holdsCard(text, card);
    const paths = isBeside ? [''] : values.filter((path) => path !== own);
    recorder.holds('2.6/card/masked-everywhere');
    for (const path of [...paths, ...headersHolding(received, card)]) {
      recorder.breaks('2.6/card/masked-everywhere', {
        kind: 'card-in-clear',
        path,
        expected: say('no-whole-card'),
        received: say('in-clear', [], card.length),
      });
    }
  },
};

/** 2.6: the card field of the answer is masked; a sent value that is not a number may come back unchanged. */
function judgeOwnField({ answer, request }: View, recorder: Recorder): void {
  const digits = digitsInClear(answer.card);
  if (isBlank(answer.card)) return;
  if (request.card !== undefined && digitsInClear(request.card) === undefined) return;
  recorder.judges(clear, digits === undefined, {
    kind: 'card-in-clear',
    path: 'respon.card',
    expected: say('masked-card'),
    received: say('in-clear', [], digits ?? 0),
  });
}

/** The digits of a sent card number: 12 to 19 digits with a correct check digit; otherwise undefined. */
export function cardNumber(value: JsonValue | undefined): string | undefined {
  const digits = typeof value === 'string' ? value.replaceAll(/[ -]/g, '') : '';
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits) ? digits : undefined;
}

/** Paths of the values with the number, plain or with separators; a longer run of digits does not count. */
function pathsHolding(value: JsonValue, card: string): string[] {
  return leavesOf(value).flatMap(([path, leaf]) => (holdsCard(String(leaf), card) ? [path] : []));
}

/** True if a text has the number as a separate word, plain or grouped. */
function holdsSeparately(text: string, card: string): boolean {
  if (!text.includes(card.slice(0, 4))) return false;
  return new RegExp(`(?<![0-9A-Za-z])${[...card].join(apart)}(?![0-9A-Za-z])`).test(text);
}

/** Paths of the headers that contain the number, plain or percent-encoded. */
export function headersHolding({ headers }: Answer, card: string): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    holdsCard(value, card) || (value.includes('%') && holdsCard(withoutPercents(value), card))
      ? [`headers.${name}`]
      : [],
  );
}

function withoutPercents(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A card number in hexadecimal, and in Base64 for each of its three alignments without what depends on its context. */
const formsOf = onceForText((card) => ({
  hex: Buffer.from(card).toString('hex'),
  inBase64: [0, 1, 2].map((before) => {
    const signs = Buffer.from(' '.repeat(before) + card).toString('base64');
    return signs.slice(Math.ceil((before * 4) / 3), Math.floor(((before + card.length) * 4) / 3));
  }),
}));

/** True if a text contains the number in Base64 or hexadecimal, which exposes it just as well. */
function holdsWritten(text: string, card: string): boolean {
  // Base64 is the shorter of the two, and most texts are shorter still.
  if (text.length < card.length + 4) return false;
  const { hex, inBase64 } = formsOf(card);
  return inBase64.some((written) => text.includes(written)) || text.toLowerCase().includes(hex);
}

/** Returns whether a text contains a full card number, plain, in Base64 or in hexadecimal. */
export function holdsCard(text: string, card: string): boolean {
  if (text.length < card.length) return false;
  if (holdsWritten(text, card)) return true;
  if (!text.includes(card.slice(0, 4))) return false;
  return new RegExp(`(?<![0-9])${[...card].join(apart)}(?![0-9])`).test(text);
}
