import { defined } from '../schemas/defined.ts';
import { entriesOf, membersOf, scalarText } from '../schemas/history/outcome.ts';
import { objectOf } from '../schemas/json.ts';
import { onceFor } from '../schemas/once-for.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { type HistoryCall, historiesOf } from '../schemas/rules/run/history.ts';
import { impossibleKinds } from '../schemas/rules/run/reconciliation.ts';
import type { Finding, JsonObject, JsonValue, JudgedExchange } from '../schemas/types.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { judgedOf } from './evidence.ts';
import type { ShownCall, ShownHistory, Statement } from './statement/format.ts';

/** Maximum number of histories in a statement. */
const most = 20;
/** Maximum number of calls in a history. */
const mostCalls = 12;
/** Maximum number of listed records that one answer shows. */
const mostRecords = 3;

/** A problem over several calls: its exchange, and all of its exchanges where they are known. */
interface SeveralCalls {
  readonly about: string;
  readonly exchange: string;
  readonly exchanges?: readonly string[];
}

type Found = Pick<Statement, 'findingGroups' | 'findings' | 'money'>;

/** The calls over the same orders as each finding over several calls, and each history that no ledger can hold. */
export function historiesIn(
  evidence: GatheredEvidence,
  statement: Found,
  again: (exchange: string) => string,
): readonly ShownHistory[] {
  const problems = problemsIn(evidence, statement).slice(0, most);
  if (problems.length === 0) return [];
  const run = evidence.exchanges.map(judgedOf).sort(inTime);
  const found = new Map<string, ShownHistory>();
  for (const { about, exchange, exchanges } of problems) {
    const one = run.find((judged) => judged.exchange.id === exchange);
    if (one === undefined) continue;
    const all = exchanges
      ? run.filter((other) => exchanges.includes(other.exchange.id))
      : callsAround(one, run);
    // The one after it may have been under way at the same time.
    const from = Math.max(0, all.indexOf(one) + 2 - mostCalls);
    const calls = all.slice(from, from + mostCalls);
    if (calls.length < 2) continue;
    // The ledger and a clause may be about the same calls.
    const key = calls.map((call) => call.exchange.id).join();
    const same = found.get(key);
    const shown = { exchange, again: again(exchange), calls: shownCalls(calls) };
    found.set(key, same === undefined ? { about, ...shown } : { ...same, about: `${same.about}; ${about}` });
  }
  return [...found.values()];
}

function problemsIn(
  { across, notes }: GatheredEvidence,
  { findingGroups, findings, money }: Found,
): readonly SeveralCalls[] {
  const twins = notes.filter((note) => note.kind === 'twin');
  const ofClauses = findingGroups.flatMap(({ example, clause }): SeveralCalls[] => {
    const finding = findings[example];
    if (finding === undefined) return [];
    const { exchange, path } = finding;
    const isSame = (one: Pick<Finding, 'clause' | 'exchange' | 'path'>) =>
      one.clause === clause && one.exchange === exchange && one.path === path;
    const twin = twins.find((note) => note.findings.some(isSame));
    if (twin !== undefined) {
      const { control, probe, after = 'none' } = twin;
      return [{ about: clause, exchange, exchanges: [control, probe, after] }];
    }
    return across?.findings.some(isSame) ? [{ about: clause, exchange }] : [];
  });
  const ofLedger = (money?.impossible ?? []).map(({ kind, exchanges }) => ({
    about: impossibleKinds[kind] ?? kind,
    exchange: exchanges.at(-1) ?? '',
    exchanges,
  }));
  return [...ofClauses, ...ofLedger];
}

const inTime = ({ exchange: one }: JudgedExchange, { exchange: other }: JudgedExchange) =>
  (one.times?.sentAt ?? 0) - (other.times?.sentAt ?? 0) || one.origin.ordinal - other.origin.ordinal;

/** Identifiers that one call creates and a later one uses (2.1). */
const identifiers: ReadonlySet<string> = new Set([
  'order_no',
  'transaction_id',
  'recurring_id',
  'request_id',
]);

/** Adds all identifiers in a value to a set, and returns the set. */
function addIds(value: JsonValue | undefined, ids: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return ids;
  for (const [name, member] of Object.entries(value)) {
    if (identifiers.has(name) && typeof member === 'string' && member !== '') ids.add(member);
    else addIds(member as JsonValue, ids);
  }
  return ids;
}

const namesIn = onceFor(({ exchange, judgement }: JudgedExchange) =>
  addIds(judgement.answer, addIds(exchange.sent.value, new Set())),
);

/** The calls in the same test that share an identifier with the given one, or those of the whole run if the test has none. */
function callsAround(one: JudgedExchange, run: readonly JudgedExchange[]): readonly JudgedExchange[] {
  const names = namesIn(one);
  const related = run.filter((other) => [...namesIn(other)].some((name) => names.has(name)));
  const { test, file } = one.exchange.origin;
  const own = related.filter(({ exchange: { origin } }) => origin.test === test && origin.file === file);
  return own.length > 1 ? own : related;
}

/** The calls with the request and the answer; of a batch, only the entries that it shares with other calls. */
function shownCalls(calls: readonly JudgedExchange[]): readonly ShownCall[] {
  const histories = historiesOf(calls);
  const isShared = (name: string) => calls.filter((one) => namesIn(one).has(name)).length > 1;
  return calls.map((judged) => {
    const { id, operation, times, received } = judged.exchange;
    const own = histories.flatMap(({ name, calls: of }) =>
      of.flatMap((call) => (call.judged === judged ? [{ name, call }] : [])),
    );
    const shared = own.filter(({ name }) => isShared(name));
    const parts = shared.length > 0 ? shared : own.slice(0, 1);
    const said =
      parts.length > 0 ? parts.map(({ call }) => outcomes[call.outcome]) : [listedIn(judged, isShared)];
    return {
      exchange: id,
      operation,
      asked: parts.map(({ name, call }) => joinedBy(': ', [name, moneyOf(call)])).join('; '),
      answered:
        received.kind === 'none'
          ? `no answer (${received.reason})`
          : `${[...new Set(said)].join(', ')}, ${received.status}`,
      ...defined({ times }),
    };
  });
}

const outcomes: Readonly<Record<HistoryCall['outcome'], string>> = {
  done: 'done',
  'not-done': 'refused',
  unknown: 'undecided',
};

/** Joins the texts that are neither missing nor empty. */
const joinedBy = (sign: string, texts: readonly (string | undefined)[]) =>
  texts.filter((text) => text !== undefined && text !== '').join(sign);

const moneyOf = ({ amount, whole, currency }: HistoryCall) => joinedBy(' ', [amount ?? whole, currency]);

/** The records of a search result that other calls name too. */
function listedIn({ exchange, judgement }: JudgedExchange, isShared: (name: string) => boolean): string {
  if (!isDocumented(exchange.operation) || judgement.answer === undefined) return judgement.outcome;
  const operation = operationOf(exchange.operation);
  const records = entriesOf(operation, membersOf(operation, judgement.answer)).map(objectOf);
  const shared = records.filter((record) => [...addIds(record, new Set())].some(isShared));
  if (shared.length === 0) return operation.lists === undefined ? judgement.outcome : 'lists none of it';
  return shared.slice(0, mostRecords).map(recordWords).join('; ');
}

function recordWords(record: JsonObject): string {
  const { refund_amount, amount, currency, refund_status, payment_status } = record;
  const money = joinedBy(' ', [refund_amount ?? amount, currency].map(scalarText));
  const status = scalarText(refund_status ?? payment_status);
  return `lists ${money}${status === undefined ? '' : ` (status ${status})`}`;
}
