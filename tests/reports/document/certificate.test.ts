import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDigest } from '../../../reports/digest.ts';
import { sectionsOf } from '../../../reports/document.ts';
import { verifyEvidence } from '../../../reports/verify.ts';
import { exchangesOfAllKinds, writeEvidenceFolder } from '../evidence-folder.ts';
import { markdownDocument } from './made-up.ts';

const sha256 = 'ab'.repeat(32);
const passage = 'made of the `transaction_id`, a hyphen and two digits';
const text = markdownDocument.replace('| `amount` |', `| \`amount\` ${passage} |`);
let dir = '';
beforeAll(() => {
  dir = writeEvidenceFolder(exchangesOfAllKinds, undefined, { sha256, sections: sectionsOf(text) });
});
afterAll(() => rmSync(dir, { recursive: true }));

const read = (name: string) => readFileSync(join(dir, name), 'utf8');

test('the certificate quotes the document under findings, or says what is missing', () => {
  const quotes = [...read('certificate.html').matchAll(/<blockquote class="passage">([^<]*)</g)];
  const words = quotes.map(([, quoted = '']) => quoted);
  expect(words.some((one) => one.startsWith('Document, 2.9: ') && one.includes('hyphen'))).toBe(true);
  expect(words.some((one) => one.startsWith('Document: section '))).toBe(true);
});

test('the statement has the digest of the document, and no other file its text', () => {
  expect(JSON.parse(read('conformance.json'))).toMatchObject({ document: { sha256 } });
  expect(readdirSync(dir).filter((name) => read(name).includes('a hyphen and two digits |'))).toEqual([
    'certificate.html',
  ]);
});

test('the evidence holds with the quotations, which are set aside', () => {
  expect(verifyEvidence(dir).problems).toEqual([]);
});

test('the evidence does not hold when anything else of the certificate is changed', () => {
  const before = read('certificate.html');
  writeFileSync(join(dir, 'certificate.html'), before.replace('Sandbox', 'Sandbank'));
  writeDigest(dir);
  expect(verifyEvidence(dir).problems).toMatchObject([{ kind: 'derived', at: 'certificate.html' }]);
  writeFileSync(join(dir, 'certificate.html'), before);
});
