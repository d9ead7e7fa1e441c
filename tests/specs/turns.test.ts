import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeTurns } from '../../specs/support/visiting/turns.ts';

let above = '';
let folder = '';
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'turns-'));
  folder = join(above, 'turns');
});
afterEach(() => rmSync(above, { recursive: true }));

/** A process that has ended: process numbers go to 2^22. */
const ended = 2 ** 22 + 7;

test('one that is alone has nobody beside it, and others have each other', async () => {
  let alone = 0;
  let beside = 0;
  const overlaps: string[] = [];
  let most = 0;
  const rest = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)));
  const works = Array.from({ length: 24 }, async (_, at) => {
    const turns = takeTurns(folder);
    if (at % 4 === 3) {
      return turns.alone(async () => {
        alone += 1;
        if (alone + beside > 1) overlaps.push(`alone ${alone}, beside ${beside}`);
        await rest();
        alone -= 1;
      });
    }
    return turns.beside(async () => {
      beside += 1;
      most = Math.max(most, beside);
      if (alone > 0) overlaps.push(`beside one that is alone`);
      await rest();
      beside -= 1;
    });
  });
  await Promise.all(works);
  expect(overlaps).toEqual([]);
  expect(most).toBeGreaterThan(1);
  expect(readdirSync(above)).toEqual([]);
});

test('marks of processes that have ended are waited for by nobody', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'alone'), String(ended));
  writeFileSync(join(folder, `beside-${ended}-a`), String(ended));
  const turns = takeTurns(folder);
  expect(await turns.beside(async () => 'beside')).toBe('beside');
  expect(await turns.alone(async () => 'alone')).toBe('alone');
});

test('a failure gives its turn away', async () => {
  const turns = takeTurns(folder);
  await expect(turns.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns.beside(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.alone(async () => 'done')).toBe('done');
});
