import { notified } from '../judge/judge-notified.ts';
import { operationsOf } from '../operations.ts';
import type { OperationId } from '../types.ts';
import { batchEcho, batchEntries, metLimits, overLimit } from './batches.ts';
import { answerStyle, bodyForm } from './body-form.ts';
import { cardDigits, wholeCard } from './cards.ts';
import { identity, resultEcho, searchSelection, signatureEcho } from './echoes.ts';
import { repeatedFields, undocumentedFields } from './names.ts';
import { payoutEcho, payoutResult } from './payouts.ts';
import { readings } from './readings.ts';
import { pageForm, postedForm } from './redirect-page.ts';
import { listedRefunds, refundAmount, refundReference } from './refunds.ts';
import { httpStatus, refusalForm, successForm } from './refusals.ts';
import { allParams, bodyTypes, calling, requestFreedom } from './requests.ts';
import type { Rule } from './rule.ts';
import { runRules } from './run/registry.ts';
import { subscriptionState } from './subscription-state.ts';
import { toldApart } from './told-apart.ts';
import { distinctRecords, issuerUrl, reasonsAsAttributes, scriptInValue, statusValues } from './values.ts';

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
  listedRefunds,
  cardDigits,
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

/** Everything besides the schemas that checks clauses: rules over one exchange, rules over a run, twins, notifications, 4.12. */
export const checks: readonly Pick<Rule, 'name' | 'file' | 'clauses'>[] = [
  ...rules,
  ...runRules,
  twins,
  notified,
  undocumentedOperation,
];

const byOperation = new Map<OperationId, readonly Rule[]>();

/** The rules that look at exchanges of one operation. */
export function rulesOf(operation: OperationId): readonly Rule[] {
  const known = byOperation.get(operation) ?? rules.filter((rule) => rule.operations.includes(operation));
  byOperation.set(operation, known);
  return known;
}
