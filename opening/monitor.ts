import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../reports/replace-file.ts';
import {
  monitorLog,
  noteRemembered,
  recordProblem,
  type ServiceProblem,
  type ServiceProblemName,
  whyStopped,
} from '../reports/run/service-problems.ts';
import { defined } from '../schemas/defined.ts';
import { answerOf, entriesIn, isBlank } from '../schemas/history/outcome.ts';
import { mayBeDone } from '../schemas/history/states.ts';
import { documentedOperations, operationOf } from '../schemas/operations.ts';
import { counted } from '../schemas/plain-text.ts';
import type {
  DocumentedOperationId,
  JsonObject,
  JudgedExchange,
  NoAnswer,
  OperationId,
  Times,
} from '../schemas/types.ts';
import { followLines } from '../targets/follow-lines.ts';
import { requestedPause } from '../targets/sending/pace.ts';
import type { Settings } from '../targets/settings.ts';
import { answeredWords, hasEmptyList } from './answer-words.ts';
import { rememberedOf } from './memory.ts';
import { isGatewayError } from './responding.ts';

/**
 * What an exchange shows: `accepted`; `results` (refused, but with the results of a processed call); `answered` (any
 * other answer of a running service); `refused`; `odd-refused` (not an allowed request); `broken` (5xx, or neither
 * success nor refusal of an allowed one); `throttled`; `gateway`; the reason of a missing answer; or nothing.
 */
type Seen =
  | 'accepted'
  | 'results'
  | 'answered'
  | 'refused'
  | 'odd-refused'
  | 'broken'
  | 'throttled'
  | 'gateway'
  | 'nothing'
  | NoAnswer['reason'];

/** An exchange in the log that all workers of a run share. */
interface Line {
  readonly id: string;
  readonly operation: OperationId;
  readonly seen: Seen;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** When it was sent and answered; the lines of several workers are not in this order. */
  readonly when?: Times;
  /** 2 if the read sent after it got no answer either; 1 by default. */
  readonly times?: number;
}

/** A line with its number among all requests of the run. */
type Numbered = Line & { readonly number: number };

/** One thing that the monitor looks for: what is counted, how it is verified and reported. */
interface Row {
  readonly name: Exclude<ServiceProblemName, 'forgets'>;
  /** What counts, and how many in a row raise the suspicion. */
  readonly counts: Readonly<Partial<Record<Seen, number>>>;
  /** What disproves the suspicion; everything else is ignored. */
  readonly cleared: ReadonlySet<Seen>;
  /** What also counts when a worker ends: refusals after the last acceptance may be the first of many. */
  readonly atEnd?: Seen;
  /** True if it is checked during the run, which it ends; otherwise it is checked when a worker ends. */
  readonly ends: boolean;
  /** How many are enough when a worker ends; without it, nothing is checked then. */
  readonly least?: number;
  /** What is requested again: any read; an accepted request, reads first; or the same operation, counted alone. */
  readonly asks: 'an answer' | 'acceptance' | 'acceptance of the same';
  /** How often it is requested again, after a timeout once: maintenance ends, and one refusal proves little. */
  readonly times: number;
  readonly says: (row: readonly Numbered[], asked: Asked) => string;
}

/** The result of the requests that verify a suspicion. */
interface Asked {
  readonly times: number;
  /** The last answer in words. */
  readonly words: string;
}

const silences = { timeout: 3, reset: 5, unreachable: 5, aborted: 5, 'too-large': 5 } as const;
const answers: readonly Seen[] = [
  'accepted',
  'results',
  'answered',
  'refused',
  'odd-refused',
  'broken',
  'throttled',
];
const patient = 12;

function kindsOf(row: readonly Numbered[]): string {
  return [...new Set(row.map(({ seen }) => seen))].join(', ');
}

function momentOf([first]: readonly Numbered[]): string {
  if (first === undefined) return '';
  const time = new Date(first.at).toISOString().replace(/\.\d+Z$/, 'Z');
  return ` since request ${first.number} of the run (${time}, ${first.operation}, exchange ${first.id})`;
}

const furtherWords = ({ times }: Asked, what: string) =>
  times === 0
    ? ', and none could be asked again'
    : times === 1
      ? `, and so was one more ${what}`
      : `, and so were ${times} more ${what}`;

