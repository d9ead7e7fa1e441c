import { listOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { answeringEarly, deciding } from '../behaviour.ts';
import { refusal } from '../reply.ts';
import { admissionFaults } from './admission.ts';
import { atOnceFaults, findAtOnceFault } from './at-once.ts';
import { batchFaults, historyFaults, limitFaults, refundFaults } from './batches.ts';
import { dateFaults } from './dates.ts';
import { type Fault, planted } from './fault.ts';
import { schemaFaults } from './from-schemas.ts';
import { emptyIdentifierFaults, identityFaults } from './identity.ts';
import { bodyTypeFaults, mediaFaults, xmlMediaFaults } from './media.ts';
import { apmPaymentFaults, declinedPaymentFaults, directPaymentFaults, wholeCardFaults } from './payments.ts';
import { payoutFaults } from './payout.ts';
import { rareSituationFaults } from './rare-situations.ts';
import { injectionFaults, postedTwiceFaults, redirectBrowserFaults, redirectPageFaults } from './redirect.ts';
import { searchFaults } from './searches.ts';
import { crashFaults, statusFaults } from './statuses.ts';
import { subscriptionFaults } from './subscriptions.ts';
import { largeAmountFaults, spellingFaults, textFaults } from './texts.ts';
import { findValueFault } from './values.ts';

/** Services in which no single answer proves a deviation; a run must still never end as conformant. */
const pseudoServices: readonly Fault[] = planted({
  'refuses-everything': {
    clause: '7.8/error-bodies',
    operation: 'direct-payment',
    description: 'every call of every operation is refused',
    change: answeringEarly((about, { refuse }) =>
      refuse(refusal('schema', 'this service takes nothing', about.request), about),
    ),
  },
  'forgets-payments': {
    clause: '4.4/selection',
    operation: 'query',
    description: 'payments are taken and forgotten, so no later call knows them',
    change: deciding({ remembers: false }),
  },
  'accepts-everything': {
    clause: '5.1/signature-checked',
    operation: 'refund',
    description:
      'whatever can be read is done: any signature, any merchant, any number of orders, unknown orders, any refund',
    change: deciding({
      checksSchema: () => false,
      checksSignature: () => false,
      checksParty: () => false,
      checksAddress: false,
      fewestEntries: 0,
      mostEntries: () => Number.POSITIVE_INFINITY,
      entryProblem: () => undefined,
      decline: () => undefined,
    }),
  },
  'refuses-for-the-wrong-reason': {
    clause: '8/refund/at-limit',
    operation: 'refund',
    description: 'batches of more than ten orders are refused with the words of a wrong signature',
    change: answeringEarly((about, { refuse }) => {
      const { batch } = operationOf(about.operation);
      if (batch === undefined || listOf(about.request[batch.field]).length <= 10) return undefined;
      const words = 'encryption_data is not the signature of this request';
      return refuse(refusal('signature', words, about.request), about);
    }),
  },
});

/** Returns whether a fault is a complete service that must never pass, rather than one deviation. */
export function isPseudoService(id: string): boolean {
  return pseudoServices.some((service) => service.id === id);
}

/** All faults: the hand-written ones, those derived from the answer schemas, and the races. */
export const faults: readonly Fault[] = [
  ...refundFaults,
  ...batchFaults,
  ...historyFaults,
  ...rareSituationFaults,
  ...limitFaults,
  ...largeAmountFaults,
  ...directPaymentFaults,
  ...declinedPaymentFaults,
  ...apmPaymentFaults,
  ...redirectPageFaults,
  ...redirectBrowserFaults,
  ...postedTwiceFaults,
  ...injectionFaults,
  ...searchFaults,
  ...subscriptionFaults,
  ...payoutFaults,
  ...wholeCardFaults,
  ...emptyIdentifierFaults,
  ...textFaults,
  ...identityFaults,
  ...dateFaults,
  ...spellingFaults,
  ...statusFaults,
  ...crashFaults,
  ...mediaFaults,
  ...xmlMediaFaults,
  ...bodyTypeFaults,
  ...admissionFaults,
  ...pseudoServices,
  ...schemaFaults,
  ...atOnceFaults,
];

const byId = new Map(faults.map((fault) => [fault.id, fault]));

/** The fault with this id, or undefined. */
export function findFault(id: string): Fault | undefined {
  return byId.get(id) ?? findValueFault(id) ?? findAtOnceFault(id);
}
