import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sign, signingKey } from '../../cli/certify/sign.ts';
import { verify } from '../../cli/certify/verify.ts';
import { init } from '../../cli/init.ts';
import type { Subcommand } from '../../cli/subcommand.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { keyPair, pemOf, writeKeys } from '../reports/signing/keys.ts';
import { emptyFolder, runCommand } from './command.ts';

const base = mkdtempSync(join(tmpdir(), 'certificates-'));
const dir = join(base, 'out');
const key = (name: string) => join(base, `${name}.key.pem`);
const open = (name: string) => join(base, `${name}.pub.pem`);

beforeAll(() => {
  renameSync(writeEvidenceFolder(), dir);
  for (const name of ['laboratory', 'body']) writeKeys(join(base, name));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(base, { recursive: true }));

const answers = ['--base-url', 'https://pay.example', '--merchant', 'M1', '--account', 'A1'];

test.each<[string, Subcommand, (reports: string, keys: string) => readonly string[], string]>([
  ['a PDF', sign, (reports) => [reports, '--pdf', join(reports, 'x.pdf')], 'must not lie in'],
  ['a PDF over a key', sign, (reports, keys) => [reports, '--pdf', keys], 'a key is never written over'],
  ['a PDF over another file', sign, (reports, keys) => [reports, '--pdf', `${keys}.txt`], 'is not a PDF'],
  ['a target file', init, (reports) => [join(reports, 'target.json'), ...answers], 'must not lie in'],
])('%s is refused where it would harm reports or keys', async (_what, command, words, says) => {
  const folder = emptyFolder();
  const reports = join(folder, 'out');
  renameSync(writeEvidenceFolder(), reports);
  writeKeys(join(folder, 'k'));
  writeFileSync(join(folder, 'k.key.pem.txt'), 'notes');
  const before = readdirSync(folder, { recursive: true });
  const own = words(reports, join(folder, 'k.key.pem'));
  await expect(runCommand(command, ['x', ...own])).rejects.toThrow(says);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
  expect((await runCommand(verify, ['verify', reports])).status).toBe(0);
});

describe('the key that signs', () => {
  test('is refused when others may read it, when it is not there, and when it is none', () => {
    const folder = emptyFolder();
    const [shared, none] = ['shared.pem', 'none.pem'].map((name) => join(folder, name)) as [string, string];
    const { secret } = keyPair();
    writeFileSync(shared, pemOf(secret), { mode: 0o600 });
    expect(signingKey(shared).equals(secret)).toBe(true);
    chmodSync(shared, 0o644);
    expect(() => signingKey(shared)).toThrow('the key that signs is open to others (mode 644)');
    expect(() => signingKey('/nowhere/key.pem')).toThrow('cannot be read (ENOENT)');
    const rsa = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    const encrypted =
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\ncanary-9c1\n-----END ENCRYPTED PRIVATE KEY-----';
    for (const pem of ['canary-no-key', encrypted, rsa]) {
      writeFileSync(none, pem, { mode: 0o600 });
      expect(() => signingKey(none)).toThrow(
        `${none}: the key that signs is no Ed25519 private key in PEM without a passphrase.`,
      );
    }
  });
});

describe('the way of a certificate', () => {
  test('evidence is signed by two keys, and verifies with both, one or none', async () => {
    expect((await runCommand(sign, ['sign', dir, '--sign-key', key('laboratory')])).lines).toEqual([
      expect.stringMatching(/^signed by [0-9a-f]{16}$/),
    ]);
    expect((await runCommand(sign, ['sign', dir, '--sign-key', key('body')])).lines).toHaveLength(2);
    const told = async (...keys: readonly string[]) => {
      const words = keys.flatMap((name) => ['--key', open(name)]);
      const { status, lines } = await runCommand(verify, ['verify', dir, ...words]);
      expect(status).toBe(0);
      return lines.slice(1, 3);
    };
    const proven = expect.stringMatching(/^signed by [0-9a-f]{16}\.$/);
    const claimed = expect.stringMatching(
      /^signed in the name of [0-9a-f]{16}, not compared with a key that you trust/,
    );
    expect(await told('laboratory', 'body')).toEqual([proven, proven]);
    expect(await told('body')).toEqual([claimed, proven]);
    expect(await told()).toEqual([claimed, claimed]);
    await expect(runCommand(sign, ['sign', dir, '--sign-key', key('body')])).rejects.toThrow(
      'has signed it already; nothing was changed',
    );
  });

  test('a key that has not signed is named, and the evidence holds', async () => {
    const stranger = join(emptyFolder(), 'stranger');
    writeKeys(stranger);
    const { status, lines } = await runCommand(verify, ['verify', dir, '--key', `${stranger}.pub.pem`]);
    expect(status).toBe(1);
    expect(lines[0]).toMatch(/^The evidence holds, but the key [0-9a-f]{16} has not signed it\.$/);
    expect(lines.join('\n')).toContain('resting on masked values: the evidence holds.');
    expect(lines.join('\n')).not.toContain('does not hold');
  });
});

describe('what does not hold', () => {
  test('is not signed, and says why in words', async () => {
    const own = join(emptyFolder(), 'out');
    renameSync(writeEvidenceFolder(), own);
    writeFileSync(join(own, 'certificate.html'), 'All is well.');
    const words = 'The evidence does not hold: ';
    await expect(runCommand(sign, ['sign', own, '--sign-key', key('body')])).rejects.toThrow(words);
  });

  test('reports of another release are refused with one sentence', async () => {
    const own = join(emptyFolder(), 'out');
    renameSync(writeEvidenceFolder(), own);
    // The fixture names release 1.0.0; a page that this release would write otherwise stands for an old one.
    writeFileSync(join(own, 'certificate.html'), 'a page of release 1.0.0');
    const { writeDigest } = await import('../../reports/digest.ts');
    writeDigest(own);
    const { status, lines } = await runCommand(verify, ['verify', own]);
    expect(status).toBe(1);
    expect(lines[0]).toMatch(
      /^The evidence cannot be verified here: its reports were written by release 1\.0\.0 \(commit abcdef0\), .* verify with the release that wrote them\.$/,
    );
    expect(lines.filter((line) => line.startsWith('release'))).toHaveLength(1);
  });

  test('sign without a browser for its PDF says so, and signs nothing', async () => {
    vi.stubEnv('CONFORMANCE_BROWSER', 'none');
    const own = join(emptyFolder(), 'out');
    renameSync(writeEvidenceFolder(), own);
    const file = join(own, '..', 'x.pdf');
    await expect(runCommand(sign, ['sign', own, '--sign-key', key('body'), '--pdf', file])).rejects.toThrow(
      'No PDF could be made, so nothing was signed: no browser was wanted',
    );
    expect(existsSync(file)).toBe(false);
    expect((await runCommand(verify, ['verify', own])).lines.join()).toContain('not signed');
  });

  test('sign without a key is refused', async () => {
    const own = join(emptyFolder(), 'out');
    renameSync(writeEvidenceFolder(), own);
    await expect(runCommand(sign, ['sign', own])).rejects.toThrow("required option '--sign-key <file>'");
  });
});
