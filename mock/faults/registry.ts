import { admissionFaults } from './admission.ts';
import { apmPaymentFaults } from './apm-payment.ts';
import { atOnceFaults, findAtOnceFault } from './at-once.ts';
import { batchFaults, limitFaults } from './batches.ts';
import { dateFaults } from './dates.ts';
import { declinedPaymentFaults, directPaymentFaults, wholeCardFaults } from './direct-payment.ts';
import type { Fault } from './fault.ts';
import { schemaFaults } from './from-schemas.ts';
import { identityFaults } from './identity.ts';
import { bodyTypeFaults, mediaFaults, xmlMediaFaults } from './media.ts';
import { emptyIdentifierFaults, historyFaults, injectionFaults, postedTwiceFaults } from './others.ts';
import { payoutFaults } from './payout.ts';
import { pseudoServices } from './pseudo-services.ts';
import { rareSituationFaults } from './rare-situations.ts';
import { redirectBrowserFaults } from './redirect-browser.ts';
import { redirectPageFaults } from './redirect-page.ts';
import { refundFaults } from './refund.ts';
import { searchFaults } from './searches.ts';
import { crashFaults, statusFaults } from './statuses.ts';
import { subscriptionFaults } from './subscriptions.ts';
import { largeAmountFaults, spellingFaults, textFaults } from './texts.ts';
import { findValueFault } from './values.ts';

/** All faults: those that take thought, then those read off the answer schemas. */
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

/** The fault of an id, if there is one. */
export function findFault(id: string): Fault | undefined {
  return byId.get(id) ?? findValueFault(id) ?? findAtOnceFault(id);
}
