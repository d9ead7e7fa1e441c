import { staticInputsSchema } from '../contract.ts';
import {
  checkoutFormsOf,
  entriesOf,
  entrySucceeded,
  isBlank,
  objectsOf,
  scalarText,
} from '../history/outcome.ts';
import { objectOf } from '../json.ts';
import { urlIn } from '../media/url-in.ts';
import { type Operation, operations } from '../operations.ts';
import type { DocumentedOperationId, JsonObject } from '../types.ts';

/** Predicates that classify an answer of one operation as a whole, before its parts are judged. */
interface AnswerChecks {
  /** True for the success form of the document (7.1 to 7.5, 2.7, 2.8). */
  readonly succeeded: (members: JsonObject) => boolean;
  /**
   * True for an answer that clearly states its success whatever its status line; `page` is the requested URL. The
   * success form alone may occur in a refusal: one entry of a batch, or the number of a refused payout.
   */
  readonly claimsSuccess: (members: JsonObject, page: string) => boolean;
  /** True for the documented outline of a result: such an answer is always judged as a result. */
  readonly isResult: (members: JsonObject) => boolean;
}

const isSuccessCode = ({ result_info }: JsonObject) => /^0000(?![0-9])/.test(scalarText(result_info) ?? '');

/** True for a payment without a readable code (7.3) whose other members show the success of 2.6. */
function isSuccessWithoutCode({ result_info, order_status, transaction_id }: JsonObject): boolean {
  const hasCode = /^[0-9]{4}(?![0-9])/.test(scalarText(result_info) ?? '');
  return !hasCode && scalarText(order_status) === '1' && !isBlank(transaction_id);
}

const isPaid = (members: JsonObject) => isSuccessCode(members) || isSuccessWithoutCode(members);
const hasIssuer = ({ issuer_url }: JsonObject) => !isBlank(issuer_url);
const hasForm = (page: JsonObject) => checkoutFormsOf(page).length > 0;
/** True for a cancelled subscription: the status of 7.4, or the state that section 3 names without a field (C-07). */
const isCancelled = (members: JsonObject) =>
  scalarText(members.cancel_status) === '1' ||
  Object.entries(members).some(([name, value]) => /status|state/i.test(name) && value === 'Inactived');
const hasNoReason = ({ failure_reason, failure_type }: JsonObject) =>
  isBlank(failure_reason) && isBlank(failure_type);
/** True for a payout with the status of section 3, or with a transaction and without a reason of failure (7.5). */
const isPaidOut = (members: JsonObject) =>
  members.status === 'COMPLETED' || (!isBlank(members.transaction_id) && hasNoReason(members));

let staticNames: ReadonlySet<string> | undefined;

/** True for a page with one of the static inputs of 2.8, whatever its form is called. */
function hasStaticInput({ forms }: JsonObject): boolean {
  staticNames ??= new Set(Object.keys(objectOf(staticInputsSchema().properties)));
  const inputs = objectsOf(forms).flatMap((form) => objectsOf(form.inputs));
  return inputs.some(({ name }) => staticNames?.has(String(name)) === true);
}

/** True for a page whose form posts to the checkout path (2.8). */
const leadsToCheckout = (answer: JsonObject, page: string) =>
  checkoutFormsOf(answer).some((form) => liesOnCheckout(addressOfForm(form, answer, page)));

/** True for the success form of 7.1. */
const isOk = ({ return_status, return_message }: JsonObject) =>
  return_status === '1' && return_message === 'OK';

/** A batch or search succeeded as a whole, even with an empty list, or a batch in at least one entry (7.1, 7.2). */
function listChecks(operation: Operation): AnswerChecks {
  return {
    succeeded: (members) =>
      scalarText(members.return_status) === '1' ||
      entriesOf(operation, members).some((entry) => entrySucceeded(operation, entry)),
    claimsSuccess: isOk,
    isResult(members) {
      const entries = entriesOf(operation, members);
      const status = operation.batch?.status;
      if (entries.length === 0 || status === undefined) return entries.length > 0;
      // A refusal that repeats the request has its list, and no status.
      return 'return_status' in members || entries.some((entry) => status in entry);
    },
  };
}

/** The predicates of every documented operation. */
export const answerChecks = {
  'direct-payment': {
    succeeded: isPaid,
    claimsSuccess: isPaid,
    isResult: (members) =>
      // The success of an APM payment is one as well, of the other operation on this path (C-06).
      hasIssuer(members) ||
      ('transaction_id' in members && ('result_info' in members || isSuccessWithoutCode(members))),
  },
  'apm-payment': {
    succeeded: hasIssuer,
    claimsSuccess: hasIssuer,
    // The success of a card payment is one as well, of the other operation on this path (C-06).
    isResult: (members) => hasIssuer(members) || isSuccessCode(members),
  },
  'redirect-payment': {
    succeeded: hasForm,
    claimsSuccess: leadsToCheckout,
    isResult: (page) => hasForm(page) || hasStaticInput(page),
  },
  query: listChecks(operations.query),
  capture: listChecks(operations.capture),
  review: listChecks(operations.review),
  cancel: listChecks(operations.cancel),
  'cancel-subscription': {
    succeeded: isCancelled,
    claimsSuccess: isCancelled,
    isResult: (members) =>
      'recurring_id' in members &&
      // Without its status, the empty text of the samples tells it from a refusal that repeats the request (7.4).
      ('cancel_status' in members || ('error_message' in members && isBlank(members.error_message))),
  },
  refund: listChecks(operations.refund),
  'refund-search': listChecks(operations['refund-search']),
  payout: {
    succeeded: isPaidOut,
    claimsSuccess: (members) => isPaidOut(members) && members.status === 'COMPLETED',
    isResult: (members) => !isBlank(members.transaction_id) && 'status' in members,
  },
} as const satisfies Record<DocumentedOperationId, AnswerChecks>;

/**
 * The URL that a form posts to, resolved like in a browser: against the base element, which is resolved against the URL
 * of the page. Empty if there is none.
 */
export function addressOfForm({ action }: JsonObject, page: JsonObject, url: string): string {
  if (typeof action !== 'string') return '';
  try {
    const base = typeof page.base === 'string' ? (urlIn(page.base, url)?.href ?? url) : url;
    // An empty action posts to the page's own URL, whatever the base element.
    return action === '' ? url : new URL(action, base).href;
  } catch {
    return '';
  }
}

// A path segment may have parameters after a semicolon (RFC 3986, 3.3), such as a servlet session, and an escaped letter is
// the letter (6.2.2.2).
const stepsOf = (address: string) =>
  new URL(address).pathname.split('/').map((step) => unescaped(step.replace(/;.*/, '')));

const unescaped = (step: string) =>
  step.replaceAll(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, (sign) => decodeURIComponent(sign));

const isCheckoutStep = (step: string) => /^checkout$/i.test(step);

/** Returns whether a path segment of the URL is `checkout`; the host is not stated. */
export function liesOnCheckout(address: string): boolean {
  return /^https?:/i.test(address) && urlIn(address) !== undefined && stepsOf(address).some(isCheckoutStep);
}

/** Returns whether the checkout segment of a URL is below `/v1`, like the path of the operation. */
export function liesBelowVersion(address: string): boolean {
  const steps = stepsOf(address);
  const version = steps.findIndex((step) => /^v1$/i.test(step));
  return version !== -1 && steps.slice(version).some(isCheckoutStep);
}
