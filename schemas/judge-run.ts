import { say } from './findings/say.ts';
import { given } from './given.ts';
import type { Life } from './life.ts';
import { type OpenNotebook, openNotebook } from './notebook.ts';
import { isDocumented, operationOf } from './operations.ts';
import { type Book, bookOf } from './rules/run/book.ts';
import { lifeSeen } from './rules/run/life.ts';
import { type FindingKey, listedAsSent } from './rules/run/orders.ts';
import { runRules } from './rules/run/registry.ts';
import type { ClauseId, Exchange, Finding, JudgedExchange, Observation } from './types.ts';

/** What a look at more than one exchange tells. */
export interface Verdicts {
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
}

/** What the exchanges of a run tell together, and which findings of single exchanges they take back. */
interface RunVerdicts extends Verdicts {
  /** Findings that the suite's own requests explain. */
  readonly explained: readonly FindingKey[];
  /** What was moved, and what cannot be. */
  readonly book: Book;
  /** The life of an order as the calls show it; absent where they show nothing, or went to more than one service. */
  readonly life?: Life;
}

/** The findings of an exchange that the run does not explain. */
export function unexplained(
  findings: readonly Finding[],
  explained: readonly FindingKey[],
): readonly Finding[] {
  if (explained.length === 0 || findings.length === 0) return findings;
  const keys = new Set(explained.map(keyOf));
  return findings.filter((finding) => !keys.has(keyOf(finding)));
}

function keyOf({ exchange, clause, path }: FindingKey): string {
  return `${exchange}\n${clause}\n${path}`;
}

/**
 * Judges what only the exchanges of a run together can tell. The given order is the order in time, where time matters;
 * exchanges with different base addresses are different services and are never compared. What was `turnedAway` (ids of
 * exchanges) was refused when the service refused everything, and shows nothing.
 */
export function judgeRun(
  exchanges: readonly JudgedExchange[],
  turnedAway: ReadonlySet<string> = new Set(),
): RunVerdicts {
  const counted = exchanges.filter(
    ({ exchange, judgement }) => judgement.outcome !== 'refused' || !turnedAway.has(exchange.id),
  );
  const services = [...byService(counted).values()];
  const [only, ...others] = services;
  const all = services.flatMap(judgeService);
  return {
    findings: all.flatMap(({ findings }) => findings),
    exercised: [...new Set(all.flatMap(({ exercised }) => exercised))].sort(),
    explained: services.flatMap(listedAsSent),
    observations: distinct(all.flatMap(({ observations }) => observations)),
    book: bookOf(services),
    ...given({ life: only !== undefined && others.length === 0 ? lifeSeen(only) : undefined }),
  };
}

function judgeService(exchanges: readonly JudgedExchange[]): readonly Verdicts[] {
  const notebooks = new Map<JudgedExchange, OpenNotebook>();
  const about = (judged: JudgedExchange): OpenNotebook => {
    const notebook = notebooks.get(judged) ?? openNotebook(judged.exchange);
    notebooks.set(judged, notebook);
    return notebook;
  };
  for (const rule of runRules) {
    try {
      rule.check(exchanges, about);
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
  return [...notebooks.values()].map((notebook) => notebook.close());
}

function byService(exchanges: readonly JudgedExchange[]): ReadonlyMap<string, JudgedExchange[]> {
  const services = new Map<string, JudgedExchange[]>();
  for (const judged of exchanges) {
    const base = baseOf(judged.exchange);
    const members = services.get(base);
    if (members === undefined) services.set(base, [judged]);
    else members.push(judged);
  }
  return services;
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
