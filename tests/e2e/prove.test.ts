import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('a proof of one fault says what was caught, and nothing else', async () => {
  const file = join(makeFolder(), 'proof.json');
  const words = [
    'prove',
    '--fault',
    'refund-reference-id-three-digits',
    '--runs',
    '1',
    '--workers',
    '1',
    '--json',
    file,
  ];
  const ended = await conformance(words);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const lines = ended.stdout.split('\n').filter((line) => !/^$|^\d+ of \d+ tests\b/.test(line));
  expect(lines).toEqual([
    expect.stringMatching(/^payment-acquiring-conformance \d/),
    expect.stringMatching(/^proof against many variants of embedded endpoint, seed 1, 1 cases per property$/),
    '1 of 1 faults caught by the clause aimed at them, 0 by another, 0 survived, 0 equivalent.',
    '0 false alarms over 0 dialects.',
    expect.stringMatching(/^\d+ exchanges in \d+ s\.$/),
  ]);
});
