import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../reports/replace-file.ts';
import {
  monitorLog,
  noteRemembered,
  recordProblem,
  type ServiceProblem,
  whyStopped,
} from '../reports/run/service-problems.ts';
import { defined } from '../schemas/defined.ts';
import { mayBeDone } from '../schemas/history/states.ts';
import { documentedOperations, operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange, OperationId } from '../schemas/types.ts';
import { followLines } from '../targets/follow-lines.ts';
import type { Settings } from '../targets/settings.ts';
import { answeredWords } from './answer-words.ts';
import { rememberedOf } from './memory.ts';
import {
  type Asked,
  type Line,
  lostShare,
  type Numbered,
  patient,
  type Row,
  rows,
  seenOf,
  silences,
} from './suspicions.ts';

/** What another request showed about a suspicion; `isLast` if it may have been done, so that none may follow. */
type CheckResult = 'wrong' | 'open' | 'unasked' | (Pick<Asked, 'words'> & { readonly isLast?: boolean });

/** How the monitor sends further requests, which are recorded like all others. */
export interface ServiceChecks {
  /** Waits; `round` counts from 1, and later rounds wait longer. */
  pause(round: number): Promise<void>;
  /** Returns whether a read is answered. */
  isAnswered(): Promise<boolean>;
  /** Sends an allowed request of an operation, for its own orders; undefined if it may not be sent. */
  control(operation: DocumentedOperationId, as?: JsonObject): Promise<JudgedExchange | undefined>;
}

/** Watches, across all workers of a run, whether the service still answers, accepts and knows what it did before. */
export type Monitor = ReturnType<typeof openMonitor>;

/** The state of a monitor before its first exchange. */
interface MonitorStart {
  /** Folder of the reports. */
  readonly out: Settings['out'];
  /** Number of requests before the tests. */
  readonly before?: number;
  /** Operations accepted before the tests. */
  readonly accepted?: readonly OperationId[];
  /** True for the embedded endpoint, where odd refusals are not checked, so that shards send what a whole run sends. */
  readonly embedded?: boolean;
}

/** The counts of a row, or of one of its operations if they are counted separately. */
interface Tally {
  readonly key: string;
  readonly row: Row;
  lines: Numbered[];
  /** Lines that count only when a worker ends. */
  late: Numbered[];
  /** How often the suspicion was wrong; each time doubles the number that is needed. */
  trusted: number;
  /** Numbers of unanswered requests and of all requests since then. */
  lost: number;
  all: number;
}

function hasEnough({ row, lines, trusted, lost, all }: Tally): boolean {
  const last = lines.at(-1);
  const fewest = last === undefined ? undefined : row.counts[last.seen];
  if (fewest === undefined) return false;
  const counted = lines.reduce((sum, { times = 1 }) => sum + times, 0);
  if (counted >= fewest * 2 ** trusted) return true;
  return row.name === 'silent' && lost >= lostShare.least && lost > all * lostShare.most;
}

/** True if one was answered before the other was sent, as far as the times are known. */
function isBefore({ when: one }: Line, { when: other }: Line): boolean {
  return one === undefined || other === undefined || one.answeredAt <= other.sentAt;
}

/** Removes the lines that were answered before the exchange was sent; the others may have come after it. */
function dropEarlier(tally: Tally, by?: Line): void {
  const isOpen = (line: Line) => by !== undefined && !isBefore(line, by);
  tally.lines = tally.lines.filter(isOpen);
  tally.late = tally.late.filter(isOpen);
}

/** True if enough lines are left to check when a worker ends. */
function isOpenAtEnd({ row, lines, late }: Tally): boolean {
  return row.least !== undefined && (lines.length >= row.least || late.length > 0);
}

/** The operations that can be requested again, reads first. */
const checkOperations: readonly DocumentedOperationId[] = [
  ...documentedOperations.filter(({ effect }) => effect === 'reads'),
  ...documentedOperations.filter(({ effect }) => effect !== 'reads'),
].map(({ id }) => id);

