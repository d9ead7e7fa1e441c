import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pack } from '../../cli/certify/pack.ts';
import { register } from '../../cli/certify/register.ts';
import { sign } from '../../cli/certify/sign.ts';
import { signingKey } from '../../cli/certify/signing-key.ts';
import { verify } from '../../cli/certify/verify.ts';
import { openapi } from '../../cli/investigate/openapi.ts';
import { init } from '../../cli/run/init.ts';
import type { Subcommand } from '../../cli/subcommand.ts';
import { readPackage } from '../../reports/package/sealed-package.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { keyPair, writeKeys } from '../reports/signing/keys.ts';
import { emptyFolder, runCommand } from './command.ts';

const base = mkdtempSync(join(tmpdir(), 'certificates-'));
const dir = join(base, 'out');
const key = (name: string) => join(base, `${name}.key.pem`);
const open = (name: string) => join(base, `${name}.pub.pem`);
const zip = join(base, 'certificate.zip');

beforeAll(async () => {
  // Evidence without a browser: what a PDF looks like is the matter of another test.
  vi.stubEnv('CONFORMANCE_BROWSER', 'none');
  renameSync(writeEvidenceFolder(), dir);
  for (const name of ['laboratory', 'body']) writeKeys(join(base, name));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(base, { recursive: true }));

test.each<[string, Subcommand, (reports: string, keys: string) => readonly string[], string]>([
  ['a package by its default name', pack, (reports) => [reports], 'must not lie in'],
  ['a package', pack, (reports) => [reports, '--out', join(reports, 'x', 'y.zip')], 'must not lie in'],
  [
    'a package over the digest',
    pack,
    (reports) => [reports, '--force', '--out', join(reports, 'evidence.sha256.json')],
    'must not lie in',
  ],
  [
    'a package over a key',
    pack,
    (reports, keys) => [reports, '--force', '--out', keys],
    'a key is never written over',
  ],
  [
    'a package over another file',
    pack,
    (reports, keys) => [reports, '--force', '--out', `${keys}.txt`],
    'is not a package, and --force writes over nothing else',
  ],
  ['a package over a folder', pack, (reports, keys) => [reports, '--out', join(keys, '..')], 'name a file'],
  ['the OpenAPI document', openapi, (reports) => ['--out', join(reports, 'junit.xml')], 'must not lie in'],
  ['a target file', init, (reports) => [join(reports, 'target.json')], 'must not lie in'],
])('%s is refused where it would harm reports or keys', async (_what, command, words, says) => {
  vi.stubEnv('CONFORMANCE_BROWSER', 'none');
  const folder = emptyFolder();
  const reports = join(folder, 'out');
  renameSync(writeEvidenceFolder(), reports);
  writeKeys(join(folder, 'k'));
  writeFileSync(join(folder, 'k.key.pem.txt'), 'notes');
  const before = readdirSync(folder, { recursive: true });
  const own = words(reports, join(folder, 'k.key.pem'));
  vi.spyOn(process, 'cwd').mockReturnValue(own.length === 1 && command === pack ? reports : process.cwd());
  await expect(runCommand(command, ['x', ...own])).rejects.toThrow(says);
  vi.restoreAllMocks();
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
  expect((await runCommand(verify, ['verify', reports])).status).toBe(0);
});

describe('signingKey', () => {
  test('comes from a file or the environment, and from nowhere else', () => {
    expect(signingKey(undefined)).toBeUndefined();
    const { secret } = keyPair();
    vi.stubEnv('CONFORMANCE_SIGN_KEY', secret);
    expect(signingKey(undefined)).toBe(secret.trim());
    expect(signingKey(key('laboratory'))).toContain('PRIVATE KEY');
    vi.stubEnv('CONFORMANCE_SIGN_KEY', 'canary-no-key');
    expect(() => signingKey(undefined)).toThrow(/^CONFORMANCE_SIGN_KEY: the key that signs cannot be read/);
  });

  test('is refused when others may read it, and when it is not there', () => {
    const file = join(emptyFolder(), 'shared.pem');
    writeFileSync(file, keyPair().secret);
    chmodSync(file, 0o644);
    expect(() => signingKey(file)).toThrow('others may read this key (mode 644)');
    expect(() => signingKey('/nowhere/key.pem')).toThrow('cannot be read (ENOENT)');
  });
});

describe('the way of a certificate', () => {
  test('evidence is signed, counter-signed, and verifies', async () => {
    expect((await runCommand(sign, ['sign', dir, '--sign-key', key('laboratory')])).status).toBe(0);
    await runCommand(sign, ['sign', dir, '--sign-key', key('body')]);
    const words = ['verify', dir, '--key', open('laboratory'), '--key', open('body')];
    const { status, lines } = await runCommand(verify, words);
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^signed by [0-9a-f]{16}\.$/),
      expect.stringMatching(/^counter-signed by [0-9a-f]{16}\.$/),
    ]);
    expect(status).toBe(0);
    await expect(runCommand(sign, ['sign', dir, '--sign-key', key('body')])).rejects.toThrow(
      'has signed it already',
    );
  });

  test('the package says that its PDF is missing, and is the same packed again', async () => {
    vi.stubEnv('CONFORMANCE_BROWSER', 'none');
    const { lines } = await runCommand(pack, ['pack', dir, '--out', zip, '--sign-key', key('laboratory')]);
    expect(lines.join('\n')).toContain('The PDF is missing: no browser was wanted');
    const first = readFileSync(zip);
    await runCommand(pack, ['pack', dir, '--out', zip, '--sign-key', key('laboratory'), '--force']);
    expect(readFileSync(zip).equals(first)).toBe(true);
    await expect(runCommand(pack, ['pack', dir, '--out', zip])).rejects.toThrow('--force writes over it');
  });

  test('the certifier counter-signs the package of the applicant', async () => {
    await runCommand(sign, ['sign', zip, '--sign-key', key('body')]);
    const words = ['verify', zip, '--key', open('laboratory'), '--key', open('body')];
    const { status, lines } = await runCommand(verify, words);
    expect(status).toBe(0);
    expect(lines).toContain('the package holds no PDF.');
    expect(readPackage(zip).digest.counterSignatures).toHaveLength(1);
  });

  test('a registry lists it once, and verification compares with its row', async () => {
    const registry = join(base, 'registry');
    mkdirSync(registry);
    const before = await runCommand(verify, ['verify', zip, '--registry', registry]);
    expect(before.lines[0]).toMatch(/the registry does not list certificate [0-9A-F-]{19}\.$/);
    await expect(runCommand(register, ['register', zip, '--registry', registry])).rejects.toThrow(
      /is not registered, since it is not a signed certificate: profile ci fixes no depth; .*no product is stated; .*no last day of validity is stated\. With --anyway/,
    );
    expect(readdirSync(registry)).toEqual([]);
    const { lines } = await runCommand(register, ['register', zip, '--registry', registry, '--anyway']);
    expect(lines[0]).toMatch(
      /^Registered [0-9A-F-]{19}: product not stated, .*; not a certificate: profile ci fixes no depth; .*\.$/,
    );
    expect((await runCommand(register, ['register', zip, '--registry', registry])).lines[0]).toContain(
      'already',
    );
    const page = readFileSync(join(registry, 'index.html'), 'utf8');
    expect(page).toContain('certificate.zip');
    expect(page).not.toMatch(/<script|https?:/);
    expect((await runCommand(verify, ['verify', zip, '--registry', registry])).status).toBe(0);

    const number = /Registered ([0-9A-F-]+)/.exec(lines[0] ?? '')?.[1];
    const entry = join(registry, 'entries', `${number}.json`);
    writeFileSync(entry, readFileSync(entry, 'utf8').replace(/"root": "../, '"root": "zz'));
    const other = await runCommand(verify, ['verify', zip, '--registry', registry]);
    expect(other).toMatchObject({ status: 1 });
    expect(other.lines[0]).toContain('with the root digest zz');
    await expect(runCommand(register, ['register', zip, '--registry', registry])).rejects.toThrow(
      'an entry is never changed',
    );
  });

  test('a registry with a damaged file names it, and takes nothing in', async () => {
    const registry = join(base, 'damaged');
    const enter = () => runCommand(register, ['register', zip, '--registry', registry, '--anyway']);
    const entries = join(registry, 'entries');
    mkdirSync(entries, { recursive: true });
    const odd = join(entries, '1111-1111-1111-1111.json');
    for (const text of ['', '{', 'null', '[]', '{"entry":1,"number":"1111-1111-1111-1111"}']) {
      writeFileSync(odd, text);
      await expect(enter()).rejects.toThrow(`${odd} is damaged`);
      expect(readdirSync(entries)).toEqual(['1111-1111-1111-1111.json']);
    }
    rmSync(odd);
    const number = /Registered ([0-9A-F-]+)/.exec((await enter()).lines[0] ?? '')?.[1] ?? '';
    // As after a full disk: the entry is there, and the page is not.
    rmSync(join(registry, 'index.html'));
    await enter();
    expect(readFileSync(join(registry, 'index.html'), 'utf8')).toContain(number);
    mkdirSync(join(registry, 'withdrawals'));
    const withdrawal = join(registry, 'withdrawals', `${number}.json`);
    writeFileSync(withdrawal, '{"withdrawal":1}');
    for (const words of [
      ['verify', zip, '--registry', registry],
      ['register', number, '--registry', registry, '--withdraw', 'lost'],
    ])
      await expect(runCommand(words[0] === 'verify' ? verify : register, words)).rejects.toThrow(
        `${withdrawal} is damaged`,
      );
    await expect(runCommand(register, ['register', zip, '--registry', join(dir, 'r')])).rejects.toThrow(
      'must not lie in',
    );
    await expect(runCommand(register, ['register', zip, '--registry', ' '])).rejects.toThrow(
      'must not be empty',
    );
  });

  test('a certificate is withdrawn for a reason, and its entry stays', async () => {
    const registry = join(base, 'withdrawals');
    const own = join(base, 'own.zip');
    writeFileSync(own, readFileSync(zip));
    const { lines } = await runCommand(register, ['register', own, '--registry', registry, '--anyway']);
    const number = /Registered ([0-9A-F-]+)/.exec(lines[0] ?? '')?.[1] ?? '';
    const entry = readFileSync(join(registry, 'entries', `${number}.json`));
    const withdraw = async (what: string, reason: string) =>
      (await runCommand(register, ['register', what, '--registry', registry, '--withdraw', reason])).lines[0];
    await expect(withdraw(number, ' ')).rejects.toThrow('--withdraw must not be empty');
    await expect(withdraw('0000-0000-0000-0000', 'x')).rejects.toThrow('does not list certificate 0000');
    await expect(withdraw('../entries/x', 'x')).rejects.toThrow('does not list certificate ../');
    expect(await withdraw(number, 'the key <b>was</b> lost')).toBe(
      `Withdrew ${number}: the key <b>was</b> lost. Its entry stays.`,
    );
    expect(await withdraw(number, 'another reason')).toContain('is withdrawn already');
    expect(readFileSync(join(registry, 'entries', `${number}.json`))).toEqual(entry);
    expect(readFileSync(join(registry, 'index.html'), 'utf8')).toMatch(
      /<b>Withdrawn<\/b> on \d{4}-\d\d-\d\d: the key &lt;b&gt;was&lt;\/b&gt; lost/,
    );
    const found = await runCommand(verify, ['verify', own, '--registry', registry]);
    expect(found.status).toBe(1);
    expect(found.lines[0]).toMatch(/was withdrawn on \d{4}-\d\d-\d\d: the key <b>was<\/b> lost/);
  });
});

describe('what does not hold', () => {
  test('is neither signed nor packed nor registered, and says why in words', async () => {
    const own = join(emptyFolder(), 'out');
    renameSync(writeEvidenceFolder(), own);
    writeFileSync(join(own, 'certificate.html'), 'All is well.');
    const [file, words] = [join(own, '..', 'x.zip'), 'The evidence does not hold: '];
    await expect(runCommand(sign, ['sign', own, '--sign-key', key('body')])).rejects.toThrow(words);
    await expect(runCommand(pack, ['pack', own, '--out', file])).rejects.toThrow(words);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'no zip');
    await expect(
      runCommand(register, ['register', file, '--registry', join(own, '..', 'registry')]),
    ).rejects.toThrow('it is not a zip file with files in it');
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

  test('sign without a key is refused', async () => {
    const own = join(emptyFolder(), 'out');
    renameSync(writeEvidenceFolder(), own);
    await expect(runCommand(sign, ['sign', own])).rejects.toThrow('sign needs --sign-key');
  });
});
