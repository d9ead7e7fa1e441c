import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { withoutFullBatches } from '../e2e/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { runInside } from './run-inside.ts';

removeFolders();
const plain = makeFolder();
const learned = makeFolder();

beforeAll(async () => {
  const some = { operation: 'refund,query', grep: withoutFullBatches, skipOpening: false };
  const run = (out: string, learn: boolean) => runInside({ ...some, out, learn });
  const ended = [await run(plain, false), await run(learned, true)];
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
});

const statementOf = (folder: string): Statement =>
  JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
const exchangesOf = (folder: string) => readEvidence(folder).exchanges;

test('a run that learned sends in its tests what one sends that did not', () => {
  const sent = (folder: string) =>
    exchangesOf(folder)
      .filter(({ origin }) => origin.test !== 'opening')
      .map(({ origin, sent: { body, value, headers } }) => [origin, body, value, headers]);
  expect(sent(plain).length).toBeGreaterThan(100);
  expect(sent(learned)).toEqual(sent(plain));
});

test('learning comes after the opening, of which it changes nothing', () => {
  const opening = (folder: string) =>
    exchangesOf(folder)
      .filter(({ origin }) => origin.test === 'opening')
      .map(({ id, origin, sent: { body } }) => [id, origin, body]);
  const first = opening(plain);
  expect(first.length).toBeGreaterThan(3);
  expect(opening(learned).slice(0, first.length)).toEqual(first);
  expect(opening(learned).length - first.length).toBe(statementOf(learned).opening?.learned?.requests);
});

test('what was learned of the embedded endpoint breaks no clause and names no key', () => {
  const { opening, findings, result } = statementOf(learned);
  expect(opening?.learned?.rows.length).toBeGreaterThan(20);
  expect(opening?.learned?.keys).toEqual({});
  expect([findings, result]).toEqual([[], statementOf(plain).result]);
});
