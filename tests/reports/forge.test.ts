import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeDigest } from '../../reports/digest.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { forgedEvidence, unnoticed } from './forged-evidence.ts';
import { forgedStatements } from './forged-statements.ts';
import { forgeEvidence, forgeFile, forgeStatement } from './forging.ts';

const genuine = writeEvidenceFolder();
const dir = `${genuine}-forged`;
beforeEach(() => cpSync(genuine, dir, { recursive: true }));
afterEach(() => rmSync(dir, { recursive: true }));
afterAll(() => rmSync(genuine, { recursive: true }));

const problems = () => verifyEvidence(dir).problems.map(({ kind, at, detail }) => `${kind} ${at} ${detail}`);

describe('a statement over genuine exchanges, with every report and the digest made anew', () => {
  // Each of them is told from the evidence (forge-statement.test.ts); each tenth is forged in all its files.
  test.each(forgedStatements.filter((_, at) => at % 10 === 0))('does not hold with %s', (_, change) => {
    forgeStatement(dir, change);
    expect(problems()).not.toEqual([]);
  });

  test('holds when nothing was changed', () => {
    forgeStatement(dir, () => {});
    expect(problems()).toEqual([]);
  });
});

describe('a report with the digest made anew', () => {
  test.each<[string, string, (text: string) => string]>([
    [
      'a certificate with another headline',
      'certificate.html',
      (text) => text.replace(/<h1>[^<]*/, '<h1>Conformant'),
    ],
    [
      'a page that only names the statement',
      'certificate.html',
      (text) => `<p content="${/content="([0-9a-f]{64})"/.exec(text)?.[1]}">Conformant</p>`,
    ],
    ['a statement written in another way', 'conformance.json', (text) => JSON.stringify(JSON.parse(text))],
  ])('%s does not hold', (_, name, change) => {
    forgeFile(dir, name, change);
    expect(problems()).not.toEqual([]);
  });

  test.each(['certificate.html', 'conformance.json'])('%s that is gone does not hold', (name) => {
    rmSync(join(dir, name));
    writeDigest(dir);
    expect(problems()).not.toEqual([]);
  });
});

describe('evidence of which the sum, every report and the digest were made anew', () => {
  test.each(forgedEvidence)('does not hold with %s', (what, change) => {
    forgeEvidence(dir, change, { reports: !what.includes('facts') });
    expect(problems()).not.toEqual([]);
  });

  test('holds when it was only written again', () => {
    forgeEvidence(dir, () => {});
    expect(problems()).toEqual([]);
  });
});

describe('without a signature nothing shows', () => {
  const page = readFileSync(new URL('../../docs/verify.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

  test.each(unnoticed)('%s, and the documentation says so', (what, change) => {
    forgeEvidence(dir, change);
    expect(problems()).toEqual([]);
    expect(page).toContain(what);
  });

  test.each(unnoticed)('%s, unless the reports are left as they were', (_, change) => {
    forgeEvidence(dir, change, { reports: false });
    expect(problems()).not.toEqual([]);
  });
});
