import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeDigest } from '../../reports/digest.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { fingerprintOf, signFolder } from '../../reports/signing/envelope.ts';
import { headlineOf } from '../../reports/verify/files.ts';
import { dependsOnMask } from '../../reports/verify/masked-places.ts';
import { findingsAgain } from '../../reports/verify/rejudge.ts';
import { type VerifyOptions, verifyEvidence } from '../../reports/verify.ts';
import type { Finding } from '../../schemas/types.ts';
import { exchangesOfAllKinds, writeEvidenceFolder } from './evidence-folder.ts';
import { finding } from './hand-made.ts';
import { textIn, writeText } from './packed-text.ts';
import { keyPair } from './signing/keys.ts';

let dir = '';
beforeEach(() => {
  dir = writeEvidenceFolder();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = (name: string) => join(dir, name);
const edit = (name: string, change: (text: string) => string) =>
  writeText(file(name), change(textIn(file(name))));
const problems = (...args: [VerifyOptions?]) =>
  verifyEvidence(dir, ...args).problems.map(({ kind, at }) => `${kind} ${at}`);
/** Changes evidence and writes a digest that fits, as a forger would. */
const forge = (name: string, change: (text: string) => string) => {
  edit(name, change);
  writeDigest(dir);
};
/** Changes the one line that holds a text. */
const forgeLine = (part: string, change: (line: { judgement?: object }) => object) =>
  forge('exchanges.ndjson.gz', (text) =>
    text
      .split('\n')
      .map((line) => (line.includes(part) ? JSON.stringify(change(JSON.parse(line))) : line))
      .join('\n'),
  );

describe('verifyEvidence', () => {
  test('finds nothing wrong with what a run wrote, and judges every exchange again', () => {
    const { problems: found, exchanges, shortened, files, signedBy } = verifyEvidence(dir);
    expect(found).toEqual([]);
    expect({ exchanges, shortened, files, signedBy }).toEqual({
      exchanges: exchangesOfAllKinds.length,
      shortened: 0,
      files: 4,
      signedBy: [],
    });
  });

  test('keeps nearly every verdict through masking', () => {
    const stored = readEvidence(dir).exchanges.flatMap(({ judgement }) => judgement.findings);
    expect(stored.length).toBeGreaterThan(15);
    expect(verifyEvidence(dir).attested).toBe(0);
  });

  test.each(['exchanges.ndjson.gz', 'conformance.json', 'certificate.html'])(
    'sees any changed byte of %s',
    (name) => {
      const bytes = readFileSync(file(name));
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 2]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        writeFileSync(file(name), changed);
        expect(problems()).toContain(`changed ${name}`);
      }
    },
  );

  test('sees evidence of an operation that there is not', () => {
    edit('exchanges.ndjson.gz', (text) => text.replaceAll('"operation":"refund"', '"operation":"refune"'));
    expect(problems()).toContain('changed exchanges.ndjson.gz');
  });

  test('sees a file that was removed, added or replaced by a link', () => {
    rmSync(file('certificate.html'));
    mkdirSync(file('more'));
    writeFileSync(file('more/extra.txt'), 'x');
    expect(problems()).toEqual([
      'removed certificate.html',
      'added more/extra.txt',
      'incomplete certificate.html',
    ]);
    symlinkSync('/etc/hostname', file('certificate.html'));
    expect(problems()).toContain('changed certificate.html');
    expect(verifyEvidence(dir).problems).toContainEqual(
      expect.objectContaining({ detail: 'it is not a plain file' }),
    );
  });

  test('rests on nothing that carriers leave out', () => {
    const { files } = verifyEvidence(dir);
    for (const folder of ['empty', '.hidden', 'more']) mkdirSync(file(folder));
    for (const name of ['.conformance', '.hidden/file', 'more/.DS_Store']) writeFileSync(file(name), 'x');
    expect(problems()).toEqual([]);
    writeDigest(dir);
    expect(verifyEvidence(dir)).toMatchObject({ problems: [], files });
  });

  test.runIf(process.platform === 'linux')('writes digests that sha256sum reads', () => {
    const check = () => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dir }).status;
    expect(check()).toBe(0);
    edit('certificate.html', (text) => `${text} `);
    expect(check()).toBe(1);
  });

  test('sees a digest file that is gone, no digest, or changed', () => {
    edit('SHA256SUMS', (text) => text.replace('  certificate.html', ' *certificate.html'));
    expect(problems()).toEqual(['added certificate.html']);
    writeDigest(dir);
    edit('SHA256SUMS', (text) => `${text}# more\n`);
    expect(problems()).toEqual(['digest SHA256SUMS']);
    edit('SHA256SUMS', () => '{}');
    expect(problems()).toEqual(['digest SHA256SUMS']);
    rmSync(file('SHA256SUMS'));
    expect(problems()).toEqual(['digest SHA256SUMS']);
  });

  test('sees a verdict that was turned in the statement', () => {
    forge('conformance.json', (text) => text.replace('"verdict": "fail"', '"verdict": "pass"'));
    expect(problems()).toEqual(['derived conformance.json']);
  });

  test('sees a result that its rows do not bear out', () => {
    forge('conformance.json', (text) => text.replace('"result": "non-conformant"', '"result": "conformant"'));
    expect(verifyEvidence(dir).problems).toContainEqual({
      kind: 'derived',
      at: 'conformance.json',
      detail: expect.stringMatching(
        /^line \d+ is "result": "conformant",; the evidence gives "result": "non-conformant",$/,
      ),
    });
  });

  test('sees a finding that was taken out of the evidence', () => {
    forgeLine('"id":"0000000001"', (line) => ({ ...line, judgement: { ...line.judgement, findings: [] } }));
    expect(problems()).toContain('verdict exchange 0000000001');
  });

  test('sees an answer that was mended in the evidence', () => {
    forge('exchanges.ndjson.gz', (text) => text.replace('T1-1\\"', 'T1-01\\"'));
    expect(problems()).toContain('verdict exchange 0000000002');
  });

  test('sees a twin whose verdict was turned', () => {
    forgeLine('"kind":"twin"', (line) => ({ ...line, findings: [] }));
    expect(problems()).toContain('verdict twin of 0000000000 and 000000000e');
  });

  test('sees an exchange that was left out', () => {
    forge('exchanges.ndjson.gz', (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes('"id":"0000000002"'))
        .join('\n'),
    );
    expect(problems()).toEqual(
      expect.arrayContaining(['evidence exchanges.ndjson.gz', 'derived conformance.json']),
    );
  });

  test('sees a statement that does not fit its schema', () => {
    forge('conformance.json', (text) => text.replace('"statement": 1', '"statement": 2'));
    expect(problems()).toContain('derived conformance.json');
  });

  test('refuses to judge by another contract', () => {
    forge('conformance.json', (text) => text.replace(/"contractSha256": "../, '"contractSha256": "00'));
    expect(problems()).toEqual(['derived conformance.json']);
    forge('exchanges.ndjson.gz', (text) => text.replace(/"contractSha256":"../, '"contractSha256":"00'));
    expect(verifyEvidence(dir).problems).toEqual([
      {
        kind: 'release',
        at: 'exchanges.ndjson.gz',
        detail: expect.stringMatching(/another contract: verify with the release that wrote them$/),
      },
    ]);
  });

  test('reports a folder without statement and evidence', () => {
    rmSync(file('conformance.json'));
    rmSync(file('exchanges.ndjson.gz'));
    writeDigest(dir);
    expect(problems()).toEqual(['incomplete exchanges.ndjson.gz']);
  });
});

describe('signature', () => {
  const [own, stranger] = [keyPair(), keyPair()];

  test('is checked with the keys that are wanted, and named without', () => {
    signFolder(dir, own.secret);
    const named = [fingerprintOf(own.open)];
    expect(verifyEvidence(dir, { publicKeys: [own.open] })).toMatchObject({
      problems: [],
      named,
      signedBy: named,
    });
    expect(verifyEvidence(dir)).toMatchObject({ problems: [], named, signedBy: [] });
  });

  test('is about other files once the digest is written again', () => {
    signFolder(dir, own.secret);
    writeFileSync(file('notes.txt'), 'added later');
    writeDigest(dir);
    expect(problems()).toEqual(['signature conformance.dsse.json']);
  });

  test('of a stranger is no fault of the evidence', () => {
    signFolder(dir, stranger.secret);
    const found = verifyEvidence(dir, { publicKeys: [own.open] }).problems;
    expect(found.map(({ kind }) => kind)).toEqual(['key']);
    expect(headlineOf(found)).toBe(
      `The evidence holds, but the key ${fingerprintOf(own.open)} has not signed it.`,
    );
  });

  test('that is missing is said beside what does not hold', () => {
    writeFileSync(file('notes.txt'), 'added later');
    expect(headlineOf(verifyEvidence(dir, { publicKeys: [own.open] }).problems)).toMatch(
      /^The evidence does not hold: notes\.txt: the digest does not list it; 1 more problem\.$/,
    );
  });
});

test.each<[string, readonly string[], boolean]>([
  ['orders_list[3].shopper_email', ['received.body.orders_list[].shopper_email'], true],
  ['respon.card', ['sent.body.card'], true],
  ['allParams', ['page.posted.allParams.card'], true],
  ['address.city', ['received.body.address'], true],
  ['note', ['received.body'], true],
  ['amount', ['sent.body.encryption_data', 'received.headers.cookie'], false],
  ['', ['sent.body.encryption_data'], false],
])('dependsOnMask tells for %j whether %j matters', (path, masked, expected) => {
  expect(dependsOnMask(path, masked)).toBe(expected);
});

test('findings that only a mask makes are left out, unless the run had them', () => {
  const [evidence] = readEvidence(dir).exchanges;
  if (evidence === undefined) throw new Error('the folder holds no exchange');
  const [masked, open] = [finding({ path: 'shopper_email' }), finding({ path: 'amount' })];
  const stored = (findings: Finding[]) => ({
    ...evidence,
    masked: ['sent.body.shopper_email'],
    judgement: { ...evidence.judgement, findings },
  });
  expect(findingsAgain(stored([]), [masked, open])).toEqual([open]);
  expect(findingsAgain(stored([masked]), [masked, open])).toEqual([masked, open]);
});
