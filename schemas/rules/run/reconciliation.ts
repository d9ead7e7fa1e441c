import { defined } from '../../defined.ts';
import { isBlank, scalarText } from '../../history/outcome.ts';
import { operationOf } from '../../operations.ts';
import { table } from '../../table.ts';
import type { JsonObject, JudgedExchange } from '../../types.ts';
import { compareDecimals, sumExceeds, sumOf } from '../values.ts';
import { byTest, type FoundRecord, factsOf, recordsOf } from './facts.ts';
import {
  areAtOnce,
  type History,
  type HistoryCall,
  historiesByName,
  historiesOf,
  isPartOf,
  isRepeated,
  paidAmount,
} from './history.ts';

/** The amounts that a run moved in one currency, as exact decimals; a sum is absent if nothing was moved. */
export interface MovedRow {
  readonly currency: string;
  /** Accepted card payments; the caller does not know what a shopper pays on a page. */
  readonly paid?: string;
  readonly captured?: string;
  readonly cancelled?: string;
  readonly refunded?: string;
  readonly paidOut?: string;
  /** Number of requests that may have moved money: no answer, or one that leaves it open. */
  readonly unknown: number;
}

/** A history that no correct ledger can have. */
export interface ImpossibleHistory {
  readonly kind: ImpossibleKind;
  /** The order_no, or the request_id of a payout. */
  readonly name: string;
  readonly currency?: string;
  /** The amount that the ledger does not explain. */
  readonly sum?: string;
  /** The ids of the exchanges that show it, in the order sent. */
  readonly exchanges: readonly string[];
}

/** The ledger of a run: the amounts moved and the impossible histories. */
export interface Reconciliation {
  readonly moved: readonly MovedRow[];
  readonly impossible: readonly ImpossibleHistory[];
  /** Orders in listings that earlier runs of the suite made; absent if there are none. */
  readonly earlier?: number;
}

const kinds = {
  'refunded-above': 'refunded more than was paid',
  'refunded-after-cancellation': 'refunded after a cancellation that succeeded',
  'captured-after-cancellation': 'captured after a cancellation that succeeded',
  'refund-not-listed':
    'refund answered as done, and left out of a search that lists refunds made before and after it',
  'refund-listed-otherwise': 'refund listed with another sum or currency than it was answered with',
  'refund-not-asked': 'refund listed that was never requested',
  'payment-shown-otherwise': 'payment listed with another sum or currency than was paid',
  'paid-out-twice': 'paid out twice for one request_id',
} as const;
/** The kind of an impossible history. */
export type ImpossibleKind = keyof typeof kinds;
/** The words for each kind, to follow the order and amount. A safe table, as keys come from evidence. */
export const impossibleKinds = table<string>(kinds);

const columnWords = {
  paid: 'paid',
  captured: 'captured',
  cancelled: 'cancelled',
  refunded: 'refunded',
  paidOut: 'paid out',
} as const;

/** The sums of one currency in words, for example `paid 10.00, refunded 4.00`. */
export function movedWords(row: MovedRow): string {
  const sums = Object.entries(columnWords).flatMap(([column, word]) => {
    const sum = row[column as Column];
    return sum === undefined ? [] : [`${word} ${sum}`];
  });
  return [...sums, ...(row.unknown === 0 ? [] : [`${row.unknown} undecided`])].join(', ');
}

type Column = Exclude<keyof MovedRow, 'currency' | 'unknown'>;

/** The column of each operation that moves money. */
const columns = table<Column | undefined>({
  'direct-payment': 'paid',
  capture: 'captured',
  cancel: 'cancelled',
  refund: 'refunded',
  payout: 'paidOut',
});

/** What identifies an effect on one order or number, where a second answer need not be a second effect. */
const oneEach: Partial<Record<Column, (call: HistoryCall) => string | undefined>> = {
  captured: ({ transaction_id }) => transaction_id,
  cancelled: ({ transaction_id }) => transaction_id,
  paidOut: ({ effect }) => effect,
};

