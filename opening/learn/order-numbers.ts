import { given } from '../../schemas/given.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { idsSince } from '../ask.ts';
import { culpritsAmong, largestPassing } from './culprits.ts';
import { type Learner, lastRefusal } from './learner.ts';

/** Texts of 1 to 255 characters are input that the document allows. */
const highest = 255;

/** Characters that order numbers of real shops hold, each with its place in the alphabet of a target file. */
const kinds = [
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
  const { settings, asker, learned, keys } = learner;
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
  learned.push({
    clause: '2.14/lengths',
    operation: 'direct-payment',
    subject: 'longest order_no',
    value: longest === undefined ? `${highest} or more` : String(longest),
    says:
      longest === undefined
        ? `an order number of ${highest} characters is taken`
        : `an order number has at most ${longest} characters`,
    ...given({ answered: tooLong && answeredWords(tooLong) }),
    exchanges: idsSince(asker, before),
  });
  const room = longest ?? highest;
  const lengths = asker.exchanges.length;
  const refused = await culpritsAmong(kinds, (some) => {
    const examples = some.map(({ example }) => example).join('');
    const own = learner.newNumber();
    // In the middle, as the ends may have rules of their own.
    const number = own.slice(0, -1) + examples + own.slice(-1);
    return number.length > room
      ? Promise.resolve(false)
      : trial(number, `an order number with ${some.map(({ name }) => name).join(', ')}`);
  });
  const odd = refused.length === 0 ? undefined : lastRefusal(learner, lengths);
  learner.answered('an order number with characters that are not taken', odd);
  const taken = kinds.filter((kind) => !refused.includes(kind));
  learned.push({
    clause: '2.14/formats',
    operation: 'direct-payment',
    subject: 'characters of order_no',
    value: taken.map(({ name }) => name).join(', '),
    says: refused.length === 0 ? 'all that were tried' : `not ${refused.map(({ name }) => name).join(', ')}`,
    exchanges: idsSince(asker, before),
  });
  if (longest === undefined && refused.length === 0) return;
  keys.orderNumbers = {
    ...given({ longest }),
    alphabet: taken.map(({ alphabet }) => alphabet).join(''),
  };
}
