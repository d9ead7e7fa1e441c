import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../cli/certify/verify.ts';
import { readEvidence } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { validateStatement } from '../../reports/statement.ts';
import { checkFiles } from '../../reports/verify/files.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { runCommand } from '../cli/command.ts';
import { conformance, type Ended, playwright, runIn, small, withoutFullBatches } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { withoutTimes } from './without-times.ts';
import { filesBelow, foreignSources } from './written-files.ts';

removeFolders();
const folder = makeFolder();
const other = makeFolder();
const [out, again] = [runIn(folder), runIn(other)];
let ended: Ended;
const statementOf = (of: string) =>
  JSON.parse(readFileSync(join(of, 'conformance.json'), 'utf8')) as Statement;

beforeAll(async () => {
  // Workers take turns differently from run to run, and what a listing shows depends on it. Which of two calls at the same time
  // comes first is chance. Full batches are most requests of such a run.
  const grep = `${withoutFullBatches}(?!.*at the same time)`;
  const words = ['refund.spec', '--workers', '1', '-g', grep];
  ended = await playwright(folder, words, small);
  await playwright(other, words, small);
});

describe('a run against the embedded endpoint', () => {
  test('exits 0 and says result, clauses, exchanges, seed and reports', () => {
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const { run } = statementOf(out);
    expect(run.exchanges).toBeGreaterThan(100);
    expect(ended.stdout).toContain('embedded endpoint (embedded), ');
    expect(ended.stdout).toMatch(/^requirements +met +undecided +accepted +refused$/m);
    expect(ended.stdout).toMatch(/^refund +\d+ /m);
    expect(ended.stdout).toMatch(
      new RegExp(`stated requirements exercised in ${run.exchanges} exchanges$`, 'm'),
    );
    expect(ended.stdout).toMatch(
      /^conformant \(partial: .*\) {2}embedded endpoint, profile ci, seed 7, exit status 0$/m,
    );
    expect(ended.stdout).toMatch(/^certificate .*certificate\.html$/m);
    expect(ended.stdout.match(/✓ .*\[closing\]/g)).toHaveLength(4);
    expect(ended.stdout.trim().split('\n').at(-1)).toContain('embedded endpoint');
    expect(readdirSync(join(folder, 'results')).sort()).toEqual(['latest', 'run']);
  });

  test('leaves a statement that fits its schema and has no failure', () => {
    const statement = statementOf(out);
    expect(validateStatement(statement)).toEqual([]);
    expect(statement.findings).toEqual([]);
    const met = statement.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
    expect(met).toContain('2.9/refund_reference_id/shape');
    expect(statement.run.operations.refund?.exchanges).toBeGreaterThan(20);
  });

  test('observes in words, none of which is taken for a secret', () => {
    const { observations } = statementOf(out);
    expect(observations.length).toBeGreaterThan(30);
    expect(observations.filter(({ fingerprint }) => /x{3}/.test(fingerprint))).toEqual([]);
  });

  test('leaves pages without foreign sources', () => {
    expect(readFileSync(join(out, 'certificate.html'), 'utf8')).toContain('embedded endpoint');
    expect(existsSync(join(out, 'parts'))).toBe(false);
    const pages = filesBelow(out).filter((file) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.map((file) => readFileSync(file, 'utf8')).flatMap(foreignSources)).toEqual([]);
    expect(foreignSources('<script async src="https://x.example/a.js"></script>')).toHaveLength(1);
  });
});

describe('a second run with the same seed', () => {
  test('sends the same requests under the same ids', () => {
    const sent = (of: string) => readEvidence(of).exchanges.map((one) => [one.id, one.origin, one.sent]);
    expect(sent(out).length).toBeGreaterThan(100);
    expect(sent(again)).toEqual(sent(out));
  });

  test('gets the same answers', () => {
    const got = (of: string) =>
      readEvidence(of).exchanges.map(({ operation, received }) => {
        if (received.kind === 'none') return received.reason;
        // Which of several refunds of one order comes first, of those that are sent at a time, is nobody's choice.
        return operation === 'refund' ? [received.status] : [received.status, received.body];
      });
    expect(got(again)).toEqual(got(out));
  });

  test('leaves a statement that differs in times only', () => {
    expect(withoutTimes(statementOf(again))).toEqual(withoutTimes(statementOf(out)));
  });
});

describe('conformance verify', () => {
  test('holds for the reports as they were written', async () => {
    const verified = await conformance(['verify', out]);
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(verified.stdout).toMatch(/ exchanges judged again\b.*, .* the evidence holds\./);
  });

  test('notices one changed byte in any file of the evidence', () => {
    const copy = join(makeFolder(), 'out');
    cpSync(again, copy, { recursive: true });
    const listed = readFileSync(join(copy, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    const paths = listed.map((line) => line.slice(66));
    expect(paths).toEqual(
      expect.arrayContaining(['exchanges.ndjson.gz', 'conformance.json', 'certificate.html']),
    );
    const unnoticed = ['SHA256SUMS', ...paths].filter((path) => {
      const file = join(copy, path);
      const bytes = readFileSync(file);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      const { problems } = checkFiles(copy);
      copyFileSync(join(again, path), file);
      return problems.length === 0;
    });
    expect(unnoticed).toEqual([]);
    expect(verifyEvidence(copy).problems).toEqual([]);
  });

  test('fails when a file is removed or added', async () => {
    const copy = join(makeFolder(), 'out');
    cpSync(out, copy, { recursive: true });
    rmSync(join(copy, 'matrix.html'));
    writeFileSync(join(copy, 'added.json'), '{}');
    const { status, lines } = await runCommand(verify, ['verify', copy]);
    expect(status).toBe(1);
    for (const name of ['matrix.html', 'added.json']) expect(lines.join('\n')).toContain(name);
  });
});
