import { entriesOf, isBlank, membersOf, scalarText } from '../../schemas/history/outcome.ts';
import { stateOfEntry } from '../../schemas/history/states.ts';
import { groupedBy } from '../../schemas/json.ts';
import { decode } from '../../schemas/media/decode.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { isBatch, isDocumented, operationOf } from '../../schemas/operations.ts';
import {
  type JsonObject,
  type JsonValue,
  type OperationId,
  operationIds,
  type Statuses,
} from '../../schemas/types.ts';
import type { EvidenceAnswer, EvidenceExchange } from '../evidence/lines.ts';

/** Maximum length of an answer's text in a summary, in characters. */
const longest = 100;

const documented = ['return_message', 'result_info', 'error_message', 'failure_reason', 'refund_message'];
const others = /^(?:.*_)?(?:message|msg|detail|error|reason|description|title|code)$/i;

function wordsIn(value: JsonValue, depth = 0): string | undefined {
  if (value === null || typeof value !== 'object' || depth > 3) return undefined;
  const members = Object.entries(value);
  const said = members.filter(([, part]) => !isBlank(part) && scalarText(part) !== undefined);
  const named = documented.flatMap((wanted) => said.filter(([name]) => name === wanted));
  const [, text] = named[0] ?? said.find(([name]) => others.test(name)) ?? [];
  if (text !== undefined) return scalarText(text);
  for (const [, part] of members) {
    const inner = wordsIn(part, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function markupWords(body: string): string | undefined {
  for (const name of [...documented, 'message', 'detail', 'error', 'title', 'h1', 'code']) {
    const text = new RegExp(`<${name}(?:\\s[^>]*)?>\\s*([^<]*\\S)\\s*<`, 'i').exec(
      body.slice(0, 20_000),
    )?.[1];
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * A masked answer in one short line: its status, and its message or the first line of its body; of a call that was
 * taken, what it says of the `entry`.
 */
function answerWords({ status, body }: Pick<EvidenceAnswer, 'status' | 'body'>, entry?: JsonObject): string {
  const start = body.trimStart();
  const decoded = /^[[{]/.test(start) ? decodeJson(Buffer.from(body)) : undefined;
  const whole = decoded?.ok ? wordsIn(decoded.value) : start.startsWith('<') ? markupWords(start) : undefined;
  const own = entry === undefined ? whole : (wordsIn(entry) ?? entryStatus(entry));
  const [line = ''] = (own ?? start.slice(0, 400)).trim().split(/[\r\n]/, 1);
  const text = line.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '');
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return `${status} ${cut === '' ? '(empty body)' : cut}`;
}

function entryStatus(entry: JsonObject): string | undefined {
  const [name, value] = Object.entries(entry).find(([one]) => one.endsWith('_status')) ?? [];
  return name === undefined ? undefined : `${name} ${scalarText(value)}`;
}

/** What is known of the statuses of result entries: from the target file, and from the opening of the run. */
export interface KnownStatuses {
  readonly statuses?: Statuses;
  readonly opening?: OpeningReport;
}

/** Decides whether a result entry succeeded, or will: by its status, by the target file, or by the opening. */
function entryCheck({ statuses, opening }: KnownStatuses) {
  const pending = new Set(
    opening?.steps.flatMap(({ operation, settles, after, afterSettles }) => [
      `${operation} ${settles?.entry}`,
      ...(after === undefined ? [] : [`${after} ${afterSettles?.entry}`]),
    ]),
  );
  return (operation: OperationId, entry: JsonObject): boolean => {
    if (!isDocumented(operation) || !isBatch(operation)) return true;
    const { batch } = operationOf(operation);
    const state = stateOfEntry(operation, entry, statuses);
    if (state !== 'accepted') return state !== 'refused';
    return pending.has(`${operation} ${scalarText(entry[batch?.status ?? ''])}`);
  };
}

type IsDone = ReturnType<typeof entryCheck>;

/** The first entry of a batch that was taken and of whose orders none succeeded; undefined for any other exchange. */
function refusedInside(
  { operation, received, judgement }: EvidenceExchange,
  isDone: IsDone,
): JsonObject | undefined {
  if (
    !isDocumented(operation) ||
    !isBatch(operation) ||
    judgement.outcome !== 'accepted' ||
    received.kind === 'none'
  )
    return undefined;
  const row = operationOf(operation);
  const decoded = decode(row.answers, Buffer.from(received.body));
  const entries = decoded.ok ? entriesOf(row, membersOf(row, decoded.value)) : [];
  return entries.some((entry) => isDone(operation, entry)) ? undefined : entries[0];
}

/** Number of requests by outcome. */
interface Answered {
  /** Answered in a documented success form; of a batch, with at least one order that succeeded. */
  readonly accepted: number;
  /** Refused, in any form; of a batch, as a whole or order by order. */
  readonly refused: number;
  /** Answered with a body that is neither a success nor a refusal. */
  readonly malformed: number;
  /** Answered with status 429 or a server error. */
  readonly failed: number;
  /** Without a complete answer. */
  readonly none: number;
}

/** How the service answered the requests of one operation. */
export interface AnswerCounts extends Answered {
  /** The same for allowed requests: sent as valid and breaking no clause. */
  readonly allowed: Answered & {
    readonly sent: number;
    /** Without a completely judgeable answer: none, too large, 429, 503, or with an unreadable field. */
    readonly undecided: number;
    /** Of `undecided`, answers judged except for such fields; absent if there are none. */
    readonly inPart?: number;
    /** Of `undecided`, 429 and 503 whose case was answered in a later attempt of the same test. */
    readonly followed: number;
  };
  /** Texts of refusals, the most frequent first; of allowed requests only, if any was refused. */
  readonly refusals: readonly { readonly text: string; readonly count: number }[];
}

/** Maximum number of refusal texts for each operation. */
const mostTexts = 3;

/** An exchange, with the entry of a batch that was refused order by order. */
interface Told {
  readonly exchange: EvidenceExchange;
  readonly inside: JsonObject | undefined;
}

function kindOf({ exchange: { received, judgement }, inside }: Told): keyof Answered {
  if (received.kind === 'none') return 'none';
  if (inside !== undefined) return 'refused';
  if (judgement.outcome !== 'unclear') return judgement.outcome;
  return received.status === 429 || received.status >= 500 ? 'failed' : 'malformed';
}

function answeredIn(some: readonly Told[]): Answered {
  const counts = { accepted: 0, refused: 0, malformed: 0, failed: 0, none: 0 };
  for (const one of some) counts[kindOf(one)] += 1;
  return counts;
}

/** True if the document allows the request: sent as valid and breaking no clause on the caller. */
export function isAllowed({ sent, judgement }: EvidenceExchange): boolean {
  return sent.intent === 'valid' && judgement.request !== 'broken';
}

/** True if the answer asks for a later attempt (429 or 503). */
function isThrottled({ received }: EvidenceExchange): boolean {
  return received.kind === 'answer' && (received.status === 429 || received.status === 503);
}

function isUndecided(exchange: EvidenceExchange): boolean {
  const { received, judgement } = exchange;
  if (received.kind === 'none' || isThrottled(exchange)) return true;
  // A body may exceed the limit only because of blanks, and was judged nevertheless.
  return judgement.findings.some(
    ({ clause, verdict }) => clause.startsWith('1.4/') && verdict === 'inconclusive',
  );
}

/** True if all of the answer was judged except fields that are entities of its document type declaration. */
function isPartlyJudged({ judgement: { findings, outcome } }: EvidenceExchange): boolean {
  return (
    outcome !== 'unclear' &&
    findings.some(({ clause, verdict }) => clause === '1.4/xml/well-formed' && verdict === 'inconclusive')
  );
}

// For a property, the path identifies the generated case, as case names may repeat. Other tests have one case per name.
function caseOf({ origin: { file, test, caseName, path } }: EvidenceExchange): string {
  return JSON.stringify([file, test, path === undefined ? (caseName ?? '') : `path ${path}`]);
}

/** Returns whether a request was deferred (429, 503) and the same case of the same test was answered later. */
function answeredLater(own: readonly EvidenceExchange[]): (exchange: EvidenceExchange) => boolean {
  const answered = new Map<string, number>();
  for (const one of own) {
    const name = caseOf(one);
    if (!isUndecided(one)) answered.set(name, Math.max(one.origin.ordinal, answered.get(name) ?? 0));
  }
  return (one) => isThrottled(one) && (answered.get(caseOf(one)) ?? -1) > one.origin.ordinal;
}

function refusalsOf(some: readonly Told[]): AnswerCounts['refusals'] {
  const texts = some.flatMap((one) => {
    const { received } = one.exchange;
    return received.kind === 'answer' && kindOf(one) === 'refused' ? [answerWords(received, one.inside)] : [];
  });
  // Long identifiers and times differ from answer to answer; texts that differ only in them count as equal.
  const alike = groupedBy(texts, (text) => text.replaceAll(/[0-9A-Za-z-]*[0-9]{5,}[0-9A-Za-z-]*/g, '#'));
  return [...alike.values()]
    .map((group) => ({ text: group[0] ?? '', count: group.length }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostTexts);
}

function countsOf(own: readonly Told[]): AnswerCounts {
  const allowed = own.filter(({ exchange }) => isAllowed(exchange));
  const answered = answeredIn(allowed);
  const sent = allowed.map(({ exchange }) => exchange);
  const undecided = sent.filter(isUndecided);
  const inPart = undecided.filter(isPartlyJudged).length;
  return {
    ...answeredIn(own),
    allowed: {
      sent: allowed.length,
      ...answered,
      undecided: undecided.length,
      followed: undecided.filter(answeredLater(sent)).length,
      ...(inPart > 0 && { inPart }),
    },
    refusals: refusalsOf(answered.refused > 0 ? allowed : own),
  };
}

/** The counts of answers by operation; operations without an exchange are absent. */
export function countAnswers(
  exchanges: readonly EvidenceExchange[],
  known: KnownStatuses = {},
): Readonly<Partial<Record<OperationId, AnswerCounts>>> {
  const isDone = entryCheck(known);
  return Object.fromEntries(
    operationIds.flatMap((id) => {
      const own = exchanges.filter(({ operation }) => operation === id);
      const told = own.map((exchange) => ({ exchange, inside: refusedInside(exchange, isDone) }));
      return own.length === 0 ? [] : [[id, countsOf(told)] as const];
    }),
  );
}
