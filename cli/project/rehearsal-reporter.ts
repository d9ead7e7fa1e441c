import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { readEvidence } from '../../reports/evidence/collect.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { whySkipped } from '../../reports/run/test-outcomes.ts';
import { groupedBy, objectOf } from '../../schemas/json.ts';
import { effectOf } from '../../schemas/operations.ts';
import { counted } from '../../schemas/plain-text.ts';
import { limitReached } from '../../schemas/skip-reasons.ts';
import { operationIds } from '../../schemas/types.ts';
import type { Limits } from '../../targets/file/limits.ts';
import { amountMoved } from '../../targets/sending/amount.ts';

/** What a rehearsal is of. */
interface Rehearsed {
  /** Absolute folder of the requests. */
  readonly out: string;
  /** Name of the target, and its limits. */
  readonly name: string;
  readonly limits: Limits;
}

type Sent = Pick<EvidenceExchange, 'operation' | 'sent'>;

const amountOf = ({ operation, sent }: Sent) => amountMoved(operation, objectOf(sent.value));
const sumOf = (some: readonly Sent[]) => some.reduce((sum, one) => sum + amountOf(one), 0);
const ofLimit = (number: string, limit: number) =>
  Number.isFinite(limit) ? `${number} of ${limit}` : `${number}, without a limit`;

/** Returns the lines of a rehearsal: requests and amounts by operation and effect, and the limits of the target. */
export function rehearsalLines(
  exchanges: readonly Sent[],
  { name, limits }: Pick<Rehearsed, 'name' | 'limits'>,
  reached: readonly string[] = [],
): readonly string[] {
  const row = (what: string, effect: string, some: readonly Sent[]) =>
    `${what.padEnd(26)}${effect.padEnd(14)}${String(some.length).padStart(8)}${sumOf(some).toFixed(2).padStart(16)}`;
  const rows = operationIds.flatMap((operation) => {
    const own = exchanges.filter((one) => one.operation === operation);
    return own.length === 0 ? [] : [row(operation, effectOf(operation), own)];
  });
  const effects = groupedBy(exchanges, ({ operation }) => effectOf(operation));
  const largest = Math.max(0, ...exchanges.map(amountOf));
  const seconds = Math.ceil(exchanges.length / limits.requestsPerSecond);
  const payouts = exchanges.filter(({ operation }) => operation === 'payout');
  return [
    `${'operation'.padEnd(26)}${'effect'.padEnd(14)}${'requests'.padStart(8)}${'amounts'.padStart(16)}`,
    ...rows,
    ...[...effects].map(([effect, some]) => row('all', effect, some)),
    '',
    `limits.requests          ${ofLimit(String(exchanges.length), limits.requests)}`,
    `limits.amountPerRequest  ${ofLimit(largest.toFixed(2), limits.amountPerRequest)}`,
    `limits.amountTotal       ${ofLimit(sumOf(exchanges).toFixed(2), limits.amountTotal)}`,
    ...[...groupedBy(reached, (limit) => limit)].map(
      ([limit, tests]) => `limits.${limit} ended or left out ${counted(tests.length, 'test')}`,
    ),
    ...(seconds > 0 ? [`at the pace of the target at least ${counted(seconds, 'second')}`] : []),
    ...(payouts.length > 0
      ? [`${counted(payouts.length, 'payout')}, which nothing undoes: ${sumOf(payouts).toFixed(2)}`]
      : []),
    '',
    `Rehearsed with the embedded endpoint: nothing was sent to ${name}.`,
  ];
}

/** Playwright's reporter of a rehearsal: counts what was sent, in place of a statement. */
export default class RehearsalReporter implements Reporter {
  readonly #rehearsed: Rehearsed;
  readonly #reached: string[] = [];
  #isListing = false;

  constructor(rehearsed: Rehearsed) {
    this.#rehearsed = rehearsed;
  }

  onBegin({ argv }: FullConfig): void {
    this.#isListing = argv.includes('--list');
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const why = result.status === 'skipped' ? whySkipped(test, result) : undefined;
    const limit = limitReached(why?.reason ?? '');
    if (limit !== undefined) this.#reached.push(limit);
  }

  async onEnd(): Promise<void> {
    if (this.#isListing) return;
    const { exchanges } = readEvidence(this.#rehearsed.out);
    const lines = rehearsalLines(exchanges, this.#rehearsed, this.#reached);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
