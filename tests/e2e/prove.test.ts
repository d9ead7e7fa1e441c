import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { conformance, playwright, runIn, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

const ofOne = ['--seed', '1', '--runs', '1'];

test('a proof sends what a run sends, and says what was caught and nothing else', async () => {
  const folder = makeFolder();
  const file = join(folder, 'proof.json');
  const [ended, run] = [
    await conformance(['prove', '--fault', 'refund-search-three-digits', ...ofOne, '--json', file]),
    await playwright(folder, ['-g', '@refund-search(?=\\s|$)', '--workers', '1', '--no-deps'], {
      TARGET: 'embedded',
      SEED: '1',
      CONFORMANCE_RUNS: '1',
    }),
  ];
  expect(run.status, run.text).toBe(0);
  // The preflight of a proof asks no second account.
  const sent = readEvidence(runIn(folder)).exchanges.filter(({ origin }) => origin.file !== undefined).length;
  expect(sent).toBeGreaterThan(50);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^\d+ exchanges of the specs with the embedded endpoint recorded\.$/),
    '1 of 1 faults caught by the clause aimed at them, 0 by another, 0 survived, 0 equivalent.',
    expect.stringMatching(/^\d+ exchanges in \d+ s\.$/),
  ]);
  const recorded = Number.parseInt(ended.stdout, 10);
  expect([recorded > sent, recorded - sent < 12], `${recorded}, ${sent}`).toEqual([true, true]);
});

test('an interrupted proof ends with what it has and starts nothing further', async () => {
  const file = join(makeFolder(), 'proof.json');
  const started = startConformance(['prove', '--fault', 'refund-search-*', '--json', file]);
  await started.says(/recorded\.$/m);
  started.interrupt();
  const { status, stdout } = await started.ended;
  expect(stdout).toMatch(/^Until then \d+ of \d+ faults were caught, /m);
  expect(stdout).toContain('The proof was interrupted: it proves nothing, and its matrix was not written.');
  expect(status).toBe(3);
  expect(existsSync(file)).toBe(false);
});
