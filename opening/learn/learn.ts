import { situationOf } from '../../generators/situations.ts';
import { given } from '../../schemas/given.ts';
import type { LearnedReport, OpeningReport } from '../../schemas/opening.ts';
import type { Observation } from '../../schemas/types.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Settings } from '../../targets/settings.ts';
import { answeredWords } from '../answer-words.ts';
import type { Asker } from '../ask.ts';
import { refusalOf } from '../permission.ts';
import { learnEntryFields, learnedBatches } from './entry-fields.ts';
import { learnFreeTexts } from './free-texts.ts';
import { createLearner, type Learner, LearningEnded } from './learner.ts';
import { learnRateLimit, learnResults } from './met-answers.ts';
import { learnOrderNumbers } from './order-numbers.ts';
import { acceptedBody, learnedPayments, learnRequired } from './required-fields.ts';

/** What a service that refuses without a word of why is asked: who it does not know, and whom it does not believe. */
async function learnRefusals(learner: Learner): Promise<void> {
  const { asker, learned } = learner;
  const body = situationOf('query').body(asker.hand('full'));
  if (body === undefined) return;
  const trials = [
    { defect: 'an unknown account', body: { ...body, account_id: 'unknown-account' }, how: {} },
    { defect: 'an unknown merchant', body: { ...body, merchant_id: 'unknown-merchant' }, how: {} },
    { defect: 'a wrong signature', body, how: { signature: 'f'.repeat(64) } },
  ];
  for (const { defect, body: own, how } of trials) {
    const judged = await learner.send('query', own, { caseName: defect, ...how });
    const answered = answeredWords(judged);
    const says = judged.judgement.outcome === 'accepted' ? 'it is accepted' : 'it is refused';
    learned.push({
      clause: '7.8/error-bodies',
      operation: 'query',
      subject: defect,
      value: answered,
      says,
      exchanges: [judged.exchange.id],
    });
  }
}

function learnStates({ learned, keys, settings }: Learner, { steps }: OpeningReport): void {
  for (const { operation, settles, after, exchanges } of steps) {
    if (settles !== undefined) {
      const { entry, from, to, withinMs } = settles;
      const says = `status ${entry} at first; the search shows ${from}, then ${to}, within ${withinMs} ms`;
      learned.push({
        clause: '3/transitions',
        operation,
        subject: 'settles later',
        value: to,
        says,
        exchanges,
      });
      if (settings.target.settle === undefined) keys.settle = { longestMs: Math.max(2000, withinMs * 4) };
    }
    if (after === undefined) continue;
    const says = 'a refund is accepted once the payment is captured';
    learned.push({
      clause: '3/transitions',
      operation,
      subject: 'comes after',
      value: after,
      says,
      exchanges,
    });
    if (settings.target.capture === undefined) keys.capture = 'manual';
  }
}

/** Learns what the document does not show, from what the opening saw accepted, within the limits and effects of the target. */
export async function learn(asker: Asker, settings: Settings, report: OpeningReport): Promise<LearnedReport> {
  const learner = createLearner(asker, settings);
  const before = asker.exchanges.length;
  let ended: string | undefined;
  learnStates(learner, report);
  try {
    const met = (wanted: string) =>
      report.steps.some(({ operation, state }) => operation === wanted && state === 'accepted') &&
      refusalOf(wanted as never, settings.target) === undefined;
    for (const operation of learnedPayments) {
      if (!met(operation)) continue;
      const body = await acceptedBody(learner, operation);
      if (body === undefined) continue;
      await learnRequired(learner, operation, body);
      if (operation !== 'direct-payment') continue;
      await learnOrderNumbers(learner, body);
      await learnFreeTexts(learner, body);
    }
    const captures =
      settings.target.capture === 'manual' ||
      report.steps.some(({ operation, after }) => operation === 'refund' && after === 'capture');
    for (const operation of learnedBatches)
      if (met(operation) && met('direct-payment'))
        await learnEntryFields(learner, operation, captures && operation === 'refund');
    if (met('query')) await learnRefusals(learner);
  } catch (error) {
    if (!(error instanceof LearningEnded) && !isRefusedSend(error)) throw error;
    ended = error.message;
  }
  learnResults(learner);
  learnRateLimit(learner);
  const { learned: rows, keys } = learner;
  return { rows, keys, requests: asker.exchanges.length - before, ...given({ ended }) };
}

/** What was learned, as what was observed at clauses where the document is silent. */
export function observationsOf({ rows }: LearnedReport): readonly Observation[] {
  return rows.map(({ clause, operation, subject, value, says }) => ({
    clause,
    operation,
    fingerprint: `${subject}: ${value}`,
    detail: `${subject}: ${says}`,
  }));
}
