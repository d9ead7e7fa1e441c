import type { GatheredEvidence } from '../../reports/evidence/lines.ts';
import { factsIn, type RunFacts } from '../../reports/run/run-facts.ts';
import { type Change, exchangeNumber, type Loose } from './forging.ts';

const factsOf = (of: Loose<GatheredEvidence>): Loose<RunFacts> => {
  const facts = factsIn(of as unknown as GatheredEvidence);
  if (facts === undefined) throw new Error('the fixture does not say what the run knew');
  return facts as unknown as Loose<RunFacts>;
};
const first = (of: Loose<GatheredEvidence>) => exchangeNumber(of, 1);
const withoutFindings = (of: Loose<GatheredEvidence>) => {
  first(of).judgement.findings = [];
};
const answerOf = (of: Loose<GatheredEvidence>, number: number) => {
  const { received } = exchangeNumber(of, number);
  if (received.kind !== 'answer') throw new Error(`exchange ${number} has no answer`);
  return received;
};

/** What a forger changes in the evidence, and what the exchanges themselves contradict. */
export const forgedEvidence: readonly Change<GatheredEvidence>[] = [
  ['a finding taken out', withoutFindings],
  [
    'a finding in milder words',
    (of) => {
      (first(of).judgement.findings[0] ?? { verdict: '' }).verdict = 'warn';
    },
  ],
  [
    'a finding taken out behind a place that was never masked',
    (of) => {
      first(of).masked.push(
        'received.body.refund_orders[].amount',
        'received.body.refund_orders[].refund_amount',
      );
      withoutFindings(of);
    },
  ],
  [
    'a finding taken out behind a whole body that was never masked',
    (of) => {
      first(of).masked.push('received.body');
      withoutFindings(of);
    },
  ],
  [
    'a finding taken out of an answer that is marked as shortened',
    (of) => {
      answerOf(of, 1).shortened = { length: 400_000 };
      withoutFindings(of);
    },
  ],
  [
    'bodies left out without need',
    (of) => {
      Object.assign(first(of).sent, { body: '', value: null, shortened: { length: 200 } });
      Object.assign(answerOf(of, 1), { body: '', shortened: { length: 200 } });
      withoutFindings(of);
    },
  ],
  [
    'an answer that was mended',
    (of) => {
      answerOf(of, 2).body = answerOf(of, 2).body.replace('T1-1"', 'T1-01"');
    },
  ],
  [
    'another status',
    (of) => {
      answerOf(of, 6).status = 200;
    },
  ],
  ['clauses that were not exercised', (of) => void first(of).judgement.exercised.push('2.13/labels/strings')],
  [
    'an observation that was not made',
    (of) => {
      first(of).judgement.observations = [];
    },
  ],
  [
    'another outcome of an exchange',
    (of) => {
      exchangeNumber(of, 5).judgement.outcome = 'accepted';
    },
  ],
  [
    'a twin whose verdict was turned',
    (of) =>
      of.notes.forEach((note) => {
        if (note.kind === 'twin') note.findings = [];
      }),
  ],
  [
    'two answers exchanged',
    (of) => {
      const [one, other] = [exchangeNumber(of, 0), first(of)];
      [one.received, other.received] = [other.received, one.received];
    },
  ],
  [
    'other findings of the exchanges together',
    (of) => {
      of.across = { findings: [], exercised: [], observations: [] };
    },
  ],
  [
    'requests to another address',
    (of) => {
      first(of).sent.url = 'https://elsewhere.example/v1/refund';
    },
  ],
  [
    'another base address',
    (of) => {
      factsOf(of).target.baseUrl = 'https://api.realbank.example';
    },
  ],
  ['an exchange taken out that may have moved money', (of) => void of.exchanges.splice(7, 1)],
  ['facts that are none', (of) => void Object.assign(factsOf(of), { selected: 7 })],
];

/** What only a signature can show; each stands in the page on verification, in the same words. */
export const unnoticed: readonly Change<GatheredEvidence>[] = [
  ['an exchange taken out that moved no money', (of) => void of.exchanges.splice(12, 1)],
  [
    'what an allowed request was sent for',
    (of) => {
      first(of).sent.intent = 'odd';
    },
  ],
  [
    'a request value that no clause and no answer is about',
    (of) => {
      const { sent } = exchangeNumber(of, 7);
      sent.body = sent.body.replace('"size"', '"colour"');
      sent.value = JSON.parse(sent.body);
    },
  ],
  [
    'an answer that was replaced by another genuine one',
    (of) => {
      const right = exchangeNumber(of, 0);
      const { id, origin } = first(of);
      of.exchanges[1] = structuredClone({
        ...right,
        id,
        origin,
        judgement: { ...right.judgement, exchange: id },
      });
    },
  ],
  [
    'the name and the environment of the target',
    (of) => {
      factsOf(of).target = { ...factsOf(of).target, name: 'Bank', environment: 'production-like' };
    },
  ],
  [
    'the seed and the profile of the run',
    (of) => {
      Object.assign(factsOf(of), { seed: 8, profile: 'certification' });
    },
  ],
  [
    'the times of the run',
    (of) => {
      factsOf(of).endedAt = '2026-03-01T12:00:00.000Z';
    },
  ],
  [
    'the version and the commit of the suite',
    (of) => {
      factsOf(of).suite.commit = '0000000';
    },
  ],
  [
    'an operation declared absent that no exchange called',
    (of) => {
      factsOf(of).capabilities = { payout: false };
    },
  ],
  [
    'a reason why something was not tested',
    (of) => {
      of.notes = of.notes.filter(({ kind }) => kind !== 'skipped');
    },
  ],
  [
    'a known deviation',
    (of) => {
      factsOf(of).deviations = [
        {
          id: 'known',
          clause: '2.9/amount/decimal',
          operation: 'refund',
          reason: 'agreed',
          owner: 'us',
          expires: '2030-01-01',
        },
      ];
    },
  ],
  [
    'an interruption of the run',
    (of) => {
      factsOf(of).interruptions = ['the run was interrupted'];
    },
  ],
  [
    'the figures of the proof',
    (of) => {
      factsOf(of).proof = {
        faults: { planted: 9, caught: 9, caughtByAnother: 0, equivalent: 0, survived: [] },
        services: { drawn: 9, falseAlarms: 0 },
      };
    },
  ],
];
