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
  expect(lines).toEqual([expect.stringMatching(/^\d+ files, .*: the evidence holds\.$/)]);
});

test('what the runner leaves later is no evidence', async () => {
  const own = writeEvidenceFolder();
  for (const name of ['runner']) {
    mkdirSync(join(own, name));
    writeFileSync(join(own, name, 'later.json'), '{}');
  }
  expect(await runCommand(verify, ['verify', own])).toMatchObject({ status: 0 });
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
