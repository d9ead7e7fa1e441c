import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { loadDeviations } from '../../reports/deviations.ts';
import { operationIds } from '../../schemas/types.ts';
import { WrongUse } from '../../schemas/wrong-use.ts';

const dir = mkdtempSync(join(tmpdir(), 'deviations-'));
afterAll(() => rmSync(dir, { recursive: true }));

const row = {
  clause: '2.9/amount/decimal',
  operation: 'refund',
  reason: 'late',
  owner: 'payments',
  expires: '2026-12-31',
};

function load(content: unknown): ReturnType<typeof loadDeviations> {
  const file = join(dir, 'known.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return loadDeviations(file);
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
  ['text', '{', 'cannot be read as JSON'],
  ['another shape', [], '"deviations" must be an array, found nothing'],
  ['an unknown key', { deviations: [], deviation: [] }, '"deviation" is unknown; did you mean "deviations"?'],
  ['no object', { deviations: ['x'] }, '"deviations[0]" must be an object, found "x"'],
  [
    'a misspelt key',
    { deviations: [{ ...row, expire: 1 }] },
    '"deviations[0].expire" is not a key of a deviation; did you mean "expires"?',
  ],
  [
    'a missing owner',
    { deviations: [row, { ...row, owner: ' ' }] },
    '"deviations[1].owner" must be a text, found " "',
  ],
  [
    'another operation',
    { deviations: [{ ...row, operation: 'refunds' }] },
    'found "refunds"; did you mean "refund"?',
  ],
  [
    'a misspelt clause',
    { deviations: [{ ...row, clause: '2.9/amount/decimals' }] },
    '"deviations[0].clause" must be a clause, found "2.9/amount/decimals"; did you mean "2.9/amount/decimal"?',
  ],
  [
    'a clause of other operations',
    { deviations: [{ ...row, operation: 'payout' }] },
    '"deviations[0].operation" is payout, which "2.9/amount/decimal" is not about; it is about ',
  ],
  [
    'no day',
    { deviations: [{ ...row, expires: '2026-02-30' }] },
    '"deviations[0].expires" must be a day YYYY-MM-DD, found "2026-02-30"',
  ],
  [
    'half a day',
    { deviations: [{ ...row, expires: '2026-12' }] },
    '"deviations[0].expires" must be a day YYYY-MM-DD, found "2026-12"',
  ],
  [
    'a day that nobody could read',
    { deviations: [{ ...row, expires: '2026-13-01' }] },
    '"deviations[0].expires" must be a day YYYY-MM-DD, found "2026-13-01"',
  ],
  ['rows that are no list', { deviations: row }, '"deviations" must be an array, found '],
  ['a row without a day', { deviations: [{ ...row, expires: undefined }] }, '"deviations[0].expires"'],
])('refuses %s in one line with file, key and value', (_what, content, message) => {
  expect(() => load(content)).toThrow(WrongUse);
  expect(() => load(content)).toThrow(message);
  expect(() => load(content)).toThrow(/^[^\n]*known\.json: [^\n]+$/);
});

test('the JSON Schema takes and refuses the same files', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../reports/deviations.schema.json', import.meta.url), 'utf8'),
  );
  const matches = new Ajv2020().compile(schema);
  expect(matches({ deviations: [row, { ...row, id: 'D-1', link: 'https://x.example/1' }] })).toBe(true);
  const wrong = [
    [],
    { deviations: [], deviation: [] },
    { deviations: ['x'] },
    { deviations: [{ ...row, owner: ' ' }] },
  ];
  for (const content of [...wrong, { deviations: [{ ...row, operation: 'refunds' }] }])
    expect(matches(content)).toBe(false);
  expect(schema.properties.deviations.items.properties.operation.enum).toEqual(operationIds);
});

test('refuses a file that is not there', () => {
  expect(() => loadDeviations(join(dir, 'none.json'))).toThrow(/none\.json: cannot be read as JSON: ENOENT/);
});
