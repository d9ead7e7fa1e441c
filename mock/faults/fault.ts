import { cappedVerdict, clauseOf, clausesOf } from '../../schemas/clauses.ts';
import { defined } from '../../schemas/defined.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, onField, without } from '../behaviour.ts';
import { addAmounts } from '../money.ts';

/** One deviation of the endpoint from one clause. */
export interface Fault {
  readonly id: string;
  readonly clause: ClauseId;
  /** The operation whose calls show it. */
  readonly operation: DocumentedOperationId;
  /** The worst verdict that the evidence of the clause allows. */
  readonly verdict: 'fail' | 'warn' | 'observed';
  readonly description: string;
  /** Set if only a real browser can detect it. */
  readonly needs?: 'browser';
  /** A pattern of test titles: these tests run against it over real connections, because no single answer shows it. */
  readonly meets?: string;
  /** Shows in one situation only, which not every acquirer can be brought into. */
  readonly rare?: true;
  readonly change: Change;
}

const byLength = documentedOperations.map(({ id }) => id).sort((one, other) => other.length - one.length);

/** The operation at the start of a fault id. */
function operationIn(faultId: string): DocumentedOperationId {
  const operation = byLength.find((id) => faultId.startsWith(`${id}-`));
  if (operation === undefined) throw new Error(`the fault ${faultId} names no operation`);
  return operation;
}

type FaultRow = Omit<Fault, 'verdict' | 'operation'> & Partial<Pick<Fault, 'verdict' | 'operation'>>;

/** Completes a fault: `verdict` defaults to the worst that its clause allows, `operation` to the start of its id. */
export function faultFrom({ operation, ...fault }: FaultRow): Fault {
  const worst = cappedVerdict(clauseOf(fault.clause).evidence, 'fail');
  return {
    operation: operation ?? operationIn(fault.id),
    verdict: worst === 'observed' || worst === 'warn' ? worst : 'fail',
    ...fault,
  };
}

/** The faults of a table by id; with an operation, the ids begin with it. */
export function planted(
  rows: Readonly<Record<string, Omit<FaultRow, 'id'>>>,
  operation?: DocumentedOperationId,
): readonly Fault[] {
  return Object.entries(rows).map(([id, fault]) =>
    faultFrom({
      id: operation === undefined ? id : `${operation}-${id}`,
      ...defined({ operation }),
      ...fault,
    }),
  );
}

/** A wrong value: a clause or its last part, the description after the field name, and the change. */
type FieldRow = readonly [
  clause: string,
  words: string,
  change: (text: string, value: JsonValue) => JsonValue | undefined,
  more?: Partial<FaultRow>,
];

/** The faults of one value at a dotted path of an answer; each key is the end of an id, or a complete id. */
export function faultsAt(
  operation: DocumentedOperationId,
  path: string,
  rows: Readonly<Record<string, FieldRow>>,
): readonly Fault[] {
  const name = path.split('.').at(-1) ?? path;
  const own = name.startsWith(`${operation}_`) ? name : `${operation}-${name}`;
  return Object.entries(rows).map(([id, [clause, words, change, more]]) =>
    faultFrom({
      id: id.startsWith(`${operation}-`) ? id : `${own}-${id}`.replaceAll('_', '-'),
      operation,
      clause: /^\d/.test(clause) ? clause : `${operationOf(operation).describedIn}/${name}/${clause}`,
      description: `${name} ${words}`,
      change: onField(operation, path, change),
      ...more,
    }),
  );
}

/** The general echo clause of each operation, for values without their own. */
const echoes: Readonly<Partial<Record<DocumentedOperationId, string>>> = {
  'redirect-payment': 'inputs/repeated-value',
  query: 'order/as-paid',
  'refund-search': 'refund/as-refunded',
  payout: 'request-fields/echo',
};

/** The clause that an answer repeats a value as it was sent, paid or refunded. */
export function echoOf(operation: DocumentedOperationId, name: string): ClauseId {
  const section = operationOf(operation).describedIn;
  const own = ['identity', 'echo', 'as-paid'].map((aspect) => `${section}/${name}/${aspect}`);
  const found = clausesOf(operation).find(({ id }) => own.includes(id));
  return found?.id ?? `${section}/${echoes[operation]}`;
}

/** A copy of a result entry without its status (7.2). */
export function withoutStatus(operation: DocumentedOperationId, entry: JsonObject): JsonObject {
  return without(entry, operationOf(operation).batch?.status ?? '');
}

const otherCurrency = (code: string) => (code === 'USD' ? 'EUR' : 'USD');

/** Rounds down to whole units, or adds 0.01 if that changes nothing. */
function otherAmount(amount: string): string {
  const rounded = amount.replace(/\.[0-9]+$/, '.00');
  return rounded === amount ? addAmounts(amount, '0.01') : rounded;
}

const otherValues: Readonly<Record<string, (value: string) => string>> = table({
  merchant_id: (id) => (id === '200002' ? '100001' : '200002'),
  account_id: (id) => (id === '100001002' ? '100001001' : '100001002'),
  amount: otherAmount,
  refund_amount: otherAmount,
  currency: otherCurrency,
  payment_currency: otherCurrency,
  payment_amount: (digits) => `${digits}0`,
  payment_date: (date) => (date === '2025-06-30' ? '2025-06-29' : '2025-06-30'),
  request_id: (id) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  notify_url: (url) => `${url}${url.includes('?') ? '&' : '?'}other=1`,
});

/** Another value of the same format for a field, for a wrong echo or identity. */
export function otherValue(name: string, value: string): string {
  return otherValues[name]?.(value) ?? `${value}-other`;
}
