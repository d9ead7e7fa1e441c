import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { gatherEvidence, judgedOf } from '../../reports/evidence.ts';
import { judgeRun, unexplained } from '../../schemas/judge-run.ts';
import type { ClauseId, Finding, JudgedExchange } from '../../schemas/types.ts';

/** What a run saw of one variant. */
export interface Sight {
  readonly exchanges: number;
  readonly findings: readonly Finding[];
  /** Answers by place in the suite: equal places were sent equal requests. */
  readonly answers: ReadonlyMap<string, string>;
  readonly exercised: ReadonlySet<ClauseId>;
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
  readonly judged: TestedExchange[];
  readonly findings: Finding[];
  readonly answers: Map<string, string>;
  readonly exercised: Set<ClauseId>;
}

/** Reads the evidence of a proof run, variant by variant, rules across exchanges included. */
export function readSights(folder: string): ReadonlyMap<string, Sight> {
  return sightsIn(gatherEvidence(folder));
}

const allOfThem = () => true;

/** What a proof run saw of each variant; rules across exchanges only where they are wanted, because they take long. */
export function sightsIn(
  { exchanges, notes }: GatheredEvidence,
  wantsAcross: (variant: string) => boolean = allOfThem,
): ReadonlyMap<string, Sight> {
  const collected = new Map<string, Collected>();
  const of = (variant: string): Collected => {
    const known = collected.get(variant) ?? {
      judged: [],
      findings: [],
      answers: new Map(),
      exercised: new Set(),
    };
    collected.set(variant, known);
    return known;
  };
  for (const exchange of exchanges) {
    const { test, variant } = variantOf(exchange.origin.test);
    const sight = of(variant);
    const place = `${exchange.origin.file} ${test}`;
    sight.judged.push({ ...judgedOf(exchange), test: place });
    sight.findings.push(...exchange.judgement.findings);
    sight.answers.set(`${place} ${exchange.origin.ordinal}`, answerText(exchange));
    for (const clause of exchange.judgement.exercised) sight.exercised.add(clause);
  }
  for (const note of notes) {
    if (note.kind !== 'twin') continue;
    const sight = of(variantOf(note.origin?.test ?? '').variant);
    sight.findings.push(...note.findings);
    for (const clause of note.exercised) sight.exercised.add(clause);
  }
  return new Map(
    [...collected].map(([variant, sight]) => [
      variant,
      wantsAcross(variant) ? closeSight(sight) : { ...sight, exchanges: sight.judged.length },
    ]),
  );
}

function closeSight({ judged, findings, answers, exercised }: Collected): Sight {
  const across = judgeRun(judged);
  return {
    exchanges: judged.length,
    findings: [...unexplained(findings, across.explained), ...across.findings],
    answers,
    exercised: new Set([...exercised, ...across.exercised]),
    judged,
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
