import { defined } from '../../schemas/defined.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { type Learner, triedRow } from './learner.ts';
import { largestPassing } from './searches.ts';

/** The document allows texts of 1 to 255 characters. */
const highest = 255;

/** Free texts for which the document shows neither length nor characters. */
const freeTexts = ['first_name', 'last_name', 'billing_address', 'billing_city', 'delivery_address'] as const;

/** Characters of names and addresses, from the most to the least widely accepted. */
const kinds = [
  { name: 'apostrophe and hyphen', example: "d'A-b" },
  { name: 'full stop, comma and slash', example: 'a. b, c/d' },
  { name: 'number sign and brackets', example: '#5 (b)' },
  { name: '& and angle brackets', example: 'a & b <c>' },
  { name: 'letters with accents', example: 'éñüß' },
  { name: 'Greek and Cyrillic', example: 'ΩЖ' },
  { name: 'Han and kana', example: '漢か' },
  { name: 'characters beyond the basic plane', example: '\u{20bb7}' },
] as const;

/** A kind of characters in a text. */
interface Characters {
  readonly name: string;
  readonly example: string;
}

const operation = 'direct-payment';
const namesOf = (some: readonly Characters[]) => some.map(({ name }) => name);

/** Learns and returns the kinds of characters that a text may contain; all are tried at once. */
async function learnCharacters<Kind extends Characters>(
  learner: Learner,
  texts: { readonly subject: string; readonly defect: string; readonly none: string },
  all: readonly Kind[],
  passes: (some: readonly Kind[]) => Promise<boolean>,
): Promise<readonly Kind[]> {
  let taken: readonly Kind[] = [];
  await learner.learns(
    { clause: '2.14/formats', operation, subject: `characters of ${texts.subject}` },
    async () => {
      const refused = await learner.culprits(
        `${texts.defect} with characters that are not taken`,
        all,
        passes,
      );
      taken = all.filter((kind) => !refused.includes(kind));
      return triedRow(namesOf(all), namesOf(taken), texts.none);
    },
  );
  return taken;
}

/** Learns the maximum length and the allowed characters of the free texts of a payment. */
export async function learnFreeTexts(learner: Learner, body: JsonObject): Promise<void> {
  const fields = freeTexts.filter((name) => typeof body[name] === 'string' && body[name] !== '');
  if (fields.length === 0) return;
  const passes = (changes: JsonObject, caseName: string) =>
    learner.passes(operation, { ...body, ...changes }, { caseName });
  const ofLength = (some: readonly string[], length: number) =>
    Object.fromEntries(some.map((name) => [name, `${'Abcdefgh '.repeat(30).slice(0, length - 1)}a`]));
  const lengths = new Map<string, number>();
  await learner.learns({ clause: '2.14/lengths', operation, subject: 'longest free texts' }, async () => {
    const short = await learner.culprits('a text that is too long', fields, (some) =>
      passes(ofLength(some, highest), `${some.length} texts of ${highest} characters`),
    );
    for (const name of short) {
      const known = Math.min(String(body[name]).length, highest - 1);
      const longest = await largestPassing(known, highest, (length) =>
        passes(ofLength([name], length), `${name} of ${length} characters`),
      );
      lengths.set(name, longest ?? highest);
    }
    return {
      value: fields.map((name) => `${name} ${lengths.get(name) ?? `${highest} or more`}`).join(', '),
      says: short.length === 0 ? 'all take as much as was tried' : `${short.join(', ')} are bounded`,
    };
  });
  const texts = { subject: 'free texts', defect: 'a text', none: 'letters of ASCII only' };
  await learnCharacters(learner, texts, kinds, (some) => {
    const text = ['Ab', ...some.map(({ example }) => example), 'yz'].join(' ');
    const written = fields.map((name) => [name, text.slice(0, lengths.get(name) ?? highest)]);
    return passes(Object.fromEntries(written), `texts with ${namesOf(some).join(', ')}`);
  });
}

/** Characters of common order numbers, as in the `alphabet` of a target file. */
const characterSets = [
  { name: 'small letters', example: 'qz', alphabet: 'a-z' },
  { name: 'capitals', example: 'QZ', alphabet: 'A-Z' },
  { name: 'digits', example: '09', alphabet: '0-9' },
  ...['_', '.', '/', ':', '#', '+', ' '].map((sign) => ({
    name: sign === ' ' ? 'a blank' : sign,
    example: sign,
    alphabet: sign,
  })),
  { name: 'a hyphen', example: '-', alphabet: '-' },
  { name: 'letters beyond ASCII', example: 'é', alphabet: '' },
] as const;

/** Learns the maximum length and the allowed characters of an order number, unless the merchant states them. */
export async function learnOrderNumbers(learner: Learner, body: JsonObject): Promise<void> {
  const { settings, keys } = learner;
  if (settings.target.orderNumbers !== undefined) return;
  const passes = (order_no: string, caseName: string) =>
    learner.passes(operation, { ...body, order_no }, { caseName, keepsNumber: true });
  let longest: number | undefined;
  await learner.learns({ clause: '2.14/lengths', operation, subject: 'longest order_no' }, async (since) => {
    longest = await largestPassing(learner.newNumber().length, highest, (length) =>
      passes(learner.newNumber().padEnd(length, '0'), `an order number of ${length} characters`),
    );
    if (longest === undefined)
      return { value: `${highest} or more`, says: `an order number of ${highest} characters is taken` };
    const tooLong = learner.lastRefusal(since);
    learner.answered('an order number that is too long', tooLong);
    return {
      value: String(longest),
      says: `an order number has at most ${longest} characters`,
      ...defined({ answered: tooLong && answeredWords(tooLong) }),
    };
  });
  const texts = { subject: 'order_no', defect: 'an order number', none: '' };
  const taken = await learnCharacters(learner, texts, characterSets, async (some) => {
    const own = learner.newNumber();
    // In the middle, as there may be other rules for the ends.
    const number = own.slice(0, -1) + some.map(({ example }) => example).join('') + own.slice(-1);
    const isRoom = number.length <= (longest ?? highest);
    return isRoom && passes(number, `an order number with ${namesOf(some).join(', ')}`);
  });
  if (longest === undefined && taken.length === characterSets.length) return;
  keys.orderNumbers = {
    ...defined({ longest }),
    alphabet: taken.map(({ alphabet }) => alphabet).join(''),
  };
}
