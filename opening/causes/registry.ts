import { redactTextOf } from '../../reports/redact.ts';
import { type Cause, type CauseKind, causeKinds } from '../../schemas/opening.ts';
import { answeredWords, sentWords } from '../answer-words.ts';
import type { Case, Suspicion } from '../case.ts';
import { account, merchant, registeredAddress, signing } from './caller.ts';
import { answersAlike, baseUrl, maintenance, notTheService, rateLimit, redirect } from './elsewhere.ts';
import { certificate, scheme, timeOut, unreachable } from './no-answer.ts';
import { cards, currencies, encodings, order, refused } from './request.ts';

/** Every kind of cause that an answer can show, in the order in which they are thought of: by looks first, then by twins. */
const byKind = {
  certificate,
  scheme,
  'time-out': timeOut,
  unreachable,
  'rate-limit': rateLimit,
  maintenance,
  redirect,
  'not-the-service': notTheService,
  'base-url': baseUrl,
  'registered-address': registeredAddress,
  order,
  // Before a part of the caller is blamed for what everybody is answered.
  signing: [answersAlike, signing],
  merchant,
  account,
  encodings,
  currencies,
  cards,
  refused,
} as const satisfies Record<Exclude<CauseKind, 'allow' | 'prerequisite'>, Suspicion | readonly Suspicion[]>;

/** The suspicions in the order in which they are thought of. */
export const suspicions: readonly Suspicion[] = Object.values(byKind).flat();

/** Causes that lie in how the target is described or reached, so that no answer to our requests tells of the service. */
export const ownCauses: ReadonlySet<CauseKind> = new Set(causeKinds.filter((kind) => kind !== 'refused'));

/** The first cause that explains why a request was not accepted, in masked words. */
export async function causeOf(one: Case): Promise<Cause> {
  const about = { sent: sentWords(one.main), answered: answeredWords(one.main) };
  for (const { kind, explain } of suspicions) {
    const finding = await explain(one);
    if (finding === undefined) continue;
    const masked = Object.fromEntries(
      Object.entries(finding).map(([name, text]) => [name, redactTextOf(one.main, text)]),
    ) as typeof finding;
    return { kind, ...masked, ...about };
  }
  throw new Error('no suspicion is left for a refused request');
}
