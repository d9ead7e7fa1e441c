import { requestSchema } from '../contract.ts';
import { objectOf } from '../json.ts';
import { documentedOperations } from '../operations.ts';
import { table } from '../table.ts';
import type { DocumentedOperationId, JsonValue } from '../types.ts';
import type { Rule, View } from './rule.ts';

/** The only values of enumerated fields that samples show (2.2, 2.4, 2.13). */
const samples: Readonly<Record<string, string>> = table({
  open3d: 'do3DS',
  token_flag: 'NO',
  fee_paid_by: 'PAYER',
  swift_charge_option: 'SHARED',
  fund_source: 'DepositAccount',
});

/** 2.14: which fields are required, which values, lengths and formats go: the document does not show it, answers do. */
export const requestFreedom: Rule = {
  name: 'request-freedom',
  clauses: [
    '2.14/required-request-fields',
    '2.14/allowed-values',
    '2.14/lengths',
    '2.14/formats',
    '1.3/empty-batch',
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check(view, notebook) {
    const { request, outcome, operation, received, comparable } = view;
    if (received === undefined || !comparable) return;
    const observe = (clause: string, what: string) =>
      notebook.observes(clause, `${what}: ${outcome}`, `${operation.title}: ${what} was ${outcome}`);
    for (const name of leftOut(view)) {
      // The outcome comes first: after the name of a secret it would be masked as its value.
      const what = `${outcome} without ${name}`;
      notebook.observes('2.14/required-request-fields', what, `${operation.title}: ${what}`);
    }
    if (operation.batch !== undefined && isEmptyArray(request[operation.batch.field]))
      observe('1.3/empty-batch', 'no entry');
    for (const name of Object.keys(request)) {
      const value = request[name];
      if (typeof value !== 'string') continue;
      const sample = samples[name];
      if (sample !== undefined && value !== sample)
        observe('2.14/allowed-values', `${name} other than ${sample}`);
      if (value.length > 255) observe('2.14/lengths', `${name} over 255 characters`);
      else if (value === '') observe('2.14/lengths', `${name} empty`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII on purpose.
      else if (/[^\x00-\x7F]/.test(value)) observe('2.14/formats', `${name} beyond ASCII`);
    }
  },
};

/** Core fields that are absent, and other documented ones when at most two are: then their absence says something. */
function leftOut({ operation, request, asked }: View): readonly string[] {
  if (asked.breaches.some(({ keyword }) => keyword !== 'required')) return [];
  const core = operation.core.filter((name) => !Object.hasOwn(request, name));
  if (core.length > 2) return [];
  const absent: string[] = [];
  for (const name of documentedFields(operation.id)) {
    if (Object.hasOwn(request, name)) continue;
    if (absent.length === 2) return core;
    absent.push(name);
  }
  return [...new Set([...core, ...absent])];
}

const documented = new Map<DocumentedOperationId, readonly string[]>();

function documentedFields(operation: DocumentedOperationId): readonly string[] {
  const known = documented.get(operation) ?? Object.keys(objectOf(requestSchema(operation).properties));
  documented.set(operation, known);
  return known;
}

function isEmptyArray(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}
