import { entriesOf, entrySucceeded, isBlank, saysNone, scalarText, theFormsOf } from '../history/outcome.ts';
import { type Operation, operations } from '../operations.ts';
import type { DocumentedOperationId, JsonObject } from '../types.ts';

/** How an answer of one operation is read as a whole, before anything in it is judged. */
interface Signs {
  /** Tells the success form that the document shows (7.1 to 7.5, 2.7, 2.8). */
  readonly succeeded: (members: JsonObject) => boolean;
  /**
   * Tells an answer that is a success as a whole and says so plainly, whatever its status line says; `page` is the address that
   * was asked. A success form alone may occur in a refusal: one entry of a batch, or the number of a payout that is refused.
   */
  readonly insists: (members: JsonObject, page: string) => boolean;
  /** Tells the skeleton that the document gives to results: such an answer is judged as one in any case. */
  readonly isResult: (members: JsonObject) => boolean;
  /** Tells a part that only a result has, so that the answer is not a mere refusal, whatever else it lacks. */
  readonly holdsResult: (members: JsonObject) => boolean;
}

const nothing = () => false;
const isSuccessCode = ({ result_info }: JsonObject) => /^0000(?![0-9])/.test(scalarText(result_info) ?? '');

/** Tells a payment that says no readable code (7.3), and is the success of 2.6 by everything else that it says. */
function isSuccessWithoutCode({ result_info, order_status, transaction_id }: JsonObject): boolean {
  const hasCode = /^[0-9]{4}(?![0-9])/.test(scalarText(result_info) ?? '');
  return !hasCode && scalarText(order_status) === '1' && !isBlank(transaction_id);
}

const isPaid = (members: JsonObject) => isSuccessCode(members) || isSuccessWithoutCode(members);
const hasIssuer = ({ issuer_url }: JsonObject) => !isBlank(issuer_url);
const hasForm = (page: JsonObject) => theFormsOf(page).length > 0;
/** Tells a subscription that ended: the status of 7.4, or the state that the document names without a field for it (section 3, C-07). */
const isCancelled = (members: JsonObject) =>
  scalarText(members.cancel_status) === '1' ||
  Object.entries(members).some(([name, value]) => /status|state/i.test(name) && value === 'Inactived');
const isPaidOut = ({ transaction_id, failure_reason, failure_type }: JsonObject) =>
  !isBlank(transaction_id) && saysNone(failure_reason) && saysNone(failure_type);

/** Tells a page whose form leads to the checkout path (2.8). */
const leadsToCheckout = (answer: JsonObject, page: string) =>
  theFormsOf(answer).some((form) => liesOnCheckout(addressOfForm(form, answer, page)));

/** Tells a call that succeeded in the words of 7.1. */
const isOk = ({ return_status, return_message }: JsonObject) =>
  return_status === '1' && return_message === 'OK';

/** A list with something in it, or something else than a list under its name. */
function isFilled(list: JsonObject[string] | undefined): boolean {
  return list !== undefined && list !== null && !(Array.isArray(list) && list.length === 0);
}

/** A batch or search succeeded as a whole, also when it lists nothing, or a batch in one of its entries (7.1, 7.2). */
function listing(operation: Operation): Signs {
  return {
    succeeded: (members) =>
      scalarText(members.return_status) === '1' ||
      entriesOf(operation, members).some((entry) => entrySucceeded(operation, entry)),
    insists: isOk,
    isResult: (members) => 'return_status' in members && entriesOf(operation, members).length > 0,
    holdsResult: (members) => isFilled(members[operation.batch?.field ?? operation.lists?.field ?? '']),
  };
}

/** Members of a payout's result that no request has (2.13). */
const payoutMembers = [
  'short_reference_id',
  'amount_beneficiary_receives',
  'amount_payer_pays',
  'fee_amount',
  'created_at',
  'last_updated_at',
] as const;

/** How the answers of every documented operation are read as a whole. */
export const signs = {
  'direct-payment': {
    succeeded: isPaid,
    insists: isPaid,
    isResult: (members) =>
      'transaction_id' in members && ('result_info' in members || isSuccessWithoutCode(members)),
    holdsResult: ({ transaction_id }) => !isBlank(transaction_id),
  },
  'apm-payment': {
    succeeded: hasIssuer,
    insists: hasIssuer,
    isResult: hasIssuer,
    // A refusal may come as a code; the success of a card payment is another matter (C-06).
    holdsResult: isSuccessCode,
  },
  'redirect-payment': {
    succeeded: hasForm,
    insists: leadsToCheckout,
    isResult: hasForm,
    holdsResult: nothing,
  },
  query: listing(operations.query),
  capture: listing(operations.capture),
  review: listing(operations.review),
  cancel: listing(operations.cancel),
  'cancel-subscription': {
    succeeded: isCancelled,
    insists: isCancelled,
    isResult: (members) => 'recurring_id' in members && 'cancel_status' in members,
    holdsResult: (members) => 'recurring_id' in members && 'cancel_status' in members,
  },
  refund: listing(operations.refund),
  'refund-search': listing(operations['refund-search']),
  payout: {
    succeeded: isPaidOut,
    insists: (members) => isPaidOut(members) && members.status === 'COMPLETED',
    isResult: (members) => !isBlank(members.transaction_id) && 'status' in members,
    holdsResult: (members) =>
      !isBlank(members.transaction_id) ||
      (payoutMembers.some((name) => !isBlank(members[name])) &&
        saysNone(members.failure_reason) &&
        saysNone(members.failure_type)),
  },
} as const satisfies Record<DocumentedOperationId, Signs>;

/**
 * The address that a form of a page posts to, as a browser resolves it: against the base element, which itself is resolved
 * against the address of the page. Empty where there is none.
 */
export function addressOfForm({ action }: JsonObject, page: JsonObject, url: string): string {
  if (typeof action !== 'string') return '';
  try {
    const base =
      typeof page.base === 'string' && URL.canParse(page.base, url) ? new URL(page.base, url).href : url;
    // An empty action posts to the page's own address, base element or not.
    return action === '' ? url : new URL(action, base).href;
  } catch {
    return '';
  }
}

// A step of a path may have parameters behind a semicolon (RFC 3986, 3.3), such as the session of a servlet.
const stepsOf = (address: string) =>
  new URL(address).pathname.split('/').map((step) => step.replace(/;.*/, ''));

const isCheckoutStep = (step: string) => /^checkout$/i.test(step);

/** Tells whether an address lies on a checkout path: one of its steps is checkout; the host is not stated. */
export function liesOnCheckout(address: string): boolean {
  return /^https?:/i.test(address) && URL.canParse(address) && stepsOf(address).some(isCheckoutStep);
}

/** Tells whether the checkout step of an address is below `/v1`, as the path of the operation does; elsewhere it is odd. */
export function liesBelowVersion(address: string): boolean {
  const steps = stepsOf(address);
  const version = steps.findIndex((step) => /^v1$/i.test(step));
  return version !== -1 && steps.slice(version).some(isCheckoutStep);
}
