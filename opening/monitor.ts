import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Found,
  type FoundName,
  monitorLog,
  noteRemembered,
  tellFound,
  whyStopped,
} from '../reports/run/found.ts';
import { given } from '../schemas/given.ts';
import { answerOf, entriesIn, isBlank } from '../schemas/history/outcome.ts';
import { mayBeDone } from '../schemas/history/states.ts';
import { documentedOperations, operationOf } from '../schemas/operations.ts';
import type {
  DocumentedOperationId,
  JsonObject,
  JudgedExchange,
  NoAnswer,
  OperationId,
  Times,
} from '../schemas/types.ts';
import { followLines } from '../targets/follow-lines.ts';
import { pauseAsked } from '../targets/sending/pace.ts';
import type { Settings } from '../targets/settings.ts';
import { answeredWords, listsNothing } from './answer-words.ts';
import { rememberedOf } from './memory.ts';
import { isOfGateway } from './still-there.ts';

/**
 * What one exchange shows: `accepted`, `results` (refused, with an entry or a number as only a call that was taken has),
 * `answered` (anything else that somebody has to be there for), `refused`, `odd-refused` (not an allowed request), `broken` (5xx,
 * or an answer that is neither success nor refusal, to an allowed one), `throttled`, `gateway`, how it got no answer, or nothing.
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

/** One exchange in the log that all workers of a run share. */
interface Line {
  readonly id: string;
  readonly operation: OperationId;
  readonly seen: Seen;
  /** Milliseconds on the clock of the machine. */
  readonly at: number;
  /** When it was sent and answered; workers write in another order. */
  readonly when?: Times;
  /** Twice where the read that was sent after it got no answer either. */
  readonly times?: number;
}

/** A line with its number among all requests of the run. */
type Numbered = Line & { readonly number: number };

/** A row of the table: what is counted, from how many on it is asked about, what is asked, and what is said then. */
interface Row {
  readonly name: Exclude<FoundName, 'forgets'>;
  /** What counts, and how many in a row raise the suspicion. */
  readonly counts: Readonly<Partial<Record<Seen, number>>>;
  /** What speaks against it; all else neither counts nor helps. */
  readonly cleared: ReadonlySet<Seen>;
  /** What is asked about as well when a worker ends: refusals after the last acceptance may be the first of many. */
  readonly atEnd?: Seen;
  /** Looked at while the run goes on, which it ends; otherwise when a worker ends. */
  readonly ends: boolean;
  /** How many are enough when a worker ends; without it nothing is asked about then. */
  readonly least?: number;
  /** Any answer to a read; an accepted request, reads first; one of the same operation, each of which is counted by itself. */
  readonly asks: 'an answer' | 'acceptance' | 'acceptance of the same';
  /** How often it is asked, after a time-out once: a window of maintenance passes, and one refusal of a payment says little. */
  readonly times: number;
  readonly says: (row: readonly Numbered[], asked: Asked) => string;
}

/** How it went when the service was asked again. */
interface Asked {
  readonly times: number;
  /** What the last answer said. */
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

const further = ({ times }: Asked, what: string) =>
  times === 0
    ? ', and none could be asked again'
    : times === 1
      ? `, and so was one more ${what}`
      : `, and so were ${times} more ${what}`;

const [anyAnswer, isTaken] = [new Set(answers), new Set<Seen>(['accepted', 'results'])];

/** What the monitor looks for; `forgets` needs the whole run and is found at its end from what was noted. */
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
      `the service breaks down${momentOf(row)}: ${row.length} allowed requests in a row were answered 5xx or with something that cannot be read${further(asked, 'like one that it had accepted')} (${asked.words})`,
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
      `the service refuses everything${momentOf(row)}: ${row.length} ${row.some(({ seen }) => seen === 'odd-refused') ? '' : 'allowed '}requests in a row were refused${further(asked, 'like one that it had accepted')} (${asked.words})`,
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
      `the service refuses every ${row[0]?.operation}${momentOf(row)}, and accepts others: ${row.length} allowed ones in a row were refused${further(asked, 'at the end')} (${asked.words})`,
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

/** Requests without an answer from which on their share counts, and that share. */
const lostShare = { least: 10, most: 1 / 5 } as const;

/** Tells a refusal that has results: the service took the call, and did not do what that asked for. */
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
    // What is odd on purpose may be cut off, but a connection that is refused has not seen the request.
    return isAllowed || received.reason === 'unreachable' ? received.reason : 'nothing';
  }
  if (pauseAsked(received) !== undefined) return isAllowed ? 'throttled' : 'nothing';
  // A balancer answers in the place of a service that is gone.
  if (isOfGateway(received)) return isAllowed ? 'gateway' : 'nothing';
  if (outcome === 'accepted') return 'accepted';
  if (hasResults(judged)) return 'results';
  if (listsNothing(judged)) return 'answered';
  if (outcome !== 'refused') return isAllowed ? 'broken' : 'answered';
  return isAllowed ? 'refused' : 'odd-refused';
}

