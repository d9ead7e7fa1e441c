import { test } from '@playwright/test';
import fc from 'fast-check';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { attachExchanges } from '../fixtures/attach-findings.ts';
import { failByFindings, seriousFindings } from '../fixtures/findings-error.ts';
import type { Harness } from './harness.ts';
import type { Service, Situation } from './service.ts';

/** Most cases sent together, whatever the concurrency limit. */
const together = 8;

/** What a property is checked with; `inTurn` if a case must end before the next one starts. */
interface Parts {
  readonly service: Service;
  readonly harness: Harness;
  readonly inTurn?: true;
}

/** Sends one case over a service. */
type Act<Value> = (
  value: Value,
  situation: Situation,
  service: Service,
) => Promise<JudgedExchange | readonly JudgedExchange[]>;

/**
 * Sends generated cases until one deviates, shrinks it, and raises the findings of the smallest case. Known deviations
 * end nothing, since later cases may show others. The number of cases is that of the run; the seed is that of the test,
 * so that any test replays alone.
 */
export async function checkProperty<Value>(
  { service, harness, inTurn }: Parts,
  arbitrary: fc.Arbitrary<Value>,
  act: Act<Value>,
): Promise<void> {
  const info = test.info();
  const { warnings } = harness.settings;
  const size = { seed: service.seed, numRuns: service.runs };
  // The same values that the check draws again.
  const drawn: Value[] = [];
  fc.check(
    fc.property(arbitrary, (value) => void drawn.push(value)),
    size,
  );
  let done = 0;
  let smallest: { findings: readonly Finding[]; judged: readonly JudgedExchange[] } | undefined;
  // An error that ends the test ends the property too: no smaller case would go further.
  let ended: { readonly error: unknown } | undefined;
  const judgedOf = async (value: Value, casePath: string, by: Service) =>
    [await act(value, { casePath }, by)].flat();
  let ahead: (readonly JudgedExchange[])[] = [];
  const answersTo = async (value: Value): Promise<readonly JudgedExchange[]> => {
    try {
      if (smallest !== undefined || inTurn) return await judgedOf(value, String(done), service);
      if (ahead.length === 0) {
        const next = drawn.slice(done, done + together).map((one, at) => ({ one, path: String(done + at) }));
        ahead = [...(await service.beside(next, (own, { one, path }) => judgedOf(one, path, own)))];
      }
      return ahead.shift() ?? [];
    } catch (error) {
      ended = { error };
      return [];
    }
  };
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (ended !== undefined) return true;
    const judged = await answersTo(value);
    done += 1;
    const findings = seriousFindings(
      judged.flatMap((one) => one.judgement.findings),
      warnings,
    ).filter((finding) => !harness.isKnown(finding));
    if (findings.length === 0) return true;
    smallest = { findings, judged };
    return false;
  });
  // One step for all cases: a step for each would cost more than the exchange.
  const outcome = await test.step('property', () => fc.check(property, size));
  if (smallest === undefined) {
    if (ended !== undefined) throw ended.error;
    return;
  }
  attachExchanges(info, smallest.judged, harness.settings);
  info.annotations.push({
    type: 'counterexample',
    description: `seed ${service.seed}, path ${outcome.counterexamplePath}`,
  });
  failByFindings(info, smallest.findings, smallest.judged, harness.settings);
}
