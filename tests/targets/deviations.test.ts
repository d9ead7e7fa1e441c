import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readDeviations } from '../../targets/file/target-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'deviations-'));
afterAll(() => rmSync(dir, { recursive: true }));

const row = {
  clause: '2.9/amount/decimal',
  operation: 'refund',
  reason: 'late',
  owner: 'payments',
  expires: '2026-12-31',
};

function load(content: unknown): ReturnType<typeof readDeviations> {
  const file = join(dir, 'known.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readDeviations(file);
}

test('reads rows and names those without a name', () => {
  expect(
    load({ $schema: './x.json', deviations: [row, { ...row, id: 'D-1', link: 'https://x.example/1' }] }),
  ).toEqual([
    { ...row, id: '2.9/amount/decimal refund' },
    { ...row, id: 'D-1', link: 'https://x.example/1' },
  ]);
});

test.each<[string, unknown, string]>([
  ['text', '{', 'line 1, column 2: '],
  ['another shape', [], 'the file must be an object, found a value that is not shown'],
  [
    'an unknown key',
    { deviations: [], deviation: [] },
    '"deviation" is not a known key. Did you mean "deviations"?',
  ],
  ['no object', { deviations: ['x'] }, '"deviations[0]" must be an object, found "x"'],
  [
    'a misspelt key',
    { deviations: [{ ...row, expire: 1 }] },
    '"deviations[0].expire" is not a known key. Did you mean "expires"?',
  ],
  [
    'a missing owner',
    { deviations: [row, { ...row, owner: ' ' }] },
    '"deviations[1].owner" must not be blank, found " "',
  ],
  [
    'another operation',
    { deviations: [{ ...row, operation: 'refunds' }] },
    'found "refunds". Did you mean "refund"?',
  ],
  [
    'what is no clause',
    { deviations: [{ ...row, clause: 'amount' }] },
    '"deviations[0].clause" must be a clause such as "2.9/refund_reference_id/shape", found "amount"',
  ],
  [
    'a misspelt clause',
    { deviations: [{ ...row, clause: '2.9/amount/decimals' }] },
    '"deviations[0].clause" must be a clause, found "2.9/amount/decimals". Did you mean "2.9/amount/decimal"?',
  ],
  [
    'a clause of other operations',
    { deviations: [{ ...row, operation: 'payout' }] },
    '"deviations[0].operation" must be an operation of "2.9/amount/decimal" (',
  ],
  [
    'no day',
    { deviations: [{ ...row, expires: '2026-02-30' }] },
    '"deviations[0].expires" must be a real date, as in 2027-12-31, found "2026-02-30"',
  ],
  [
    'half a day',
    { deviations: [{ ...row, expires: '2026-12' }] },
    '"deviations[0].expires" must be a day such as "2026-01-31", found "2026-12"',
  ],
  [
    'a day that nobody could read',
    { deviations: [{ ...row, expires: '2026-13-01' }] },
    '"deviations[0].expires" must be a day such as "2026-01-31", found "2026-13-01"',
  ],
  ['rows that are no list', { deviations: row }, '"deviations" must be an array, found '],
  ['a row without a day', { deviations: [{ ...row, expires: undefined }] }, '"deviations[0].expires"'],
])('refuses %s in one line with file, key and value', (_what, content, message) => {
  expect(() => load(content)).toThrow(ConfigurationError);
  expect(() => load(content)).toThrow(message);
  expect(() => load(content)).toThrow(/^[^\n]*known\.json[^\n]*: [^\n]+$/);
});

test('refuses a file that is not there', () => {
  expect(() => readDeviations(join(dir, 'none.json'))).toThrow('none.json: there is no such deviation file.');
});
