import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { judgedOf } from '../../reports/evidence.ts';
import { judgeRun, unexplained } from '../../schemas/judge-run.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { ClauseId, Finding, JudgedExchange } from '../../schemas/types.ts';

/** What a run saw of one variant. */
export interface Sight {
  readonly exchanges: number;
  /** Findings of single exchanges that no look at the others can take back. */
  readonly own: readonly Finding[];
  /** Every finding, those of rules across exchanges included. */
  readonly findings: readonly Finding[];
  /** Answers by place in the suite: equal places were sent equal requests. */
  readonly answers: ReadonlyMap<string, string>;
  /** The tests that met it. */
  readonly tests: ReadonlySet<string>;
  /** Clauses that some tests exercised. */
  exercisedIn(tests: ReadonlySet<string>): ReadonlySet<ClauseId>;
  /** The exchanges themselves, each with the test that made it. */
  readonly judged: readonly TestedExchange[];
}

/** A judged exchange and the title of the test that made it, without the variant. */
export interface TestedExchange extends JudgedExchange {
  readonly test: string;
}

const suffix = /^(?<test>.*) ‹(?<variant>[^›]+)›$/;

/** The title of a test without the variant that it met, and the variant. */
export function variantOf(test: string): { test: string; variant: string } {
  const { groups } = suffix.exec(test) ?? {};
  return { test: groups?.test ?? test, variant: groups?.variant ?? '' };
}

function answerText({ received, page }: EvidenceExchange): string {
  const answer =
    received.kind === 'answer'
      ? [received.status, received.headers['content-type'], received.body]
      : [received.reason];
  return JSON.stringify([
    ...answer,
    page?.posted?.fields,
    page?.foreignRequests,
    page?.dialogs,
    page?.scriptErrors,
  ]);
}

interface Collected {
  readonly exchanges: EvidenceExchange[];
  readonly findings: Finding[];
  /** Clauses by test. */
  readonly exercised: Map<string, Set<ClauseId>>;
}

/** What a proof run saw of each variant; what takes long is worked out when somebody asks for it. */
export function sightsIn({ exchanges, notes }: GatheredEvidence): ReadonlyMap<string, Sight> {
  const collected = new Map<string, Collected>();
  const of = (variant: string): Collected => {
    const known = collected.get(variant) ?? { exchanges: [], findings: [], exercised: new Map() };
    collected.set(variant, known);
    return known;
  };
  for (const exchange of exchanges) {
    const sight = of(variantOf(exchange.origin.test).variant);
    sight.exchanges.push(exchange);
    sight.findings.push(...exchange.judgement.findings);
    addExercised(sight, exchange);
  }
  for (const note of notes) {
    if (note.kind !== 'twin' || note.origin === undefined) continue;
    const sight = of(variantOf(note.origin.test).variant);
    sight.findings.push(...note.findings);
    addExercised(sight, { origin: note.origin, judgement: note });
  }
  return new Map([...collected].map(([variant, sight]) => [variant, sightOf(sight)]));
}

function addExercised(
  { exercised }: Collected,
  {
    origin,
    judgement,
  }: Pick<JudgedExchange['exchange'], 'origin'> & {
    judgement: Pick<JudgedExchange['judgement'], 'exercised'>;
  },
): void {
  const test = placeOf({ origin });
  const known = exercised.get(test) ?? new Set();
  for (const clause of judgement.exercised) known.add(clause);
  exercised.set(test, known);
}

const placeOf = ({ origin }: Pick<EvidenceExchange, 'origin'>) =>
  `${origin.file} ${variantOf(origin.test).test}`;

/** Works something out once, when it is first asked for. */
function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}

function sightOf({ exchanges, findings, exercised }: Collected): Sight {
  // Made anew each time: what is decoded of the answers of all variants would not fit into memory well.
  const judged = () => exchanges.map((one) => ({ ...judgedOf(one), test: placeOf(one) }));
  const across = once(() => judgeRun(judged()));
  const answers = once(
    () => new Map(exchanges.map((one) => [`${placeOf(one)} ${one.origin.ordinal}`, answerText(one)])),
  );
  return {
    exchanges: exchanges.length,
    own: findings.filter(({ operation }) => !isDocumented(operation) || !operationOf(operation).lists),
    get findings() {
      return [...unexplained(findings, across().explained), ...across().findings];
    },
    get answers() {
      return answers();
    },
    tests: new Set(exercised.keys()),
    exercisedIn(tests) {
      const some = judged().filter(({ test }) => tests.has(test));
      const own = [...exercised].flatMap(([test, clauses]) => (tests.has(test) ? [...clauses] : []));
      return new Set([...own, ...judgeRun(some).exercised]);
    },
    get judged() {
      return judged();
    },
  };
}

/** What some tests observed at one clause where the document is silent: operation and fingerprint, sorted. */
export function observedAt(
  clause: ClauseId,
  { judged }: Sight,
  tests: ReadonlySet<string>,
): readonly string[] {
  const some = judged.filter(({ test }) => tests.has(test));
  const all = [...some.flatMap(({ judgement }) => judgement.observations), ...judgeRun(some).observations];
  const words = all
    .filter((one) => one.clause === clause)
    .map(({ operation, fingerprint }) => `${operation} ${fingerprint}`);
  return [...new Set(words)].sort();
}
