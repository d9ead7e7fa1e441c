import { defined } from '../schemas/defined.ts';
import { entriesOf, membersOf, scalarText } from '../schemas/history/outcome.ts';
import { objectOf } from '../schemas/json.ts';
import { judgeRun } from '../schemas/judge/judge-run.ts';
import { onceFor } from '../schemas/once-for.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { type HistoryCall, historiesOf } from '../schemas/rules/run/history.ts';
import { impossibleKinds } from '../schemas/rules/run/reconciliation.ts';
import type { Finding, JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { judgedOf } from './evidence.ts';
import { addIds } from './exports/repeat.ts';
import type { ShownCall, ShownHistory, Statement } from './statement/format.ts';

/** Maximum number of histories in a statement. */
const most = 20;
/** Maximum number of accepted calls that are searched besides those of the test. */
const mostAccepted = 200;
/** Maximum number of listed records that one answer shows. */
const mostRecords = 3;

/** A problem whose history is searched for in the exchanges of a run. */
interface SoughtProblem {
  readonly about: string;
  readonly exchange: string;
  readonly shows: (some: readonly JudgedExchange[]) => boolean;
}

type Found = Pick<Statement, 'findingGroups' | 'findings' | 'money'>;

/** The fewest calls that still show each finding over several calls, and each history that no ledger can hold. */
export function historiesIn(
  evidence: GatheredEvidence,
  statement: Found,
  again: (exchange: string) => string,
): readonly ShownHistory[] {
  const sought = [...soughtIn(evidence, statement)].slice(0, most);
  if (sought.length === 0) return [];
  const run = evidence.exchanges.map(judgedOf).sort(inTime);
  const found = new Map<string, ShownHistory>();
  for (const { about, exchange, shows } of sought) {
    const one = run.find((judged) => judged.exchange.id === exchange);
    const from = one && [relatedTo, sameTest, withAccepted].map((some) => some(one, run)).find(shows);
    if (one === undefined || from === undefined) continue;
    const fewest = fewestCalls(from, shows);
    // Calls about other orders are only counted.
    const own = relatedTo(one, fewest);
    const calls = own.length < 2 ? fewest : own;
    const beside = fewest.length - calls.length;
    if (calls.length < 2) continue;
    // The ledger and a clause may be about the same calls.
    const key = calls.map((call) => call.exchange.id).join();
    const same = found.get(key);
    const shown = {
      exchange,
      again: again(exchange),
      calls: shownCalls(calls),
      ...(beside > 0 && { beside }),
    };
    found.set(key, same === undefined ? { about, ...shown } : { ...same, about: `${same.about}; ${about}` });
  }
  return [...found.values()];
}

function* soughtIn(
  { across, notes }: GatheredEvidence,
  { findingGroups, findings, money }: Found,
): Iterable<SoughtProblem> {
  for (const { example, clause } of findingGroups) {
    const finding = findings[example];
    if (finding === undefined) continue;
    const { exchange, path } = finding;
    const isSame = (one: Pick<Finding, 'clause' | 'exchange' | 'path'>) =>
      one.clause === clause && one.exchange === exchange && one.path === path;
    const twin = notes.filter((note) => note.kind === 'twin').find((note) => note.findings.some(isSame));
    if (twin !== undefined) {
      const ids = [twin.control, twin.probe, twin.after].filter((id) => id !== undefined && id !== 'none');
      const isWhole = (some: readonly JudgedExchange[]) =>
        ids.every((id) => some.some((one) => one.exchange.id === id));
      yield { about: clause, exchange, shows: isWhole };
    } else if (across?.findings.some(isSame))
      yield { about: clause, exchange, shows: (some) => judgeRun(some).findings.some(isSame) };
  }
  for (const { kind, name, exchanges } of money?.impossible ?? [])
    yield {
      about: impossibleKinds[kind] ?? kind,
      exchange: exchanges.at(-1) ?? '',
      shows: (some) => judgeRun(some).book.impossible.some((one) => one.kind === kind && one.name === name),
    };
}

const inTime = ({ exchange: one }: JudgedExchange, { exchange: other }: JudgedExchange) =>
  (one.times?.sentAt ?? 0) - (other.times?.sentAt ?? 0) || one.origin.ordinal - other.origin.ordinal;

const namesIn = onceFor(({ exchange, judgement }: JudgedExchange) =>
  addIds(judgement.answer, addIds(exchange.sent.value, new Set())),
);

/** The exchanges that share an identifier with the given one. */
function relatedTo(one: JudgedExchange, run: readonly JudgedExchange[]): readonly JudgedExchange[] {
  const names = namesIn(one);
  return run.filter((other) => [...namesIn(other)].some((name) => names.has(name)));
}

function sameTest({ exchange }: JudgedExchange, run: readonly JudgedExchange[]): readonly JudgedExchange[] {
  const { test, file } = exchange.origin;
  return run.filter(({ exchange: { origin } }) => origin.test === test && origin.file === file);
}

/** The same test and the first accepted calls of the run: some findings need a caller that the service knows. */
function withAccepted(one: JudgedExchange, run: readonly JudgedExchange[]): readonly JudgedExchange[] {
  const accepted = run.filter(({ judgement }) => judgement.outcome === 'accepted').slice(0, mostAccepted);
  return [...new Set([...accepted, ...sameTest(one, run)])].sort(inTime);
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

/** The fewest calls that still show something, in order: leaves out halves, smaller parts, then single calls. */
export function fewestCalls<Call>(
  calls: readonly Call[],
  shows: (some: readonly Call[]) => boolean,
): readonly Call[] {
  let kept = calls;
  for (let size = Math.ceil(calls.length / 2); size > 0; ) {
    const before = kept.length;
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (fewer.length > 0 && shows(fewer)) kept = fewer;
      else at += size;
    }
    // Without one call, another one may no longer be needed.
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === before) size = 0;
  }
  return kept;
}
