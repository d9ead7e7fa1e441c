import { redactTextOf } from '../../reports/redact.ts';
import { type Cause, type CauseKind, causeKinds } from '../../schemas/opening.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { answeredWords, sentWords } from '../answer-words.ts';
import type { Case, Explain, Finding } from '../case.ts';
import { layout, malformed, readsAsResult } from './answers.ts';
import { account, merchant, registeredAddress, signing } from './caller.ts';
import { answersAlike, baseUrl, maintenance, notTheService, rateLimit, redirect } from './elsewhere.ts';
import { certificate, scheme, timeOut, unreachable } from './no-answer.ts';
import {
  cards,
  currencies,
  encodings,
  expiredCard,
  notifyUrl,
  order,
  otherNotifyUrl,
  refused,
  refusedOrder,
} from './request.ts';

/** A cause and its check; a row with `ofRefusals` applies only to refusals, because it compares them. */
interface Row {
  readonly kind: CauseKind;
  readonly explain: Explain;
  readonly ofRefusals?: true;
}

const ofRefusals = true;

/** The causes in the order in which they are checked. */
export const causeChecks: readonly Row[] = [
  { kind: 'certificate', explain: certificate },
  { kind: 'scheme', explain: scheme },
  { kind: 'time-out', explain: timeOut },
  { kind: 'unreachable', explain: unreachable },
  // A malformed answer comes before causes outside the service.
  { kind: 'malformed', explain: malformed },
  { kind: 'rate-limit', explain: rateLimit },
  { kind: 'maintenance', explain: maintenance },
  { kind: 'redirect', explain: redirect },
  { kind: 'not-the-service', explain: notTheService },
  { kind: 'base-url', explain: baseUrl },
  { kind: 'layout', explain: layout },
  { kind: 'not-the-service', explain: answersAlike },
  { kind: 'registered-address', explain: registeredAddress, ofRefusals },
  { kind: 'notify', explain: notifyUrl, ofRefusals },
  // An expired card is known without reading the answer.
  { kind: 'cards', explain: expiredCard, ofRefusals },
  { kind: 'order', explain: order, ofRefusals },
  { kind: 'signing', explain: signing, ofRefusals },
  { kind: 'merchant', explain: merchant, ofRefusals },
  { kind: 'account', explain: account, ofRefusals },
  { kind: 'encodings', explain: encodings, ofRefusals },
  { kind: 'currencies', explain: currencies, ofRefusals },
  { kind: 'cards', explain: cards, ofRefusals },
  { kind: 'notify', explain: otherNotifyUrl, ofRefusals },
  { kind: 'refused', explain: refused },
];

/** Causes in the target file or the connection: the answers then say nothing about the service. */
export const callerSideCauses: ReadonlySet<CauseKind> = new Set(
  causeKinds.filter((kind) => kind !== 'refused' && kind !== 'malformed' && kind !== 'layout'),
);

const masked = (judged: JudgedExchange, finding: Finding): Finding =>
  Object.fromEntries(
    Object.entries(finding).map(([name, text]) => [name, redactTextOf(judged, text)]),
  ) as unknown as Finding;

const aboutOf = (main: JudgedExchange) => ({ sent: sentWords(main), answered: answeredWords(main) });

/** Why a call of a batch did nothing although it was taken: its order was refused. */
export function orderCause(operation: DocumentedOperationId, main: JudgedExchange, target: Target): Cause {
  return { kind: 'refused', ...masked(main, refusedOrder(operation, main, target)), ...aboutOf(main) };
}

/** The first cause that explains why a request was not accepted, masked. */
export async function causeOf(one: Case): Promise<Cause> {
  const isRefusal = !readsAsResult(one.main);
  for (const { kind, explain, ofRefusals } of causeChecks) {
    if (ofRefusals && !isRefusal) continue;
    const finding = await explain(one);
    if (finding !== undefined) return { kind, ...masked(one.main, finding), ...aboutOf(one.main) };
  }
  throw new Error('no suspicion is left for a refused request');
}
