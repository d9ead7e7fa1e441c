import fs, { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeGivenFile, writeNewFile } from '../../cli/write-given-file.ts';
import { writeDigest } from '../../reports/digest.ts';
import { signFolder } from '../../reports/signing/envelope.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { keyPair } from '../reports/signing/keys.ts';
import { emptyFolder } from './command.ts';

/** Does something on a disk that takes half of a file before it is full. */
async function onFullDisk(action: () => unknown): Promise<string> {
  const write = fs.writeFileSync;
  fs.writeFileSync = (file, content, options) => {
    write(file, String(content).slice(0, 9), options);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  syncBuiltinESMExports();
  try {
    await action();
    return 'nothing';
  } catch (error) {
    const { path = '', message } = error as NodeJS.ErrnoException;
    return `${path} ${message}`;
  } finally {
    fs.writeFileSync = write;
    syncBuiltinESMExports();
  }
}

const replacing: readonly (readonly [string, (file: string) => void])[] = [
  ['a file that was named', (file) => writeGivenFile(file, 'a new file that is longer')],
];

test.each(replacing)('a full disk leaves %s as it was, and nothing beside it', async (_what, write) => {
  const folder = emptyFolder();
  const file = join(folder, 'it');
  writeFileSync(file, 'as it was', { mode: 0o640 });
  expect(await onFullDisk(() => write(file))).toMatch(/ENOSPC/);
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['it'], 'as it was']);
  write(file);
  expect(readFileSync(file, 'utf8')).not.toBe('as it was');
});

test('a full disk leaves a digest as it was, and no file that it does not list', async () => {
  const folder = emptyFolder();
  writeDigest(folder);
  const before = readFileSync(join(folder, 'evidence.sha256.json'), 'utf8');
  const why = await onFullDisk(() => writeDigest(folder));
  expect(why).toContain('no space is left on the device');
  expect(readdirSync(folder)).toEqual(['evidence.sha256.json']);
  expect(readFileSync(join(folder, 'evidence.sha256.json'), 'utf8')).toBe(before);
});

test('a full disk leaves no part of an envelope', async () => {
  const folder = writeEvidenceFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = readdirSync(folder);
  const why = await onFullDisk(() => signFolder(folder, keyPair().secret));
  expect(why).toContain('evidence cannot be signed');
  expect(readdirSync(folder)).toEqual(before);
});

test('a replaced file keeps its mode, and one that must be new is never replaced', () => {
  const file = join(emptyFolder(), 'it');
  writeNewFile(file, 'one', 0o600);
  writeGivenFile(file, 'another');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => writeNewFile(file, 'x')).toThrow(`${file} cannot be written (EEXIST).`);
  expect(readFileSync(file, 'utf8')).toBe('another');
});