/** The ledger of the exchanges with each service. */
export function reconciliationOf(services: readonly (readonly JudgedExchange[])[]): Reconciliation {
  const rows = new Map<string, Record<Column, string[]> & { unknown: number }>();
  for (const { calls } of services.flatMap(historiesOf)) {
    const effective = effectsIn(calls);
    for (const call of calls) {
      const column = columns[call.operation];
      const amount = call.amount ?? call.whole;
      if (column === undefined || call.currency === undefined || amount === undefined) continue;
      const isEffect = effective.includes(call);
      if (!isEffect && call.outcome !== 'unknown') continue;
      const row = rows.get(call.currency) ?? emptyRow();
      rows.set(call.currency, row);
      if (isEffect) row[column].push(amount);
      else row.unknown += 1;
    }
  }
  return {
    moved: [...rows]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, row]) => rowOf(currency, row)),
    impossible: services.flatMap((run) => [...historiesOf(run).flatMap(impossibleIn), ...listedWrong(run)]),
  };
}

const emptyRow = () => ({ paid: [], captured: [], cancelled: [], refunded: [], paidOut: [], unknown: 0 });

function rowOf(
  currency: string,
  { unknown, ...columns }: Record<Column, string[]> & { unknown: number },
): MovedRow {
  const sums = Object.entries(columns).flatMap(([column, parts]) => {
    const sum = sumOf(parts);
    return sum === undefined ? [] : [[column, sum]];
  });
  return { currency, ...Object.fromEntries(sums), unknown };
}

/** The requests that moved money, without repeated answers about the same effect. */
function effectsIn(calls: readonly HistoryCall[]): readonly HistoryCall[] {
  const done: HistoryCall[] = [];
  for (const call of calls) {
    const column = columns[call.operation];
    if (call.outcome !== 'done' || column === undefined) continue;
    const effectOf = oneEach[column];
    const isAgain = done.some(
      (one) =>
        one.operation === call.operation &&
        (isRepeated(one, call) || (effectOf !== undefined && effectOf(one) === effectOf(call))),
    );
    if (!isAgain) done.push(call);
  }
  return done;
}

function impossibleIn(history: History): readonly ImpossibleHistory[] {
  const { name, calls } = history;
  const done = effectsIn(calls);
  const of = (operation: string) => done.filter((call) => call.operation === operation);
  const [payments, refunds, payouts] = [of('direct-payment'), of('refund'), of('payout')];
  const entry = (
    kind: ImpossibleKind,
    shown: readonly HistoryCall[],
    moved: readonly HistoryCall[],
  ): ImpossibleHistory => ({
    kind,
    name,
    ...defined({
      currency: shown.at(-1)?.currency,
      sum: sumOf(moved.flatMap(({ amount, whole }) => amount ?? whole ?? [])),
    }),
    exchanges: [...new Set(shown.map(({ judged }) => judged.exchange.id))],
  });
  const found: ImpossibleHistory[] = [];
  const parts = refunds.map(({ amount = '' }) => amount);
  // If an order was paid more than once, it is unknown which payment a refund belongs to.
  if (payments.length < 2 && sumExceeds(parts, paidAmount(history)) === true)
    found.push(entry('refunded-above', [...payments, ...refunds], refunds));
  for (const cancel of of('cancel'))
    for (const [operation, kind] of [
      ['refund', 'refunded-after-cancellation'],
      ['capture', 'captured-after-cancellation'],
    ] as const) {
      const later = of(operation).filter(
        (call) =>
          done.indexOf(call) > done.indexOf(cancel) &&
          call.transaction_id === cancel.transaction_id &&
          !areAtOnce(cancel, call),
      );
      if (later.length > 0) found.push(entry(kind, [cancel, ...later], later));
    }
  if (payouts.length > 1) found.push(entry('paid-out-twice', payouts, payouts.slice(1)));
  return found;
}

