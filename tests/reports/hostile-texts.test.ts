import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { afterAll, describe, expect, test } from 'vitest';
import { maskReading, readingLines } from '../../cli/judge/print.ts';
import { attachExchange } from '../../reports/allure/attach.ts';
import { writeDerivedFiles } from '../../reports/derived-files.ts';
import { describeDiff, diffStatements } from '../../reports/diff.ts';
import { contractSha256, writeDigest } from '../../reports/digest.ts';
import { gatherEvidence, openEvidence } from '../../reports/evidence.ts';
import { scrubErrors } from '../../reports/mask-first.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import { headlineOf } from '../../reports/verify/files.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { findingText } from '../../schemas/finding-text.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { exactJsonText, jsonText, plainLine, plainText } from '../../schemas/plain-text.ts';
import { finding } from './hand-made.ts';
import { dangers, hostileExchanges, markup, payload } from './hostile-texts.ts';
import { textIn } from './packed-text.ts';

startRedaction({ seed: 7 });
const dir = mkdtempSync(join(tmpdir(), 'hostile-texts-'));
afterAll(() => rmSync(dir, { recursive: true }));

const exchanges = hostileExchanges();
const writer = openEvidence(dir, 0);
for (const judged of exchanges) writer.record(judged);
writer.note({ kind: 'skipped', operation: 'payout', reason: payload });
writer.close();
const evidence = gatherEvidence(dir, {
  suite: { version: '1.0.0', commit: 'abcdef0', contractSha256: contractSha256() },
  target: { name: `Sandbox ${payload}`, environment: 'sandbox', baseUrl: 'https://sandbox.example' },
  profile: 'ci',
  seed: 7,
  runsPerProperty: 1,
  startedAt: '2026-01-31T12:00:00.000Z',
  endedAt: '2026-01-31T12:01:00.000Z',
  capabilities: {},
  selected: ['refund', 'redirect-payment'],
  interruptions: [payload],
  suiteErrors: [payload],
  again: 'TARGET=embedded SEED=7 npx playwright test TEST',
});
const statement = writeDerivedFiles(dir, evidence);
writeDigest(dir);
const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const lines = (all: readonly string[]) => all.map((line) => line.replaceAll(colour, '')).join('\n');
const empty = { ...statement, observations: [], clauses: [], result: 'void' as const };
const reading = maskReading(
  {
    cases: exchanges.map((judged) => ({
      judged,
      breaches: [finding({ path: payload, expected: say('plain', [payload]), received: sayValue(payload) })],
      from: payload,
    })),
    unjudged: [{ from: payload, what: payload, reason: payload }],
  },
  judgeRun(exchanges),
);

function maskedErrors(): string {
  const errors = [{ message: payload, stack: payload, snippet: payload, value: payload }];
  scrubErrors(errors);
  return errors.flatMap((error) => Object.values(error)).join('\n');
}

/** What a test attaches for each report of Playwright and for Allure. */
function attachments(): string {
  const attached: TestInfo['attachments'] = [];
  for (const judged of exchanges) attachExchange({ attachments: attached }, redactExchange(judged), {});
  return attached.map(({ body }) => String(body)).join('\n');
}

const terminals: Readonly<Record<string, () => string>> = {
  'the summary of a run': () => lines(renderSummary(statement, { out: dir, from: dir })),
  'a finding': () =>
    exchanges
      .flatMap(({ exchange, judgement }) => judgement.findings.map((one) => findingText(one, exchange)))
      .join('\n'),
  'what judge prints': () => lines(readingLines(reading)),
  'what diff prints': () => describeDiff(diffStatements(empty, statement)).join('\n'),
  'what verify prints': () =>
    [headlineOf([{ kind: 'changed', at: payload, detail: payload }]), jsonText(verifyEvidence(dir), 2)]
      .map((one) => plainText(one ?? ''))
      .join('\n'),
  'errors of tests': maskedErrors,
  'attachments of tests': attachments,
};

describe('a text that a service set in every place comes out as data', () => {
  test('in the findings at all', () => {
    expect(statement.findings.length).toBeGreaterThan(10);
    expect(statement.observations.length).toBeGreaterThan(0);
  });

  test.each(Object.entries(terminals))('in %s', (_, write) => {
    const text = write();
    expect(text).not.toBe('');
    for (const [what, pattern] of Object.entries(dangers))
      expect(pattern.exec(text)?.[0], what).toBeUndefined();
  });

  test.each(readdirSync(dir))('in the file %s', (name) => {
    const text = textIn(join(dir, name));
    // Within JSON an element is a text like any other.
    const patterns = name.endsWith('.html') ? markup : dangers;
    for (const [what, pattern] of Object.entries(patterns))
      expect(pattern.exec(text)?.[0], what).toBeUndefined();
  });

  test('and verification holds over it', () => {
    expect(verifyEvidence(dir).problems).toEqual([]);
  });
});

describe('plain text', () => {
  test('says in JSON the same value', () => {
    const value = { [payload]: [payload, '::error::', '##[group]'] };
    const whole = JSON.parse(JSON.stringify(value).toWellFormed());
    for (const indent of [undefined, 2]) {
      expect(JSON.parse(jsonText(value, indent))).toEqual(whole);
      expect(JSON.parse(exactJsonText(value, indent))).toEqual(value);
      expect(jsonText(value, indent)).not.toMatch(/::[a-z]|##\[|[\u0080-\u009f\u2028\u202e]/);
    }
  });

  test.each([
    ['\ud83d', '\ufffd'],
    ['a\udfffb', 'a\ufffdb'],
    ['\ude00\ud83d', '\ufffd\ufffd'],
    ['\ud83d\ude00', '\ud83d\ude00'],
    ['\\ud83d', '\\ud83d'],
    ['\\\\\ud83d', '\\\\\ufffd'],
    ['"\\u\ud83d', '"\\u\ufffd'],
    ['\u{e0041}\ud83d', '\u{e0041}\ufffd'],
  ])('has no half of a character in JSON: %j', (text, shown) => {
    for (const indent of [undefined, 2]) {
      expect(JSON.parse(jsonText({ [text]: [text] }, indent))).toEqual({ [shown]: [shown] });
      expect(JSON.parse(exactJsonText({ [text]: [text] }, indent))).toEqual({ [text]: [text] });
    }
  });

  test('shows every sign and keeps what is readable', () => {
    expect(plainLine('Grüße 日本 ✓ a:b ::1 #2')).toBe('Grüße 日本 ✓ a:b ::1 #2');
    expect(plainLine('a\r\n\tb\u{e0041}')).toBe('a\\r\\n\\tb\\u{e0041}');
    expect(plainText('a\r\n  ::error::x')).toBe('a\n  \\u003a:error\\u003a:x');
  });
});
