import { notificationSent } from '../judge/judge-notified.ts';
import { operationsOf } from '../operations.ts';
import { table } from '../table.ts';
import type { OperationId } from '../types.ts';
import { batchEcho, batchEntries, metLimits, overLimit } from './batches.ts';
import { answerStyle, bodyForm } from './body-form.ts';
import { cardDigits, wholeCard } from './cards.ts';
import { identity, resultEcho, searchSelection, signatureEcho } from './echoes.ts';
import { repeatedFields, undocumentedFields } from './names.ts';
import { payoutEcho, payoutResult } from './payouts.ts';
import { readings } from './readings.ts';
import { pageForm, postedForm } from './redirect-page.ts';
import { listedRefunds, refundReference } from './refunds.ts';
import { httpStatus, refusalForm, successForm } from './refusals.ts';
import { allParams, bodyTypes, calling, requestFreedom } from './requests.ts';
import type { Rule } from './rule.ts';
import { runRuleFiles } from './run/registry.ts';
import { subscriptionState } from './subscription-state.ts';
import { toldApart } from './told-apart.ts';
import { distinctRecords, issuerUrl, reasonsAsAttributes, scriptInValue, statusValues } from './values.ts';

/** The twin comparison, with the clauses that no single exchange can break. */
export const twins = {
  clauses: [
    '5.1/signature-checked',
    '5.1/signature-required',
    '5.3/unknown-account',
    '5.3/unknown-merchant',
    '7.6/invalid-input',
    '7.6/record-not-found',
    ...operationsOf('batch').map((id) => `8/${id}/at-limit`),
  ],
};

/** 4.12 has no path, body or answer; `judge` observes what a target supplies. */
const undocumentedOperation = { clauses: ['4.12/path', '4.12/body', '4.12/response'] };

/** The rules over one exchange, by the files that hold them. */
const ruleFiles = table<readonly Rule[]>({
  batches: [batchEntries, batchEcho, overLimit, metLimits],
  'body-form': [bodyForm, answerStyle],
  cards: [wholeCard, cardDigits],
  echoes: [identity, resultEcho, signatureEcho, searchSelection],
  names: [repeatedFields, undocumentedFields],
  payouts: [payoutEcho, payoutResult],
  readings: [readings],
  'redirect-page': [pageForm, postedForm],
  refunds: [refundReference, listedRefunds],
  refusals: [httpStatus, refusalForm, successForm],
  requests: [calling, bodyTypes, requestFreedom, allParams],
  'subscription-state': [subscriptionState],
  'told-apart': [toldApart],
  values: [reasonsAsAttributes, distinctRecords, issuerUrl, scriptInValue, statusValues],
});

/** Every rule over one exchange. */
export const rules = Object.values(ruleFiles).flat();

/** Everything besides the schemas that checks clauses, by its file: rules over one exchange and over a run, twins, notifications, 4.12. */
export const checkFiles: readonly (readonly [file: string, checks: readonly Pick<Rule, 'clauses'>[]])[] = [
  ...Object.entries(ruleFiles).map(([name, some]) => [`schemas/rules/${name}.ts`, some] as const),
  ...Object.entries(runRuleFiles).map(([name, some]) => [`schemas/rules/run/${name}.ts`, some] as const),
  ['schemas/judge/judge-twin.ts', [twins]],
  ['schemas/judge/judge-notified.ts', [notificationSent]],
  ['schemas/judge/undocumented.ts', [undocumentedOperation]],
];

const byOperation = new Map<OperationId, readonly Rule[]>();

/** The rules for exchanges of one operation. */
export function rulesOf(operation: OperationId): readonly Rule[] {
  const known = byOperation.get(operation) ?? rules.filter((rule) => rule.operations.includes(operation));
  byOperation.set(operation, known);
  return known;
}
