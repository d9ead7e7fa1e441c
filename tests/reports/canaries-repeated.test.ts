import { beforeAll, describe, expect, test } from 'vitest';
import { replaceSpans } from '../../reports/redact/spans.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { canaryPlaces } from './canary-places.ts';
import { judged, type Parts } from './hand-made.ts';

const separators = [' ', ', ', '-', ':', ';', '/', '|', '.', '_', '\n', ' + ', ') (', ' and '];
const key = 'merchant-key-canary';
/** Cards of the target file, of the request and of strangers; of some the digits repeat. */
const cards = {
  target: ['4242424242424242', '4000056655665556'],
  request: ['5454545454545454', '5105105105105100', '378282246310005'],
  foreign: ['4111111111111111', '4444444444444448'],
} as const;

beforeAll(() => startRedaction({ seed: 7, secrets: [key, ...cards.target] }));

const given = (parts: Parts | undefined, card: string): Parts => ({
  operation: 'direct-payment',
  ...parts,
  sent: { value: { merchant_id: '100001', card }, signed: true },
});
const writtenWith = (card: string, parts: Parts | undefined) =>
  JSON.stringify(redactExchange(judged(given(parts, card))));

/** The letters and digits of a text, signs that are written as escapes left out. */
const signsOf = (text: string) =>
  text.replaceAll(/%[0-9A-Fa-f]{2}|\\+(?:u[0-9a-f]{4}|.)|&#?\w+;/g, ' ').replaceAll(/[^0-9A-Za-z]/g, '');

const grouped = (card: string) => card.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

describe.each(Object.keys(canaryPlaces))(
  'a known number that stands more than once in %s is masked',
  (place) => {
    test.each([...cards.target, ...cards.request])('%s', (card) => {
      const texts = [card, grouped(card)].flatMap((form) => [
        form,
        ...separators.flatMap((separator) => [2, 3].map((times) => Array(times).fill(form).join(separator))),
      ]);
      const left = texts.filter((text) =>
        signsOf(writtenWith(card, canaryPlaces[place]?.(text))).includes(card),
      );
      expect(left).toEqual([]);
    });
  },
);

describe('a card number of somebody else', () => {
  const writings: Readonly<Record<string, (card: string) => string>> = {
    'on a track': (card) => `%B${card}^DOE/JOHN^2512101000000000`,
    'on the second track': (card) => `;${card}=25121010000000000?`,
    'behind letters': (card) => `PAN${card}`,
    'before letters': (card) => `${card}EUR`,
    'between letters': (card) => `x${card}x`,
    twice: (card) => `${card}, ${card}`,
  };
  const places = ['a member', 'an element', 'a hidden input', 'a text that is no document', 'a script'];
  test.each(Object.entries(writings))('is masked %s', (_name, write) => {
    const left = cards.foreign.flatMap((card) =>
      places.filter((place) =>
        signsOf(writtenWith('4000056655665556', canaryPlaces[place]?.(write(card)))).includes(card),
      ),
    );
    expect(left).toEqual([]);
  });
});

describe('spans that overlap', () => {
  test.each([
    [
      'and differ hide all of both',
      [
        [0, 4, 'axxx'],
        [2, 6, 'cxxx'],
      ],
      'xxxxxxgh',
    ],
    [
      'one inside the other hide all of the longer one',
      [
        [0, 6, 'abxxef'],
        [2, 4, 'cd'],
      ],
      'xxxxxxgh',
    ],
    [
      'and are alike are one',
      [
        [0, 4, 'secret-1'],
        [0, 4, 'secret-1'],
      ],
      'secret-1efgh',
    ],
    [
      'with their ends alone stay two',
      [
        [0, 4, 'secret-1'],
        [4, 6, 'yy'],
      ],
      'secret-1yygh',
    ],
  ] as const)('%s', (_name, spans, written) => {
    const given = spans.map(([start, end, text]) => ({ start, end, text }));
    expect(replaceSpans('abcdefgh', given)).toBe(written);
    expect(replaceSpans('abcdefgh', given.toReversed())).toBe(written);
  });
});
