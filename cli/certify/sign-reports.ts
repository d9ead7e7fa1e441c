import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFile, readDigestText, replaceDigest } from '../../reports/digest.ts';
import { addSignature } from '../../reports/signing/seal.ts';
import { fingerprintOf } from '../../reports/signing/signature.ts';

/** Signs the reports that a run has just left, and says by which key; says so, too, where there are none to sign. */
export function signReports(out: string, privateKeyPem: string): void {
  const file = join(out, digestFile);
  const digest = existsSync(file) ? readDigestText(readFileSync(file, 'utf8')) : 'the run left no digest';
  if (typeof digest === 'string') {
    process.stderr.write(`Not signed: ${digest}.\n`);
    return;
  }
  const signed = addSignature(digest, 'evidence', privateKeyPem);
  replaceDigest(out, signed);
  console.log(`signed      by ${fingerprintOf(signed.signature?.publicKey ?? '')}`);
}
