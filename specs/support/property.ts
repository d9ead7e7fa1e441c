import fc from 'fast-check';
import { reportProgress } from '../../reports/run/progress.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { attachExchanges } from './attach-findings.ts';
import { failByFindings, seriousFindings } from './findings-error.ts';
import type { Harness } from './harness.ts';
import type { Service, Situation } from './service.ts';
import { test } from './test.ts';

/** How often a running property tells how far it is. */
const stride = 10;

/**
 * Sends what an arbitrary makes until a case deviates, shrinks it, and raises the findings of the smallest one. Deviations
 * that are known end nothing: others may show in the cases that follow.
 * The number of cases is the run's; the seed is the test's, so that any one test replays alone.
 */
export async function holds<Value>(
  { service, harness }: { service: Service; harness: Harness },
  arbitrary: fc.Arbitrary<Value>,
  act: (value: Value, situation: Situation) => Promise<JudgedExchange | readonly JudgedExchange[]>,
): Promise<void> {
  const info = test.info();
  const { profile } = harness.settings;
  const told = { id: info.testId, test: info.title };
  let done = 0;
  let smallest: { findings: readonly Finding[]; judged: readonly JudgedExchange[] } | undefined;
  // What ends a test ends the property: no smaller case would go further.
  let ended: { readonly error: unknown } | undefined;
  const answersTo = async (value: Value) => {
    try {
      return await act(value, { casePath: String(done) });
    } catch (error) {
      ended = { error };
      return [];
    }
  };
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (ended !== undefined) return true;
    const answered = await answersTo(value);
    const judged = Array.isArray(answered)
      ? (answered as readonly JudgedExchange[])
      : [answered as JudgedExchange];
    done += 1;
    if (done % stride === 0) {
      const phase = smallest === undefined ? 'checking' : 'shrinking';
      reportProgress({ ...told, done, total: service.runs, phase });
    }
    const findings = seriousFindings(
      judged.flatMap((one) => one.judgement.findings),
      profile,
    ).filter((finding) => !harness.isKnown(finding));
    if (findings.length === 0) return true;
    smallest = { findings, judged };
    return false;
  });
  // One step for all cases: a step for each would cost more than the exchange.
  const outcome = await test.step('property', () =>
    fc.check(property, { seed: service.seed, numRuns: service.runs }));
  reportProgress({ ...told, done: service.runs, total: service.runs, phase: 'checking' });
  if (smallest === undefined) {
    if (ended !== undefined) throw ended.error;
    return;
  }
  await attachExchanges(info, smallest.judged, smallest.judged, harness.settings);
  info.annotations.push({
    type: 'counterexample',
    description: `seed ${service.seed}, path ${outcome.counterexamplePath}`,
  });
  failByFindings(info, smallest.findings, smallest.judged, harness.settings);
}
