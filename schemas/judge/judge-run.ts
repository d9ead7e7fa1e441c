import { say } from '../findings/say.ts';
import { groupedBy } from '../json.ts';
import { isDocumented, operationOf } from '../operations.ts';
import { earlierFindings, runsIn } from '../rules/run/earlier-runs.ts';
import { type FindingKey, listedAsSent } from '../rules/run/orders.ts';
import { type Reconciliation, reconciliationOf } from '../rules/run/reconciliation.ts';
import { runRules } from '../rules/run/registry.ts';
import type { Exchange, Finding, JudgedExchange, Observation } from '../types.ts';
import { type OpenRecorder, openRecorder, type Verdicts } from './recorder.ts';
import { findingsShownLater } from './shown-later.ts';

export type { Verdicts } from './recorder.ts';

/** The verdicts on a run as a whole, and the findings of single exchanges that they revoke. */
export interface RunVerdicts extends Verdicts {
  /** Findings that the suite's own requests explain. */
  readonly explained: readonly FindingKey[];
  /** The money that was moved, and what cannot be accounted for. */
  readonly book: Reconciliation;
}

/** The findings of an exchange that the run does not explain. */
export function unexplainedFindings(
  findings: readonly Finding[],
  explained: readonly FindingKey[],
): readonly Finding[] {
  if (explained.length === 0 || findings.length === 0) return findings;
  const keys = new Set(explained.map(keyOf));
  return findings.filter((finding) => !keys.has(keyOf(finding)));
}

const keyIn = ({ exchange, clause, path }: Finding): FindingKey => ({ exchange, clause, path });

function keyOf({ exchange, clause, path }: FindingKey): string {
  return `${exchange}\n${clause}\n${path}`;
}

/**
 * Judges what only the exchanges of a run together can show. The exchanges must be in order of time. Different base
 * addresses are different services and are never compared. `turnedAway` has the ids of exchanges that were refused
 * while the service refused everything; they show nothing.
 */
export function judgeRun(
  exchanges: readonly JudgedExchange[],
  turnedAway: ReadonlySet<string> = new Set(),
): RunVerdicts {
  const counted = exchanges.filter(
    ({ exchange, judgement }) => judgement.outcome !== 'refused' || !turnedAway.has(exchange.id),
  );
  const services = [...groupedBy(counted, ({ exchange }) => baseOf(exchange)).values()];
  const all = services.flatMap(judgeService);
  const runs = services.map((some) => ({ some, ...runsIn(some) }));
  const isEarlier = runs.map(({ some, ...of }) => earlierFindings(some, of));
  const isOfEarlierRun = (finding: Finding) => isEarlier.some((is) => is(finding));
  const earlier = runs.reduce((sum, one) => sum + one.earlier.size, 0);
  return {
    findings: [
      ...all.flatMap(({ findings }) => findings).filter((finding) => !isOfEarlierRun(finding)),
      ...services.flatMap(findingsShownLater),
    ],
    exercised: [...new Set(all.flatMap(({ exercised }) => exercised))].sort(),
    explained: [
      ...services.flatMap(listedAsSent),
      ...services.flat().flatMap(({ judgement }) => judgement.findings.filter(isOfEarlierRun).map(keyIn)),
    ],
    observations: distinct(all.flatMap(({ observations }) => observations)),
    book: { ...reconciliationOf(services), ...(earlier > 0 && { earlier }) },
  };
}

function judgeService(exchanges: readonly JudgedExchange[]): readonly Verdicts[] {
  const notebooks = new Map<JudgedExchange, OpenRecorder>();
  const about = (judged: JudgedExchange): OpenRecorder => {
    const recorder = notebooks.get(judged) ?? openRecorder(judged.exchange);
    notebooks.set(judged, recorder);
    return recorder;
  };
  // The document does not describe what answers a request that it does not allow.
  const allowed = exchanges.filter(({ judgement }) => judgement.request !== 'broken');
  for (const rule of runRules) {
    try {
      rule.check(rule.disallowed === true ? exchanges : allowed, about);
    } catch (error) {
      const received = error instanceof Error ? error.message.slice(0, 200) : 'an error';
      const [first] = exchanges;
      const clause = rule.clauses[0] ?? '';
      if (first !== undefined)
        about(first).rules(clause, 'suite-error', {
          kind: 'suite',
          path: '',
          expected: say('run-judgement'),
          received: say('plain', [received]),
        });
    }
  }
  return [...notebooks.values()].map((recorder) => recorder.close());
}

function baseOf({ operation, sent }: Exchange): string {
  const path = isDocumented(operation) ? operationOf(operation).path : '';
  const at = path === '' ? -1 : sent.url.lastIndexOf(path);
  if (at !== -1) return sent.url.slice(0, at);
  const version = sent.url.indexOf('/v1/');
  return version === -1 ? sent.url : sent.url.slice(0, version);
}

function distinct(observations: readonly Observation[]): readonly Observation[] {
  const byKey = new Map(
    observations.map((one) => [`${one.clause}\n${one.operation}\n${one.fingerprint}`, one]),
  );
  return [...byKey.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, observation]) => observation);
}
