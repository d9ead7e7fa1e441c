import fc from 'fast-check';
import { tellRunner } from '../../reports/run/progress.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { attachExchanges } from './fixtures/attach-findings.ts';
import { failByFindings, seriousFindings } from './fixtures/findings-error.ts';
import { test } from './fixtures/test.ts';
import type { Harness } from './harness.ts';
import type { Service, Situation } from './service.ts';

/** How often a running property tells how far it is. */
const stride = 10;

/** Cases that are drawn and sent together, however many of them may be under way. */
const together = 8;

/** What a property is checked with; `inTurn` where one case has to be over before the next. */
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
 * Sends what an arbitrary makes until a case deviates, shrinks it, and raises the findings of the smallest one. Deviations
 * that are known end nothing: others may show in the cases that follow.
 * The number of cases is the run's; the seed is the test's, so that any one test replays alone.
 */
export async function holds<Value>(
  { service, harness, inTurn }: Parts,
  arbitrary: fc.Arbitrary<Value>,
  act: Act<Value>,
): Promise<void> {
  const info = test.info();
  const { profile } = harness.settings;
  const told = { id: info.testId, test: info.title, total: service.runs };
  // The runner of a user's own tests would print it.
  const tell = harness.settings.own === true ? () => {} : tellRunner;
  const size = { seed: service.seed, numRuns: service.runs };
  // The same values as those that the check draws once more.
  const drawn: Value[] = [];
  fc.check(
    fc.property(arbitrary, (value) => void drawn.push(value)),
    size,
  );
  let done = 0;
  let smallest: { findings: readonly Finding[]; judged: readonly JudgedExchange[] } | undefined;
  // What ends a test ends the property: no smaller case would go further.
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
    if (done % stride === 0) {
      const phase = smallest === undefined ? 'checking' : 'shrinking';
      tell({ ...told, done, phase });
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
  const outcome = await test.step('property', () => fc.check(property, size));
  tell({ ...told, done: service.runs, phase: 'checking' });
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
