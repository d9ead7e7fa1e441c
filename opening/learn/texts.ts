import { given } from '../../schemas/given.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { type Learner, lastRefusal, triedRow } from './learner.ts';
import { culpritsAmong, largestPassing } from './searches.ts';

/** Texts of 1 to 255 characters are input that the document allows. */
const highest = 255;

/** Texts that people fill in, of which the document shows no length and no characters. */
const freeTexts = ['first_name', 'last_name', 'billing_address', 'billing_city', 'delivery_address'] as const;

/** Characters of names and addresses in the world, from those that all take to those that few do. */
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

const namesOf = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);

/** Learns how long the free texts of a payment may be, and which characters they may hold, all of them at once where nothing is refused. */
export async function learnFreeTexts(learner: Learner, body: JsonObject): Promise<void> {
  const { asker } = learner;
  const fields = freeTexts.filter((name) => typeof body[name] === 'string' && body[name] !== '');
  if (fields.length === 0) return;
  const before = asker.exchanges.length;
  const passes = (changes: JsonObject, caseName: string) =>
    learner.passes('direct-payment', { ...body, ...changes }, { caseName });
  const ofLength = (some: readonly string[], length: number) =>
    Object.fromEntries(some.map((name) => [name, `${'Abcdefgh '.repeat(30).slice(0, length - 1)}a`]));
  const short = await culpritsAmong(fields, (some) =>
    passes(ofLength(some, highest), `${some.length} texts of ${highest} characters`),
  );
  if (short.length > 0) learner.answered('a text that is too long', lastRefusal(learner, before));
  const lengths = new Map<string, number>();
  for (const name of short) {
    const known = Math.min(String(body[name]).length, highest - 1);
    const longest = await largestPassing(known, highest, (length) =>
      passes(ofLength([name], length), `${name} of ${length} characters`),
    );
    lengths.set(name, longest ?? highest);
  }
  learner.keep(before, {
    clause: '2.14/lengths',
    operation: 'direct-payment',
    subject: 'longest free texts',
    value: fields.map((name) => `${name} ${lengths.get(name) ?? `${highest} or more`}`).join(', '),
    says: short.length === 0 ? 'all take as much as was tried' : `${short.join(', ')} are bounded`,
  });
  const writing = (examples: readonly string[]) =>
    Object.fromEntries(
      fields.map((name) => [
        name,
        ['Ab', ...examples, 'yz'].join(' ').slice(0, lengths.get(name) ?? highest),
      ]),
    );
  const written = asker.exchanges.length;
  const refused = await culpritsAmong(kinds, (some) =>
    passes(writing(some.map(({ example }) => example)), `texts with ${namesOf(some).join(', ')}`),
  );
  if (refused.length > 0)
    learner.answered('a text with characters that are not taken', lastRefusal(learner, written));
  learner.keep(written, {
    clause: '2.14/formats',
    operation: 'direct-payment',
    subject: 'characters of free texts',
    ...triedRow(
      namesOf(kinds),
      namesOf(kinds.filter((kind) => !refused.includes(kind))),
      'letters of ASCII only',
    ),
  });
}

/** Characters that order numbers of real shops hold, each with its place in the alphabet of a target file. */
const signs = [
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

/** Learns how long an order number may be and which characters it may hold; nothing where the merchant said so. */
export async function learnOrderNumbers(learner: Learner, body: JsonObject): Promise<void> {
  const { settings, asker, keys } = learner;
  if (settings.target.orderNumbers !== undefined) return;
  const before = asker.exchanges.length;
  const trial = (order_no: string, caseName: string) =>
    learner.passes('direct-payment', { ...body, order_no }, { caseName, keepsNumber: true });
  const known = learner.newNumber().length;
  const longest = await largestPassing(known, highest, (length) =>
    trial(learner.newNumber().padEnd(length, '0'), `an order number of ${length} characters`),
  );
  const tooLong = longest === undefined ? undefined : lastRefusal(learner, before);
  learner.answered('an order number that is too long', tooLong);
  learner.keep(before, {
    clause: '2.14/lengths',
    operation: 'direct-payment',
    subject: 'longest order_no',
    value: longest === undefined ? `${highest} or more` : String(longest),
    says:
      longest === undefined
        ? `an order number of ${highest} characters is taken`
        : `an order number has at most ${longest} characters`,
    ...given({ answered: tooLong && answeredWords(tooLong) }),
  });
  const room = longest ?? highest;
  const lengths = asker.exchanges.length;
  const refused = await culpritsAmong(signs, (some) => {
    const examples = some.map(({ example }) => example).join('');
    const own = learner.newNumber();
    // In the middle, as the ends may have their own rules.
    const number = own.slice(0, -1) + examples + own.slice(-1);
    return number.length > room
      ? Promise.resolve(false)
      : trial(number, `an order number with ${namesOf(some).join(', ')}`);
  });
  const odd = refused.length === 0 ? undefined : lastRefusal(learner, lengths);
  learner.answered('an order number with characters that are not taken', odd);
  const taken = signs.filter((kind) => !refused.includes(kind));
  learner.keep(lengths, {
    clause: '2.14/formats',
    operation: 'direct-payment',
    subject: 'characters of order_no',
    ...triedRow(namesOf(signs), namesOf(taken), ''),
  });
  if (longest === undefined && refused.length === 0) return;
  keys.orderNumbers = {
    ...given({ longest }),
    alphabet: taken.map(({ alphabet }) => alphabet).join(''),
  };
}