/** Creates the monitor of one worker. */
export function openMonitor({ out, before = 0, accepted = [], embedded = false }: MonitorStart) {
  const file = monitorLog(out);
  makeFolder(join(out, 'runner'));
  const tallies = new Map<string, Tally>();
  const met = new Set<OperationId>(accepted);
  /** The body of the last accepted request of each operation. */
  const taken = new Map<OperationId, JsonObject>();
  const newLines = followLines(file);
  let [number, isAsking] = [before, false];
  let [suspected, refused]: [Tally?, JudgedExchange?] = [];

  const tallyOf = (row: Row, operation: OperationId): Tally => {
    const key = row.asks === 'acceptance of the same' ? `${row.name} ${operation}` : row.name;
    const tally = tallies.get(key) ?? { key, row, lines: [], late: [], trusted: 0, lost: 0, all: 0 };
    tallies.set(key, tally);
    return tally;
  };
  const take = (line: Line) => {
    number += 1;
    if (line.seen === 'accepted') met.add(line.operation);
    for (const row of rows) {
      const tally = tallyOf(row, line.operation);
      if (line.seen !== 'nothing') tally.all += 1;
      if (line.seen in silences) tally.lost += line.times ?? 1;
      if (row.cleared.has(line.seen)) dropEarlier(tally, line);
      else if (row.counts[line.seen] !== undefined) tally.lines.push({ ...line, number });
      else if (row.atEnd === line.seen && !embedded) tally.late.push({ ...line, number });
    }
  };
  const trust = (key: string) => {
    const tally = tallies.get(key);
    if (tally === undefined) return;
    dropEarlier(tally);
    Object.assign(tally, { trusted: tally.trusted + 1, lost: 0, all: 0 });
  };
  // Lines of all workers are read in the order in which they were written.
  const read = () => {
    for (const text of newLines()) {
      const line = JSON.parse(text) as Line | { readonly trusts: string };
      if ('trusts' in line) trust(line.trusts);
      else take(line);
    }
  };
  const append = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);

  /** Verifies a suspicion once: words if confirmed, `open` if undecided, `unasked` if nothing could be sent. */
  const ask = async (
    row: Row,
    [first]: readonly Numbered[],
    asks: ServiceChecks,
    round: number,
  ): Promise<CheckResult> => {
    await asks.pause(round);
    if (row.asks === 'an answer') return (await asks.isAnswered()) ? 'wrong' : { words: 'no answer' };
    // What was refused while something else was accepted says nothing about everything.
    const refusedSince = (id: OperationId) => tallies.get(`refuses-operation ${id}`)?.lines[0]?.number;
    const isTelling = (id: OperationId) =>
      row.asks === 'acceptance'
        ? (refusedSince(id) ?? Number.POSITIVE_INFINITY) >= (first?.number ?? 0)
        : id === first?.operation;
    const operation = checkOperations.find((id) => met.has(id) && isTelling(id));
    // An operation that was never accepted cannot have stopped working.
    if (operation === undefined) return 'wrong';
    const isRead = operationOf(operation).effect === 'reads';
    // A read is repeated as it was accepted; a request that moves money gets its own orders.
    const judged = await asks.control(operation, isRead ? taken.get(operation) : undefined);
    if (judged === undefined) return 'unasked';
    const seen = seenOf(judged);
    if (row.counts[seen] !== undefined) return { words: answeredWords(judged), isLast: mayBeDone(judged) };
    if (row.cleared.has(seen) || seen === 'answered' || seen === 'broken') return 'wrong';
    // The outcome of an unanswered payment is unknown, so no other follows it.
    return isRead ? 'open' : 'unasked';
  };

  const found = ({ row }: Tally, lines: readonly Numbered[], asked: Asked): ServiceProblem => {
    const { name, ends, counts } = row;
    const since = counts.refused === undefined ? undefined : lines[0]?.id;
    return recordProblem(out, { name, says: row.says(lines, asked), ends, ...defined({ since }) });
  };

  const forgive = ({ key }: Tally): undefined => {
    append({ trusts: key });
    read();
  };

  const lookInto = async (
    tally: Tally,
    asks: ServiceChecks,
    isEnd = false,
  ): Promise<ServiceProblem | undefined> => {
    const { row } = tally;
    const lines = [...tally.lines, ...(isEnd ? tally.late : [])].sort(
      (one, other) => one.number - other.number,
    );
    const times = lines.at(-1)?.seen === 'timeout' ? 1 : row.times;
    let asked: Asked = { times: 0, words: refused === undefined ? '' : answeredWords(refused) };
    for (let round = 1; round <= times; round += 1) {
      const said = await ask(row, lines, asks, round);
      read();
      if (typeof said === 'object') {
        asked = { times: asked.times + 1, words: said.words };
        if (said.isLast === true && isEnd) break;
        if (said.isLast === true) return forgive(tally);
      } else if (said === 'unasked' && isEnd && row.ends && tally.lines.length >= patient)
        return found(tally, lines, asked);
      else if (said !== 'open') return forgive(tally);
    }
    return asked.times > 0 || times === 0 ? found(tally, lines, asked) : forgive(tally);
  };

  return {
    /** Records an exchange; returns whether there is a suspicion to verify. */
    note(judged: JudgedExchange, body: JsonObject): boolean {
      noteRemembered(out, rememberedOf(judged));
      const { id, operation, received, sent, times: when } = judged.exchange;
      const seen = seenOf(judged);
      if (seen === 'broken' || seen === 'refused' || seen === 'odd-refused') refused = judged;
      if (seen === 'accepted' && sent.intent === 'valid') taken.set(operation, body);
      const isGone = received.kind === 'none' && received.gone === true;
      append({ id, operation, seen, at: Date.now(), ...defined({ when, times: isGone ? 2 : undefined }) });
      read();
      if (isAsking) return false;
      suspected = [...tallies.values()].find(
        (tally) => tally.row.ends && tally.lines.at(-1)?.id === id && hasEnough(tally),
      );
      return suspected !== undefined;
    },
    /** Verifies the suspicion; returns what was found, if it was right. */
    async look(asks: ServiceChecks): Promise<ServiceProblem | undefined> {
      if (suspected === undefined || isAsking) return undefined;
      isAsking = true;
      return lookInto(suspected, asks).finally(() => {
        isAsking = false;
      });
    },
    /** Verifies the remaining suspicions when a worker ends. */
    async close(asks: ServiceChecks): Promise<void> {
      read();
      isAsking = true;
      const last = [...tallies.values()].filter(isOpenAtEnd);
      for (const tally of last) {
        if (whyStopped(out) !== undefined) return;
        // A request for one suspicion may have disproved another.
        if (isOpenAtEnd(tally)) await lookInto(tally, asks, true);
      }
    },
    /** Why nothing more is sent; undefined while the run continues. */
    stopped: () => whyStopped(out),
  };
}
