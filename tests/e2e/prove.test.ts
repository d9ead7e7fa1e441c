import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('a proof says what was caught and nothing else', async () => {
  const file = join(makeFolder(), 'proof.json');
  const words = ['--fault', 'refund-search-three-digits', '--seed', '1', '--runs', '1', '--json', file];
  const ended = await conformance(['prove', ...words]);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^\d+ exchanges of the specs with the embedded endpoint recorded\.$/),
    '1 of 1 faults caught by the clause aimed at them, 0 by another, 0 survived, 0 equivalent.',
    expect.stringMatching(/^\d+ exchanges in \d+ s\.$/),
  ]);
  expect(Number.parseInt(ended.stdout, 10)).toBeGreaterThan(50);
});

test('an interrupted proof ends with what it has and starts nothing further', async () => {
  const file = join(makeFolder(), 'proof.json');
  const started = startConformance(['prove', '--fault', 'refund-search-*', '--runs', '1', '--json', file]);
  await started.says(/recorded\.$/m);
  started.interrupt();
  const { status, stdout } = await started.ended;
  expect(stdout).toMatch(/^Until then \d+ of \d+ faults were caught, /m);
  expect(stdout).toContain('The proof was interrupted: it proves nothing, and its matrix was not written.');
  expect(status).toBe(3);
  expect(existsSync(file)).toBe(false);
});