/** What searches say next to what was answered. */
function listedWrong(run: readonly JudgedExchange[]): readonly ImpossibleHistory[] {
  const facts = factsOf(run);
  const known = historiesByName(run);
  const listed = recordsOf(facts, 'refund-search');
  const shown = new Map<string, ImpossibleHistory>();
  const note = (kind: ImpossibleKind, found: FoundRecord, before: readonly HistoryCall[]) => {
    const { record, judged } = found;
    const id = String(record.refund_reference_id ?? record.transaction_id);
    if (shown.has(`${kind} ${id}`)) return;
    const exchanges = [...before.map((call) => call.judged), judged];
    shown.set(`${kind} ${id}`, historyOf(kind, found, exchanges));
  };
  for (const found of listed) {
    const { record, account } = found;
    const history = known.get(`${account}\n${String(record.order_no)}`);
    if (history === undefined || isBlank(record.refund_reference_id)) continue;
    const refunds = history.calls.filter(({ operation }) => operation === 'refund');
    const payments = history.calls.filter(({ operation }) => operationOf(operation).family === 'payment');
    const made = refunds.find(({ effect }) => effect === record.refund_reference_id);
    if (made !== undefined && differs(record, made)) note('refund-listed-otherwise', found, [made]);
    if (refunds.length === 0 && payments.length > 0) note('refund-not-asked', found, payments);
  }
  for (const found of recordsOf(facts, 'query')) {
    const history = known.get(`${found.account}\n${String(found.record.order_no)}`);
    const [payment, ...others] =
      history?.calls.filter(({ operation }) => operationOf(operation).family === 'payment') ?? [];
    if (
      payment?.effect !== undefined &&
      others.length === 0 &&
      payment.effect === found.record.transaction_id &&
      differs(found.record, payment) &&
      !isPartOf(history, found.record.amount ?? null, payment.amount ?? null)
    )
      note('payment-shown-otherwise', found, [payment]);
  }
  const named = new Set(listed.map(({ record }) => record.refund_reference_id));
  return [...shown.values(), ...unlistedRefunds(run, named)];
}

/** True if a listing has another amount or currency than the request; missing or masked values never differ. */
function differs(record: JsonObject, { amount, currency }: HistoryCall): boolean {
  const sum = compareDecimals(record.refund_amount ?? record.amount, amount);
  const other = scalarText(record.currency);
  return (
    (sum !== undefined && sum !== 0) || (isCurrency(other) && isCurrency(currency) && other !== currency)
  );
}

const isCurrency = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Z]{3}$/.test(text);

/**
 * Refunds missing from a search that lists earlier and later refunds of the same test. A search may select its records
 * (4.10), for example by age, so nothing else proves that one is missing.
 */
function unlistedRefunds(
  run: readonly JudgedExchange[],
  named: ReadonlySet<unknown>,
): readonly ImpossibleHistory[] {
  return byTest(run).flatMap((exchanges) => {
    const facts = factsOf(exchanges);
    const made = recordsOf(facts, 'refund');
    const calls = [...new Set(made.map(({ judged }) => judged))];
    const found = new Map<string, ImpossibleHistory>();
    for (const search of facts.filter(({ operation }) => operation.id === 'refund-search')) {
      const ids = new Set(
        recordsOf([search], 'refund-search').map(({ record }) => record.refund_reference_id),
      );
      const listed = made.filter(({ record }) => ids.has(record.refund_reference_id));
      const isListed = calls.map((call) => listed.some(({ judged }) => judged === call));
      // The order of the refunds within one request is not documented; entries come back in any order.
      const between = calls.slice(isListed.indexOf(true) + 1, Math.max(0, isListed.lastIndexOf(true)));
      for (const refund of made) {
        const id = refund.record.refund_reference_id;
        if (
          !between.includes(refund.judged) ||
          isBlank(id) ||
          ids.has(id) ||
          named.has(id) ||
          found.has(String(id))
        )
          continue;
        found.set(String(id), historyOf('refund-not-listed', refund, [refund.judged, search.judged]));
      }
    }
    return [...found.values()];
  });
}

/** The impossible history that a record shows. */
function historyOf(
  kind: ImpossibleKind,
  { record }: FoundRecord,
  shown: readonly JudgedExchange[],
): ImpossibleHistory {
  return {
    kind,
    name: String(record.order_no),
    ...defined({
      currency: scalarText(record.currency),
      sum: scalarText(record.refund_amount ?? record.amount),
    }),
    exchanges: shown.map(({ exchange }) => exchange.id),
  };
}
