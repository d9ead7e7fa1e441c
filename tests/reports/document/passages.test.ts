import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { passageOf, quotesFrom, quotesOf, readDocument, sectionsOf } from '../../../reports/document.ts';
import { clauseOf } from '../../../schemas/clauses.ts';
import { markdownDocument, plainDocument } from './made-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'document-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string | Uint8Array, name = 'document.md'): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('a document', () => {
  test('in Markdown is cut at its numbered headings', () => {
    expect([...sectionsOf(markdownDocument).keys()]).toEqual(['1', '2', '2.9', '2.10', '7']);
  });

  test('in plain text is cut at numbers that go on, and not at items of lists', () => {
    expect([...sectionsOf(plainDocument.replaceAll('2.9', '2.1')).keys()]).toEqual(['1', '2', '2.1', '3']);
  });

  test('keeps items that go over several lines whole, with their numbers', () => {
    expect(sectionsOf(markdownDocument).get('1')).toContainEqual({
      text: '2. Every bed that was asked for has one answer of its own.',
      item: '2',
    });
  });

  test.each([
    ['with other line ends', markdownDocument.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\uFEFF${markdownDocument}`],
    ['with words before its numbers', markdownDocument.replaceAll('## ', '## Section ')],
  ])('%s has the same sections', (_how, text) => {
    expect([...sectionsOf(text).keys()]).toEqual(['1', '2', '2.9', '2.10', '7']);
  });

  test('is read with the digest of its bytes', () => {
    const { sha256 } = readDocument(fileWith(markdownDocument));
    expect(sha256).toBe(createHash('sha256').update(markdownDocument).digest('hex'));
  });

  test.each([
    ['is not there', () => join(folder, 'none.md'), 'cannot be read (ENOENT)'],
    [
      'is not text',
      () => fileWith(Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe]), 'a.pdf'),
      'is not a text',
    ],
    ['has no numbered section', () => fileWith('Only words.\n', 'b.md'), 'no numbered section'],
  ])('that %s is refused in one line', (_what, file, words) => {
    expect(() => readDocument(file())).toThrow(words);
  });
});

describe('the passage of a clause', () => {
  const sections = sectionsOf(markdownDocument);

  test('is the part of its section that names its subject', () => {
    expect(passageOf(sections, clauseOf('2.9/refund_reference_id/shape'))).toEqual({
      kind: 'found',
      section: '2.9',
      text: '| `refund_reference_id` | made of the `transaction_id`, a hyphen and two digits |',
    });
  });

  test('may be an item of a numbered list', () => {
    expect(passageOf(sections, clauseOf('7.1/success'))).toEqual({
      kind: 'found',
      section: '7.1',
      text: '1. A call that went well says so.',
    });
  });

  test('is told to be missing where its section is not found, or does not match', () => {
    expect(passageOf(sections, clauseOf('2.6/card/in-clear'))).toEqual({
      kind: 'no-section',
      section: '2.6',
    });
    expect(passageOf(sections, clauseOf('2.10/orders_list/distinct'))).toMatchObject({ kind: 'unmatched' });
  });

  test('is short, and masked where it shows a card number', () => {
    const text = `## 2.9\n\namount ${'very '.repeat(500)} long\n\nThe refund_reference_id of 4111111111111111 is shown.\n`;
    const quotes = quotesFrom({ sha256: '', sections: sectionsOf(text) });
    const [long, card] = ['2.9/amount/decimal', '2.9/refund_reference_id/shape'].map(quotes);
    expect(long?.kind === 'found' && long.text.length).toBeLessThanOrEqual(500);
    expect(card).toMatchObject({ text: 'The refund_reference_id of 411111xxxxxx1111 is shown.' });
  });

  test('is no longer quoted when the file is gone or another one', () => {
    const file = fileWith(markdownDocument, 'c.md');
    const { sha256 } = readDocument(file);
    expect(quotesOf(file, sha256)?.('7.1/success')).toMatchObject({ kind: 'found' });
    writeFileSync(file, plainDocument);
    expect(quotesOf(file, sha256)).toBeUndefined();
    rmSync(file);
    expect(quotesOf(file, sha256)).toBeUndefined();
  });
});