/** What one more request said about a suspicion; `isLast` where another one might do what this one has done already. */
type Said = 'wrong' | 'open' | 'unasked' | (Pick<Asked, 'words'> & { readonly isLast?: boolean });

/** How the monitor asks the service again; what each sends is recorded like any other exchange. */
export interface Asks {
  /** Waits; `round` counts from 1, and later rounds wait longer. */
  pause(round: number): Promise<void>;
  /** Tells whether a read is answered at all. */
  isAnswered(): Promise<boolean>;
  /** Sends a plain allowed request of an operation, over orders made for it; undefined where it may not be sent. */
  control(operation: DocumentedOperationId, as?: JsonObject): Promise<JudgedExchange | undefined>;
}

/** Watches, over all workers of a run, whether the service still answers, takes and knows what it did before. */
export type Monitor = ReturnType<typeof openMonitor>;

/** What a monitor knows before its first exchange. */
interface MonitorStart {
  /** Folder of the reports. */
  readonly out: Settings['out'];
  /** Requests that were sent before the tests. */
  readonly before?: number;
  /** Operations that were accepted then. */
  readonly accepted?: readonly OperationId[];
  /** The embedded endpoint, which loses no key: refused odd requests are not asked about, so that shards send what a whole run sends. */
  readonly embedded?: boolean;
}

/** Counts of one row, of one operation where the row counts each by itself. */
interface Tally {
  readonly key: string;
  readonly row: Row;
  lines: Numbered[];
  /** What is asked about at the end alone. */
  late: Numbered[];
  /** How often the suspicion was wrong: twice as many are needed after each time. */
  trusted: number;
  /** Without an answer, and all, since then. */
  lost: number;
  all: number;
}

function enough({ row, lines, trusted, lost, all }: Tally): boolean {
  const last = lines.at(-1);
  const fewest = last === undefined ? undefined : row.counts[last.seen];
  if (fewest === undefined) return false;
  const counted = lines.reduce((sum, { times = 1 }) => sum + times, 0);
  if (counted >= fewest * 2 ** trusted) return true;
  return row.name === 'silent' && lost >= lostShare.least && lost > all * lostShare.most;
}

/** Tells whether one had been answered when the other was sent, as far as the times are known. */
function isBefore({ when: one }: Line, { when: other }: Line): boolean {
  return one === undefined || other === undefined || one.answeredAt <= other.sentAt;
}

/** Forgets what an exchange speaks against: what was answered before it was sent, for the others may have come after it. */
function clear(tally: Tally, by?: Line): void {
  const isOpen = (line: Line) => by !== undefined && !isBefore(line, by);
  tally.lines = tally.lines.filter(isOpen);
  tally.late = tally.late.filter(isOpen);
}

/** Tells whether enough is left at the end of a worker to ask about. */
function isOpenAtEnd({ row, lines, late }: Tally): boolean {
  return row.least !== undefined && (lines.length >= row.least || late.length > 0);
}

/** The operations that a control may be of, those first that change nothing. */
const controls: readonly DocumentedOperationId[] = [
  ...documentedOperations.filter(({ effect }) => effect === 'reads'),
  ...documentedOperations.filter(({ effect }) => effect !== 'reads'),
].map(({ id }) => id);