const [anyAnswer, isTaken] = [new Set(answers), new Set<Seen>(['accepted', 'results'])];

/** What the monitor looks for; `forgets` needs the whole run and is derived from the notes at its end. */
const rows: readonly Row[] = [
  {
    name: 'silent',
    counts: silences,
    cleared: anyAnswer,
    ends: true,
    asks: 'an answer',
    times: patient,
    says: (row, { times }) =>
      `the service stopped answering${momentOf(row)}: ${row.length} requests in a row got no answer (${kindsOf(row)}), nor did ${times} more after a while`,
  },
  {
    name: 'gateway',
    counts: { gateway: patient },
    cleared: anyAnswer,
    ends: true,
    asks: 'an answer',
    times: patient,
    says: (row, { times }) =>
      `the service stopped answering${momentOf(row)}: ${row.length} requests in a row got 502, 503 or 504, as of a gateway whose service is gone, and so did ${times} more after a while`,
  },
  {
    name: 'breaks-down',
    counts: { broken: patient },
    cleared: new Set(['accepted', 'results', 'refused', 'odd-refused']),
    ends: true,
    least: patient,
    asks: 'acceptance',
    times: patient,
    says: (row, asked) =>
      `the service breaks down${momentOf(row)}: ${row.length} allowed requests in a row were answered 5xx or with something that cannot be read${furtherWords(asked, 'like one that it had accepted')} (${asked.words})`,
  },
  {
    name: 'refuses',
    counts: { refused: patient },
    atEnd: 'odd-refused',
    cleared: isTaken,
    ends: true,
    least: 1,
    asks: 'acceptance',
    times: patient,
    says: (row, asked) =>
      `the service refuses everything${momentOf(row)}: ${counted(row.length, `${row.some(({ seen }) => seen === 'odd-refused') ? '' : 'allowed '}request`)}${row.length === 1 ? ' was' : ' in a row were'} refused${furtherWords(asked, 'like one that it had accepted')} (${asked.words})`,
  },
  {
    name: 'refuses-operation',
    counts: { refused: patient },
    cleared: isTaken,
    ends: false,
    least: patient,
    asks: 'acceptance of the same',
    times: 3,
    says: (row, asked) =>
      `the service refuses every ${row[0]?.operation}${momentOf(row)}, and accepts others: ${row.length} allowed ones in a row were refused${furtherWords(asked, 'at the end')} (${asked.words})`,
  },
  {
    name: 'throttled',
    counts: { throttled: patient },
    cleared: new Set(answers.filter((seen) => seen !== 'throttled')),
    ends: false,
    least: patient,
    asks: 'an answer',
    times: 0,
    says: (row) =>
      `the service asked to wait (429 or 503)${momentOf(row)} and to the end: ${row.length} requests in a row`,
  },
];

/** The minimum number of unanswered requests from which on their share counts, and that share. */
const lostShare = { least: 10, most: 1 / 5 } as const;

/** True for a refusal with results: the service processed the call, but did not do what was requested. */
function hasResults(judged: JudgedExchange): boolean {
  const isEnd = judged.exchange.operation === 'cancel-subscription';
  return isEnd ? !isBlank(answerOf(judged).recurring_id) : entriesIn(judged).length > 0;
}

/** What an exchange shows about the service. */
function seenOf(judged: JudgedExchange): Seen {
  const { received, sent } = judged.exchange;
  const { outcome } = judged.judgement;
  const isAllowed = sent.intent === 'valid';
  if (received.kind === 'none') {
    // The service may cut off a deliberately odd request, but a refused connection has not seen the request.
    return isAllowed || received.reason === 'unreachable' ? received.reason : 'nothing';
  }
  if (requestedPause(received) !== undefined) return isAllowed ? 'throttled' : 'nothing';
  // A load balancer answers instead of a service that is gone.
  if (isGatewayError(received)) return isAllowed ? 'gateway' : 'nothing';
  if (outcome === 'accepted') return 'accepted';
  if (hasResults(judged)) return 'results';
  if (hasEmptyList(judged)) return 'answered';
  if (outcome !== 'refused') return isAllowed ? 'broken' : 'answered';
  return isAllowed ? 'refused' : 'odd-refused';
}

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
