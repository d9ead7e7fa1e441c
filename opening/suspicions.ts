import type { ServiceProblemName } from '../reports/run/service-problems.ts';
import { answerOf, entriesIn, isBlank } from '../schemas/history/outcome.ts';
import { counted } from '../schemas/plain-text.ts';
import type { JudgedExchange, NoAnswer, OperationId, Times } from '../schemas/types.ts';
import { requestedPause } from '../targets/sending/pace.ts';
import { hasEmptyList } from './answer-words.ts';
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
export interface Line {
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
export type Numbered = Line & { readonly number: number };

/** One thing that the monitor looks for: what is counted, how it is verified and reported. */
export interface Row {
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
export interface Asked {
  readonly times: number;
  /** The last answer in words. */
  readonly words: string;
}

/** How many requests in a row without an answer raise a suspicion, by the reason. */
export const silences = { timeout: 3, reset: 5, unreachable: 5, aborted: 5, 'too-large': 5 } as const;
const answers: readonly Seen[] = [
  'accepted',
  'results',
  'answered',
  'refused',
  'odd-refused',
  'broken',
  'throttled',
];
/** How many in a row raise most suspicions, and how often is asked again. */
export const patient = 12;

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
export const rows: readonly Row[] = [
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
export const lostShare = { least: 10, most: 1 / 5 } as const;

/** True for a refusal with results: the service processed the call, but did not do what was requested. */
function hasResults(judged: JudgedExchange): boolean {
  const isEnd = judged.exchange.operation === 'cancel-subscription';
  return isEnd ? !isBlank(answerOf(judged).recurring_id) : entriesIn(judged).length > 0;
}

/** What an exchange shows about the service. */
export function seenOf(judged: JudgedExchange): Seen {
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
