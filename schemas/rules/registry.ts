import { operationsOf } from '../operations.ts';
import type { OperationId } from '../types.ts';
import { allParams } from './all-params.ts';
import { answerStyle } from './answer-style.ts';
import { batchEcho } from './batch-echo.ts';
import { batchEntries } from './batch-entries.ts';
import { bodyForm } from './body-form.ts';
import { bodyTypes } from './body-types.ts';
import { calendar } from './calendar.ts';
import { calling } from './calling.ts';
import { cardDigits } from './card-digits.ts';
import { distinctRecords } from './distinct-records.ts';
import { httpStatus } from './http-status.ts';
import { identity } from './identity.ts';
import { issuerUrl } from './issuer-url.ts';
import { metLimits } from './met-limits.ts';
import { overLimit } from './over-limit.ts';
import { pageForm } from './page-form.ts';
import { payoutEcho } from './payout-echo.ts';
import { payoutResult } from './payout-result.ts';
import { postedForm } from './posted-form.ts';
import { readings } from './readings.ts';
import { reasonsAsAttributes } from './reasons-as-attributes.ts';
import { refundAmount } from './refund-amount.ts';
import { refundReference } from './refund-reference.ts';
import { refusalForm } from './refusal-form.ts';
import { repeatedFields } from './repeated-fields.ts';
import { requestFreedom } from './request-freedom.ts';
import { resultEcho } from './result-echo.ts';
import type { Rule } from './rule.ts';
import { runRules } from './run/registry.ts';
import { scriptInValue } from './script-in-value.ts';
import { searchSelection } from './search-selection.ts';
import { signatureEcho } from './signature-echo.ts';
import { statusValues } from './status-values.ts';
import { subscriptionState } from './subscription-state.ts';
import { successForm } from './success-form.ts';
import { toldApart } from './told-apart.ts';
import { undocumentedFields } from './undocumented-fields.ts';
import { wholeCard } from './whole-card.ts';

/** The comparison of a probe with its control twin, and the clauses that no single exchange can break. */
export const twins = {
  name: 'twins',
  clauses: [
    '5.1/signature-checked',
    '5.1/signature-required',
    '5.3/unknown-account',
    '5.3/unknown-merchant',
    '7.6/invalid-input',
    '7.6/record-not-found',
    ...operationsOf('batch').map((id) => `8/${id}/at-limit`),
  ],
} as const satisfies Pick<Rule, 'name' | 'clauses'>;

/** 4.12 has no path, body or answer; `judge` observes what a target supplies. */
export const undocumentedOperation = {
  name: 'undocumented-operation',
  clauses: ['4.12/path', '4.12/body', '4.12/response'],
} as const satisfies Pick<Rule, 'name' | 'clauses'>;

/** Every rule over one exchange, in the order in which they look at it. */
export const rules: readonly Rule[] = [
  calling,
  httpStatus,
  bodyForm,
  answerStyle,
  refusalForm,
  wholeCard,
  overLimit,
  bodyTypes,
  requestFreedom,
  metLimits,
  toldApart,
  identity,
  resultEcho,
  readings,
  reasonsAsAttributes,
  batchEntries,
  batchEcho,
  successForm,
  refundReference,
  refundAmount,
  cardDigits,
  calendar,
  distinctRecords,
  searchSelection,
  payoutEcho,
  payoutResult,
  subscriptionState,
  issuerUrl,
  pageForm,
  postedForm,
  scriptInValue,
  repeatedFields,
  allParams,
  signatureEcho,
  statusValues,
  undocumentedFields,
];

/** Everything besides the schemas that checks clauses: rules over one exchange, rules over a run, twins, 4.12. */
export const checks: readonly Pick<Rule, 'name' | 'clauses'>[] = [
  ...rules,
  ...runRules,
  twins,
  undocumentedOperation,
];

const byOperation = new Map<OperationId, readonly Rule[]>();

/** The rules that look at exchanges of one operation. */
export function rulesOf(operation: OperationId): readonly Rule[] {
  const known = byOperation.get(operation) ?? rules.filter((rule) => rule.operations.includes(operation));
  byOperation.set(operation, known);
  return known;
}
