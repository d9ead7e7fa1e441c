import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verify } from '../../cli/certify/verify.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { textIn, writeText } from '../reports/packed-text.ts';
import { emptyFolder, runCommand } from './command.ts';

const dir = writeEvidenceFolder();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
afterAll(() => rmSync(dir, { recursive: true }));

test('evidence as it was written holds', async () => {
  const { status, lines } = await runCommand(verify, ['verify', dir]);
  expect(status).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^\d+ files, .*: the evidence holds\.$/),
    'not signed: this shows that nothing changed by accident, not that it was never rewritten.',
  ]);
});

test('whatever is added later is named, in the folder of the runner too', async () => {
  const own = writeEvidenceFolder();
  mkdirSync(join(own, 'runner'));
  // What carries a folder may leave out an empty one, or make it.
  expect((await runCommand(verify, ['verify', own])).status).toBe(0);
  writeFileSync(join(own, 'runner', 'later.json'), '{}');
  const { status, lines } = await runCommand(verify, ['verify', own]);
  expect(status).toBe(1);
  expect(lines[0]).toBe('The evidence does not hold: runner/later.json: the digest does not list it.');
  rmSync(own, { recursive: true });
});

test.each([
  ['of a rehearsal', undefined, /^not a certificate: not signed, rehearsal, .*no tester; its first page/],
  ['under a problem', 'conformance.json', undefined],
  ['of a run with another page', 'certificate.html', undefined],
])('no last day is given as valid %s', async (_what, changed, words) => {
  const certification = { product: { name: 'Gateway', version: '4.2' }, validUntil: '2999-12-31' };
  const own = writeEvidenceFolder(undefined, undefined, [], { certification });
  if (changed !== undefined) appendFileSync(join(own, changed), '\n');
  const { lines } = await runCommand(verify, ['verify', own]);
  expect(lines.filter((line) => line.includes('valid until'))).toEqual([]);
  if (words !== undefined) expect(lines.at(-1)).toMatch(words);
  rmSync(own, { recursive: true });
});

test.each([
  ['missing', undefined, 'missing.pem", which does not exist.'],
  ['of RSA', rsa, 'of RSA.pem is not an Ed25519 public key in PEM.'],
  ['of no kind', 'no key', 'of no kind.pem is not an Ed25519 public key in PEM.'],
])('a key that is %s is wrong use', async (name, pem, says) => {
  const file = join(emptyFolder(), `${name}.pem`);
  if (pem !== undefined) writeFileSync(file, pem);
  await expect(runCommand(verify, ['verify', dir, '--key', file])).rejects.toThrow(says);
});

test('a changed file is named, and the status is 1', async () => {
  const own = writeEvidenceFolder();
  appendFileSync(join(own, 'exchanges.ndjson.gz'), '\n');
  const { status, lines } = await runCommand(verify, ['verify', own]);
  expect(status).toBe(1);
  expect(lines.join('\n')).toContain('exchanges.ndjson.gz');
  rmSync(own, { recursive: true });
});

test('an empty folder does not verify', async () => {
  expect(await runCommand(verify, ['verify', emptyFolder()])).toMatchObject({ status: 1 });
});

test('evidence of an earlier release is wrong use', async () => {
  const old = emptyFolder();
  writeFileSync(join(old, 'exchanges.ndjson'), '');
  const why = `${join(old, 'exchanges.ndjson')} was written by an earlier release, which can read it.`;
  await expect(runCommand(verify, ['verify', old])).rejects.toThrow(why);
});

test('a folder that does not exist is refused', async () => {
  await expect(runCommand(verify, ['verify', '/nowhere/at/all'])).rejects.toThrow('is not a folder');
});

test('exchanges that are kept in part are counted apart from those judged again', async () => {
  const own = writeEvidenceFolder();
  const file = join(own, 'exchanges.ndjson.gz');
  const [first = '', ...others] = textIn(file).split('\n');
  const all = [first, ...others].filter((line) => line.includes('"kind":"exchange"')).length;
  const at = [first, ...others].findIndex((line) => line.includes('"kind":"exchange"'));
  const lines = [first, ...others];
  const { sent, ...rest } = JSON.parse(lines[at] ?? '');
  lines[at] = JSON.stringify({ ...rest, sent: { ...sent, shortened: 9 } });
  writeText(file, lines.join('\n'));
  const told = (await runCommand(verify, ['verify', own])).lines.join('\n');
  expect(told).toContain(`${all - 1} of ${all} exchanges judged again (1 kept in part only)`);
  rmSync(own, { recursive: true });
});