/** Opens the monitor of one worker. */
export function openMonitor({ out, before = 0, accepted = [], embedded = false }: MonitorStart) {
  const file = monitorLog(out);
  mkdirSync(join(out, 'runner'), { recursive: true });
  const tallies = new Map<string, Tally>();
  const met = new Set<OperationId>(accepted);
  /** The last read of each operation that was accepted. */
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
      if (row.cleared.has(line.seen)) clear(tally, line);
      else if (row.counts[line.seen] !== undefined) tally.lines.push({ ...line, number });
      else if (row.atEnd === line.seen && !embedded) tally.late.push({ ...line, number });
    }
  };
  const trust = (key: string) => {
    const tally = tallies.get(key);
    if (tally === undefined) return;
    clear(tally);
    Object.assign(tally, { trusted: tally.trusted + 1, lost: 0, all: 0 });
  };
  // Lines that other workers wrote come in with this worker's own, in the order in which they were written.
  const read = () => {
    for (const text of newLines()) {
      const line = JSON.parse(text) as Line | { readonly trusts: string };
      if ('trusts' in line) trust(line.trusts);
      else take(line);
    }
  };
  const append = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);

  /** Asks once whether it is as suspected: the words that say so, `open` where the answer says nothing, `unasked` without one. */
  const ask = async ({ row, lines: [first] }: Tally, asks: Asks, round: number): Promise<Said> => {
    await asks.pause(round);
    if (row.asks === 'an answer') return (await asks.isAnswered()) ? 'wrong' : { words: 'no answer' };
    const operation = controls.find(
      (id) => met.has(id) && (row.asks === 'acceptance' || id === first?.operation),
    );
    // What was never accepted is not refused from some moment on.
    if (operation === undefined) return 'wrong';
    const isRead = operationOf(operation).effect === 'reads';
    // A read is asked for as it was accepted; what moves money, over orders made for it.
    const judged = await asks.control(operation, isRead ? taken.get(operation) : undefined);
    if (judged === undefined) return 'unasked';
    const seen = seenOf(judged);
    if (row.counts[seen] !== undefined) return { words: answeredWords(judged), isLast: mayBeDone(judged) };
    if (row.cleared.has(seen) || seen === 'answered' || seen === 'broken') return 'wrong';
    // What became of a payment without an answer is unknown, so no other follows it.
    return isRead ? 'open' : 'unasked';
  };

  const found = ({ row }: Tally, lines: readonly Numbered[], asked: Asked): Found => {
    const { name, ends, counts } = row;
    const since = counts.refused === undefined ? undefined : lines[0]?.id;
    return tellFound(out, { name, says: row.says(lines, asked), ends, ...given({ since }) });
  };

  const forgive = ({ key }: Tally): undefined => {
    append({ trusts: key });
    read();
  };

  const lookInto = async (tally: Tally, asks: Asks, isEnd = false): Promise<Found | undefined> => {
    const { row } = tally;
    const lines = [...tally.lines, ...(isEnd ? tally.late : [])].sort(
      (one, other) => one.number - other.number,
    );
    const times = lines.at(-1)?.seen === 'timeout' ? 1 : row.times;
    let asked: Asked = { times: 0, words: refused === undefined ? '' : answeredWords(refused) };
    for (let round = 1; round <= times; round += 1) {
      const said = await ask(tally, asks, round);
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
    /** Notes an exchange; true when something is suspected that has to be asked about. */
    note(judged: JudgedExchange, body: JsonObject): boolean {
      noteRemembered(out, rememberedOf(judged));
      const { id, operation, received, sent, times: when } = judged.exchange;
      const seen = seenOf(judged);
      if (seen === 'broken' || seen === 'refused' || seen === 'odd-refused') refused = judged;
      if (seen === 'accepted' && sent.intent === 'valid') taken.set(operation, body);
      const isGone = received.kind === 'none' && received.gone === true;
      append({ id, operation, seen, at: Date.now(), ...given({ when, times: isGone ? 2 : undefined }) });
      read();
      if (isAsking) return false;
      suspected = [...tallies.values()].find(
        (tally) => tally.row.ends && tally.lines.at(-1)?.id === id && enough(tally),
      );
      return suspected !== undefined;
    },
    /** Asks about what is suspected; returns what was found, where the suspicion was right. */
    async look(asks: Asks): Promise<Found | undefined> {
      if (suspected === undefined || isAsking) return undefined;
      isAsking = true;
      return lookInto(suspected, asks).finally(() => {
        isAsking = false;
      });
    },
    /** Asks, when a worker ends, about what was refused last. */
    async close(asks: Asks): Promise<void> {
      read();
      isAsking = true;
      const last = [...tallies.values()].filter(isOpenAtEnd);
      for (const tally of last) {
        if (whyStopped(out) !== undefined) return;
        // What was asked for one of them may have cleared another.
        if (isOpenAtEnd(tally)) await lookInto(tally, asks, true);
      }
    },
    /** Why nothing more is sent; undefined while the run goes on. */
    stopped: () => whyStopped(out),
  };
}
