import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { redactExchange, redactText, startRedaction } from '../../reports/redact.ts';
import { key } from './canaries.ts';
import { answer, judged } from './hand-made.ts';

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

const length = 512 * 1024;
const filled = (part: string) => part.repeat(Math.ceil(length / part.length));
const hostile = [
  ['nested percent signs', `x %${filled('25')}22aaaaaaaaaaaaaa`],
  ['card:', `x ${filled('card:')}`],
  ['token=', `x ${filled('token=')}`],
  ['card=" and single quotes', filled(`card="'token='"`)],
  ['at signs', filled('a@')],
  ['addresses', filled('a@b.c')],
  ['backslashes', filled('\\')],
  ['entities', `&${filled('amp;')}`],
  ['asterisks of a card', `<card>${filled('x')}5a</card>`],
  ['quotes in tags', filled(`<a '"'"x`)],
  ['elements', filled('<a>')],
  ['lists of digits', filled('4 ')],
  ['single letters under the name of a secret', filled('pan=a ')],
  ['addresses that are no longer than they must be', filled('a@b.c ')],
  ['credentials in addresses', filled('://a@ ')],
  ['plus signs', `%20${filled('+')}`],
  ['plus signs behind a name', `%20card${filled('+ ')}`],
  ['names and plus signs', `%20${filled('a+a-')}`],
  ['signs that join, and plus signs', `%20${filled(':+=+')}`],
  ['blanks before a plus sign', `%20${filled(' ')}+`],
  ['blanks behind a sign that joins, before a plus sign', `%20:${filled(' ')}+`],
  ['blanks behind a plus sign', `%20card+${filled(' ')}x`],
  ['quotes and plus signs', `%20${filled(`"+'+`)}`],
] as const;

describe('a hostile text of half a megabyte', () => {
  // A search that were not linear would take far longer than the time limit, which is no measure of speed.
  test.each(hostile)('of %s is masked to its end', { timeout: 120_000 }, (_what, text) => {
    expect(redactText(text)).not.toMatch(/^\[\d+ bytes? withheld/);
    expect(redactExchange(judged({ received: answer(text) })).received.kind).toBe('answer');
  });

  test('of 110,000 numbers in deep JSON is masked to its end', () => {
    const body = `${'[ '.repeat(3000)}${'1 , '.repeat(110_000)}1${' ]'.repeat(3000)}`;
    expect(redactExchange(judged({ received: answer(body) })).received.kind).toBe('answer');
  });
});

test('never makes a text longer than its masks need', () => {
  const part = fc.constantFrom(
    'card:',
    'token=',
    '"',
    "'",
    '%25',
    '&#52;',
    'a@b.c',
    '\\u0034',
    '<x>',
    key,
    ' ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      const text = parts.join('');
      const masked = redactText(text);
      expect(masked.length).toBeLessThan(3 * text.length + 100);
      expect(masked).not.toContain(key);
    }),
    { seed: 7, numRuns: 200 },
  );
});
