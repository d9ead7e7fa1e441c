import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readDigestText } from '../../../reports/digest.ts';
import { makePackage } from '../../../reports/package/sealed-package.ts';
import type { Entries } from '../../../reports/package/zip.ts';
import type { Statement } from '../../../reports/statement/format.ts';
import { writeEvidenceFolder } from '../evidence-folder.ts';
import type { Parts } from '../hand-made.ts';

/** The files that the digest of a folder lists, and the digest. */
function entriesOf(dir: string): Entries {
  const text = readFileSync(join(dir, 'evidence.sha256.json'), 'utf8');
  const digest = readDigestText(text);
  if (typeof digest === 'string') throw new Error(digest);
  return new Map([
    ...digest.files.map(({ path }) => [path, new Uint8Array(readFileSync(join(dir, path)))] as const),
    ['evidence.sha256.json', new Uint8Array(Buffer.from(text))],
  ]);
}

/** A package of a folder of evidence, signed by a key where one is given. */
export function packageOf(dir: string, privateKeyPem?: string, pdf = '%PDF-1.4 a page'): Uint8Array {
  const evidence = entriesOf(dir);
  const text = Buffer.from(evidence.get('conformance.json') ?? []).toString('utf8');
  return makePackage({
    evidence,
    statement: JSON.parse(text) as Statement,
    pdf: new Uint8Array(Buffer.from(pdf)),
    ...(privateKeyPem !== undefined && { privateKeyPem }),
  });
}

/** A package of a run over some exchanges, signed twice by one key. */
export function signedPackage(privateKeyPem: string, all?: readonly Parts[]): Uint8Array {
  const dir = writeEvidenceFolder(all, privateKeyPem);
  try {
    return packageOf(dir, privateKeyPem);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
