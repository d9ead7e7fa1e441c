import { rmSync } from 'node:fs';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { certificateNumber } from '../../../reports/certificate/words.ts';
import { digested, digestOf } from '../../../reports/digest.ts';
import { digestsOf, packageBytes, packageIn } from '../../../reports/package/sealed-package.ts';
import { verifyPackageBytes } from '../../../reports/package/verify-package.ts';
import { addSignature, fingerprintOf, publicKeyOf } from '../../../reports/signing/seal.ts';
import { headlineOf } from '../../../reports/verify/files.ts';
import { writeEvidenceFolder } from '../evidence-folder.ts';
import { forgeEvidence } from '../forging.ts';
import { keyPair } from '../signing/keys.ts';
import { packageOf } from './package-of.ts';

const [laboratory, body] = [keyPair(), keyPair()];
const dir = writeEvidenceFolder(undefined, laboratory.secret);
const made = packageOf(dir, laboratory.secret);
afterAll(() => rmSync(dir, { recursive: true }));

const problemsOf = (bytes: Uint8Array, ...publicKeys: readonly string[]) =>
  verifyPackageBytes(bytes, { publicKeys }).problems.map(({ kind, at }) => `${kind} ${at}`);
const text = (value: string) => new Uint8Array(Buffer.from(value));
/** The package with other files, and digests made anew without a key. */
const remade = (change: (entries: Map<string, Uint8Array>) => void) => {
  const { entries } = packageIn(made);
  const changed = new Map(entries);
  change(changed);
  return packageBytes(changed, digestOf(digestsOf(changed)));
};

describe('a package', () => {
  test('holds as it is, and names who signed it and its evidence', () => {
    const own = fingerprintOf(publicKeyOf(laboratory.open));
    expect(verifyPackageBytes(made, { publicKeys: [laboratory.open] })).toMatchObject({
      problems: [],
      signedBy: [own],
      evidenceSignedBy: [own],
      hasPdf: true,
      files: 8,
    });
    expect(packageOf(dir, laboratory.secret)).toEqual(made);
  });

  test('tells its reader in plain words what it holds and how to verify it', () => {
    const { entries } = packageIn(made);
    const readme = Buffer.from(entries.get('README.txt') ?? []).toString('utf8');
    const { statement } = verifyPackageBytes(made);
    for (const part of [
      certificateNumber(statement ?? {}),
      'Not conformant',
      'not stated',
      'npx payment-acquiring-conformance certificate verify FILE.zip --key KEY.pub.pem',
      'It does not show that the run took place',
    ])
      expect(readme).toContain(part);
    expect(Math.max(...readme.split('\n').map(({ length }) => length))).toBeLessThan(100);
  });

  test('takes a counter-signature, which demands both keys', () => {
    const { entries, digest } = packageIn(made);
    const both = packageBytes(entries, addSignature(digest, 'package', body.secret));
    expect(problemsOf(both, laboratory.open, body.open)).toEqual([]);
    expect(problemsOf(made, laboratory.open, body.open)).toEqual(['signature package.sha256.json']);
  });

  test('says first in words which exchange is missing', () => {
    const other = writeEvidenceFolder();
    forgeEvidence(other, ({ exchanges }) => void exchanges.splice(2, 1), { reports: false });
    const { problems } = verifyPackageBytes(packageOf(other));
    expect(headlineOf(problems)).toMatch(/^The evidence does not hold: 1 exchange of refund is missing; /);
    rmSync(other, { recursive: true });
  });

  test('is missed by a key that has signed its evidence alone', () => {
    expect(problemsOf(packageOf(dir), laboratory.open)).toEqual(['signature package.sha256.json']);
  });

  test.each(['evidence/.hidden', 'evidence/more/.file', 'evidence/empty/'])('holds no %s', (path) => {
    const content = path.endsWith('/') ? '' : 'x';
    expect(problemsOf(remade((all) => all.set(path, text(content))))).toEqual([`package ${path}`]);
  });

  test('sees a page of its own that is not what the evidence gives', () => {
    expect(problemsOf(remade((all) => all.set('README.txt', text('All is well.'))))).toEqual([
      'derived README.txt',
    ]);
    expect(problemsOf(remade((all) => all.delete('README.txt')))).toEqual(['incomplete README.txt']);
    expect(problemsOf(remade((all) => all.set('target.json', text('{}'))))).toEqual(['derived target.json']);
    expect(problemsOf(remade((all) => all.set('virus.exe', text('x'))))).toEqual(['package virus.exe']);
  });

  test('sees a changed PDF by its digest, and with a signature by the digest made anew', () => {
    const { entries, digest } = packageIn(made);
    const other = new Map([...entries, ['certificate.pdf', text('%PDF-1.4 another page')] as const]);
    expect(problemsOf(packageBytes(other, digest))).toEqual(['changed certificate.pdf']);
    const anew = { ...digest, ...digestOf(digestsOf(other)) };
    expect(problemsOf(packageBytes(other, anew))).toEqual(['signature package.sha256.json']);
  });

  test('sees what stands around its files', () => {
    const { entries } = packageIn(made);
    const all = Object.fromEntries([...entries].sort());
    for (const wrong of [
      zipSync(all, { comment: 'hello', mtime: new Date(1980, 0, 1) }),
      zipSync(all, { mtime: new Date(2001, 0, 1) }),
      zipSync(all, { level: 0, mtime: new Date(1980, 0, 1) }),
      zipSync(Object.fromEntries([...entries].sort().reverse()), { mtime: new Date(1980, 0, 1) }),
      Buffer.concat([made, Buffer.from('x')]),
    ])
      expect(problemsOf(new Uint8Array(wrong))).toContain('package the zip file');
  });

  test('is told in one line from what is no package', () => {
    for (const wrong of [text('nothing'), zipSync({ 'a.txt': text('x') }), new Uint8Array()])
      expect(problemsOf(wrong)).toEqual(['package the zip file']);
    expect(headlineOf(verifyPackageBytes(zipSync({ 'a.txt': text('x') })).problems)).toBe(
      'The evidence does not hold: the package does not hold: the zip file: it lacks package.sha256.json.',
    );
    expect(digested('a.txt', text('x')).bytes).toBe(1);
  });
});
