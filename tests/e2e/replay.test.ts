import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { replayCommand } from '../../reports/repeat-command.ts';
import { commandsIn } from '../cli/printed-commands.ts';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('an exchange in a packed block of a run is repeated', { timeout: 300_000 }, async () => {
  const out = makeFolder();
  // The tests with the longest bodies, so that a few seconds pass the bound of plain lines.
  const operations = 'direct-payment,apm-payment,redirect-payment,payout';
  const words = ['--seed', '11', '--operation', operations, '--grep', 'meets every boundary of the request'];
  await conformance(['run', '--out', out, ...words]);
  const last = readEvidence(out).exchanges.at(-1)?.id ?? 'none';
  const written = readFileSync(join(out, 'exchanges.ndjson'), 'utf8');
  expect(written).toContain('{"kind":"block"');
  expect(written).not.toContain(`"id":"${last}"`);
  const [printed = []] = commandsIn(replayCommand(last, out));
  const replayed = await conformance(printed);
  expect(replayed.stdout).toContain('Reproduced: no finding, as before.');
});
