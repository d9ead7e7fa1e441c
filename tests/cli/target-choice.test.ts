import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { usualTarget } from '../../schemas/command-line.ts';
import { embeddedTargetFile, isServiceUnnamed, targetFileIn } from '../../targets/settings.ts';
import { startConformance } from '../e2e/command.ts';
import { emptyFolder } from './command.ts';
import { sandboxTarget } from './sandbox-target.ts';

const inFolder = (folder: string, ...words: string[]) => startConformance(words, {}, folder).ended;

/** A folder with a target file and a body to sign. */
async function folderOf(more: object = {}): Promise<{ folder: string; lines: string[] }> {
  const { file, lines } = await sandboxTarget(['reads'], more);
  const folder = emptyFolder();
  copyFileSync(file, join(folder, usualTarget));
  writeFileSync(join(folder, 'body.json'), '{"merchant_id":"1","refund_orders":[]}');
  return { folder, lines };
}

const value = 'ab'.repeat(32);
const fixed = { signing: { recipe: 'fixed', value } };
const sign = ['generate', 'refund', '--body', 'body.json'];
const signatureIn = (text: string): string => JSON.parse(text).encryption_data;

describe('a command without --target', () => {
  test('uses the target file of its folder, and names it on the first line', async () => {
    const { folder } = await folderOf(fixed);
    const { stdout, stderr } = await inFolder(folder, ...sign);
    expect([signatureIn(stdout), stderr.trim()]).toEqual([
      value,
      `Target file: ${usualTarget} of this folder.`,
    ]);
  });

  test('says that it uses the embedded endpoint where the folder has no target file', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'body.json'), '{"merchant_id":"1"}');
    const { stdout, stderr } = await inFolder(folder, ...sign);
    expect(signatureIn(stdout)).toMatch(/^[0-9a-f]{64}$/);
    expect(stderr.trim()).toBe(
      `No --target, and no ${usualTarget} in this folder: this is the embedded endpoint of the suite, not your service.`,
    );
  });

  test('says nothing where --target names a file or the embedded endpoint', async () => {
    const { folder } = await folderOf(fixed);
    const embedded = await inFolder(folder, ...sign, '--target', 'embedded');
    expect([signatureIn(embedded.stdout) === value, embedded.stderr]).toEqual([false, '']);
    const named = await inFolder(folder, ...sign, '--target', usualTarget);
    expect([signatureIn(named.stdout), named.stderr]).toEqual([value, '']);
  });
});

test.each([
  ['CONFORMANCE_TARGET', 'mine.json', 'mine.json'],
  ['CONFORMANCE_TARGET', 'embedded', embeddedTargetFile()],
  ['CONFORMANCE_FAULT', 'a', embeddedTargetFile()],
])('%s names a service', (name, value, file) => {
  expect([isServiceUnnamed({ [name]: value }), isServiceUnnamed({ [name]: ' ' })]).toEqual([false, true]);
  expect(targetFileIn({ [name]: value })).toBe(file);
});
