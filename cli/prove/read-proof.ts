import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { gatherEvidence, judgedOf } from '../../reports/evidence.ts';
import { type JudgedExchange, judgeRun } from '../../schemas/judge-run.ts';
import type { ClauseId, Finding, Observation } from '../../schemas/types.ts';

/** What a run saw of one variant. */
export interface Sight {
  readonly exchanges: number;
  readonly findings: readonly Finding[];
  /** Answers by place in the suite: equal places were sent equal requests. */
  readonly answers: ReadonlyMap<string, string>;
  readonly exercised: ReadonlySet<ClauseId>;
  /** Behaviour observed where the document is silent, as `clause operation fingerprint`. */
  readonly observed: ReadonlySet<string>;
}

const suffix = /^(?<test>.*) ‹(?<variant>[^›]+)›$/;

function variantOf(test: string): { test: string; variant: string } {
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
  readonly judged: JudgedExchange[];
  readonly findings: Finding[];
  readonly answers: Map<string, string>;
  readonly exercised: Set<ClauseId>;
  readonly observed: Set<string>;
}

const wordOf = ({ clause, operation, fingerprint }: Observation) => `${clause} ${operation} ${fingerprint}`;

/** Reads the evidence of a proof run, variant by variant, rules across exchanges included. */
export function readSights(folder: string): ReadonlyMap<string, Sight> {
  const collected = new Map<string, Collected>();
  const of = (variant: string): Collected => {
    const known = collected.get(variant) ?? {
      judged: [],
      findings: [],
      answers: new Map(),
      exercised: new Set(),
      observed: new Set(),
    };
    collected.set(variant, known);
    return known;
  };
  const { exchanges, notes } = gatherEvidence(folder);
  for (const exchange of exchanges) {
    const { test, variant } = variantOf(exchange.origin.test);
    const sight = of(variant);
    sight.judged.push(judgedOf(exchange));
    sight.findings.push(...exchange.judgement.findings);
    sight.answers.set(`${exchange.origin.file} ${test} ${exchange.origin.ordinal}`, answerText(exchange));
    for (const clause of exchange.judgement.exercised) sight.exercised.add(clause);
    for (const observation of exchange.judgement.observations) sight.observed.add(wordOf(observation));
  }
  for (const note of notes) {
    if (note.kind !== 'twin') continue;
    const sight = of(variantOf(note.origin?.test ?? '').variant);
    sight.findings.push(...note.findings);
    for (const clause of note.exercised) sight.exercised.add(clause);
  }
  return new Map([...collected].map(([variant, sight]) => [variant, closeSight(sight)]));
}

function closeSight({ judged, findings, answers, exercised, observed }: Collected): Sight {
  const across = judgeRun(judged);
  return {
    exchanges: judged.length,
    findings: [...findings, ...across.findings],
    answers,
    exercised: new Set([...exercised, ...across.exercised]),
    observed: new Set([...observed, ...across.observations.map(wordOf)]),
  };
}
