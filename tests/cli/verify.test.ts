import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verify } from '../../cli/verify.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { emptyFolder, runCommand } from './command.ts';

const dir = writeEvidenceFolder();
afterAll(() => rmSync(dir, { recursive: true }));

test('evidence as it was written holds', async () => {
  const { status, lines } = await runCommand(verify, ['verify', dir]);
  expect(status).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^\d+ files, .*: the evidence holds\.$/),
    'not signed: this shows that nothing changed by accident, not that nobody rewrote it.',
  ]);
});

test('whatever is added later is named, in the folder of the runner too', async () => {
  const own = writeEvidenceFolder();
  mkdirSync(join(own, 'runner'));
  expect((await runCommand(verify, ['verify', own])).lines).toContain(
    'added  runner/  the digest does not list it',
  );
  writeFileSync(join(own, 'runner', 'later.json'), '{}');
  const { status, lines } = await runCommand(verify, ['verify', own]);
  expect(status).toBe(1);
  expect(lines[0]).toBe('The evidence does not hold: 1 file was added.');
  rmSync(own, { recursive: true });
});

test('a changed file is named, and the status is 1', async () => {
  const own = writeEvidenceFolder();
  appendFileSync(join(own, 'exchanges.ndjson'), '\n');
  const { status, lines } = await runCommand(verify, ['verify', own]);
  expect(status).toBe(1);
  expect(lines.join('\n')).toContain('exchanges.ndjson');
  rmSync(own, { recursive: true });
});

test('an empty folder does not verify', async () => {
  expect(await runCommand(verify, ['verify', emptyFolder()])).toMatchObject({ status: 1 });
});

test('a folder that does not exist is refused', async () => {
  await expect(runCommand(verify, ['verify', '/nowhere/at/all'])).rejects.toThrow('is not a folder');
});
