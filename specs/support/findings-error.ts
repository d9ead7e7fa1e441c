import type { TestInfo } from '@playwright/test';
import { judgeCommand, replayCommand } from '../../reports/exports/repeat-command.ts';
import { redactFindingOf } from '../../reports/redact.ts';
import { findingsMark } from '../../reports/run/test-outcomes.ts';
import { groupFindings } from '../../reports/statement/grouping.ts';
import { findingText, mustHold } from '../../schemas/finding-text.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { printedTarget, type Settings } from '../../targets/settings.ts';

/** How many kinds of findings one error prints; the rest are counted. */
const printed = 10;

/** The findings that fail a test under a profile: none when exploring, warnings too when strict. */
export function seriousFindings(
  findings: readonly Finding[],
  profile: Settings['profile'],
): readonly Finding[] {
  const serious: readonly Finding['verdict'][] =
    profile === 'explore'
      ? []
      : profile === 'strict'
        ? ['suite-error', 'fail', 'warn']
        : ['suite-error', 'fail'];
  return findings.filter((finding) => serious.includes(finding.verdict));
}

/** The command that repeats the test of an exchange; of a test that is the user's own it judges the exchange again. */
export function againCommand(
  id: string,
  { own, out, targetFile }: Pick<Settings, 'out' | 'targetFile' | 'own'>,
): string {
  return own === true ? judgeCommand(id, out) : replayCommand(id, out, printedTarget(targetFile));
}

/** Says the findings of the given exchanges in the one wording: first line the worst clause, then each kind once with its smallest example; `settings` say what the command that repeats it names. */
export function describeFindings(
  findings: readonly Finding[],
  judged: readonly JudgedExchange[],
  settings: Pick<Settings, 'out' | 'targetFile' | 'own'>,
): string {
  const exchangeOf = new Map(judged.map((one) => [one.exchange.id, one.exchange]));
  const groups = groupFindings(findings);
  const blocks = groups.slice(0, printed).map(({ example, count, paths }) => {
    const exchange = exchangeOf.get(example.exchange);
    const text = exchange
      ? findingText(redactFindingOf({ exchange }, example), exchange, againCommand(exchange.id, settings))
      : `${example.clause} ${example.verdict}: ${mustHold(example.message)}`;
    return count === 1 ? text : `${text}\n  and ${count - 1} more of this kind, at ${paths.join(', ')}`;
  });
  const more = groups.length - blocks.length;
  const worst = groups[0]?.example;
  const head = `[${worst?.clause}] ${mustHold(worst?.message ?? '')}`;
  return [head, ...blocks, ...(more > 0 ? [`... and ${more} more kinds`] : [])].join('\n\n');
}

/** The one error that a deviation raises in a test. */
class FindingsError extends Error {
  override readonly name = 'FindingsError';
}

/**
 * Marks a test as failed by findings, so that no report takes their error for a defect of the suite. The failure is the
 * service's, so the worker of a run goes on: a fresh one for each deviation would make a run against a broken service many times
 * as long. A runner that is the user's own decides by itself what failed.
 */
export function markFindings(
  info: Pick<TestInfo, 'annotations' | 'expectedStatus'>,
  findings: readonly Finding[],
  { own }: Pick<Settings, 'own'>,
): void {
  const worst = groupFindings(findings)[0];
  if (worst === undefined) return;
  info.annotations.push(findingsMark(worst.clause));
  if (own !== true) info.expectedStatus = 'failed';
}

/** Fails a test by its findings. */
export function failByFindings(
  info: Pick<TestInfo, 'annotations' | 'expectedStatus'>,
  findings: readonly Finding[],
  judged: readonly JudgedExchange[],
  settings: Pick<Settings, 'out' | 'targetFile' | 'own'>,
): never {
  markFindings(info, findings, settings);
  throw new FindingsError(describeFindings(findings, judged, settings));
}
