import { redactTextOf } from '../../reports/redact.ts';
import { type Cause, type CauseKind, causeKinds } from '../../schemas/opening.ts';
import { answeredWords, sentWords } from '../answer-words.ts';
import type { Case, Suspicion } from '../case.ts';
import { foreignLayout, foreignSuccess, isLikelyResult, malformed } from './answers.ts';
import { account, merchant, registeredAddress, signing } from './caller.ts';
import { answersAlike, baseUrl, maintenance, notTheService, rateLimit, redirect } from './elsewhere.ts';
import { certificate, scheme, timeOut, unreachable } from './no-answer.ts';
import { cards, currencies, encodings, expiredCard, order, refused } from './request.ts';

/** Causes that the look of an answer shows, or what it is compared with, in the order in which they are thought of. */
const byLooks = {
  certificate,
  scheme,
  'time-out': timeOut,
  unreachable,
  // Answers are judged before a cause is looked for elsewhere.
  malformed,
  'rate-limit': rateLimit,
  maintenance,
  redirect,
  'not-the-service': notTheService,
  'base-url': baseUrl,
  layout: [foreignSuccess, answersAlike, foreignLayout],
} as const;

/** Causes of a refusal, found by comparing it with other refusals: nothing else is ever explained by them. */
const ofRefusals = {
  'registered-address': registeredAddress,
  // The date of a card is known before any word is read.
  order: [expiredCard, order],
  signing,
  merchant,
  account,
  encodings,
  currencies,
  cards,
} as const;

const byKind = { ...byLooks, ...ofRefusals, refused } as const satisfies Record<
  Exclude<CauseKind, 'allow' | 'prerequisite' | 'clock'>,
  Suspicion | readonly Suspicion[]
>;

/** The suspicions in the order in which they are thought of. */
export const suspicions: readonly Suspicion[] = Object.values(byKind).flat();

/** Causes that lie in how the target is described or reached, so that no answer to our requests tells of the service. */
export const ownCauses: ReadonlySet<CauseKind> = new Set(
  causeKinds.filter((kind) => kind !== 'refused' && kind !== 'malformed' && kind !== 'layout'),
);

/** The first cause that explains why a request was not accepted, in masked words. */
export async function causeOf(one: Case): Promise<Cause> {
  const about = { sent: sentWords(one.main), answered: answeredWords(one.main) };
  const isRefusal = !isLikelyResult(one.main);
  for (const { kind, explain } of suspicions) {
    if (kind in ofRefusals && !isRefusal) continue;
    const finding = await explain(one);
    if (finding === undefined) continue;
    const masked = Object.fromEntries(
      Object.entries(finding).map(([name, text]) => [name, redactTextOf(one.main, text)]),
    ) as typeof finding;
    return { kind, ...masked, ...about };
  }
  throw new Error('no suspicion is left for a refused request');
}
