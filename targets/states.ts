import { answerOf } from '../schemas/answer-of.ts';
import { isObject } from '../schemas/json.ts';
import { saysRefusal } from '../schemas/judge/refusal.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { entriesOf, isBlank, scalarText } from '../schemas/outcome.ts';
import { isUnknownOrder } from '../schemas/sent.ts';
import type {
  DocumentedOperationId,
  JsonObject,
  JsonValue,
  JudgedExchange,
  OperationId,
} from '../schemas/types.ts';
import { effectOf } from './amount.ts';
import { OutcomeUnknown } from './refused-send.ts';
import type { Statuses, StatusValues } from './target-file.ts';

/**
 * What became of a request. `accepted`: the call was taken, and nothing says whether what it asks for is done. `throttled`: it
 * was turned away for now, for certain. `unknown`: nobody can say, so what moves money is not asked for again.
 */
export type OrderState = 'accepted' | 'refused' | 'pending' | 'done' | 'throttled' | 'unknown';

/** A state, and in a few words what shows it. */
export interface Known {
  readonly state: OrderState;
  readonly because: string;
}

/** The state of a request by the status line of its answer alone; undefined where the body has to say. */
function stateOfStatus(status: number, reads: boolean): OrderState | undefined {
  if (status === 429 || (status === 503 && reads)) return 'throttled';
  // 408 and 499 are said of requests that were cut off on the way; a redirect may come after the work.
  if (status >= 500 || status < 200 || status === 408 || status === 499) return 'unknown';
  if (status >= 300 && status < 400) return 'unknown';
  return status >= 400 ? 'refused' : undefined;
}

const named = ['refused', 'pending', 'done'] as const;

/** What the merchant says that a value means; texts after the colon of a code do not count (7.3). */
function meaningOf(value: JsonValue | undefined, values: StatusValues | undefined): OrderState | undefined {
  const text = scalarText(value);
  if (text === undefined || values === undefined) return undefined;
  const [code] = text.split(':');
  return named.find((state) => values[state]?.some((one) => one === text || one === code));
}

/** The member of an answer that holds the status of each operation that is no batch. */
const statusMembers: Readonly<Partial<Record<DocumentedOperationId, string>>> = {
  'direct-payment': 'order_status',
  'apm-payment': 'order_status',
  'cancel-subscription': 'cancel_status',
  payout: 'status',
};

/** What the merchant says that an answer, an entry or a listed record of an operation means. */
function saidState(
  operation: OperationId,
  member: JsonObject,
  statuses: Statuses = {},
): OrderState | undefined {
  if (!isDocumented(operation)) return undefined;
  const own = statuses[operation];
  if (own === undefined) return undefined;
  const status = operationOf(operation).batch?.status ?? statusMembers[operation] ?? '';
  const all = [
    meaningOf(member.result_info, own.result_info),
    meaningOf(member[status], own),
    meaningOf(member.payment_status, own.payment_status),
  ];
  return named.find((state) => all.includes(state));
}

/** The state of one result entry of a batch; `accepted` where its status is not the one shown (7.2) and nothing says what it means. */
export function stateOfEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): OrderState {
  const status = scalarText(entry[operationOf(operation).batch?.status ?? '']);
  return saidState(operation, entry, statuses) ?? (status === '1' ? 'done' : 'accepted');
}

/** The state of an accepted call: of a batch that of the entry that is least far. */
function stateOfAccepted(judged: JudgedExchange, statuses?: Statuses): OrderState {
  const { operation } = judged.exchange;
  if (!isDocumented(operation)) return 'accepted';
  const answer = answerOf(judged);
  const row = operationOf(operation);
  if (row.batch === undefined) return saidState(operation, answer, statuses) ?? 'done';
  const states = entriesOf(row, answer).map((entry) => stateOfEntry(operation, entry, statuses));
  const least = (['refused', 'accepted', 'pending', 'done'] as const).find((state) => states.includes(state));
  return least ?? 'accepted';
}

/**
 * What became of a request, as far as its answer says so. Unknown is never refused: no answer, a status of 500 and above, 202
 * without a result, an answer that was cut short, cannot be read or claims nothing leave open what was done.
 */
export function stateOf(judged: JudgedExchange, statuses?: Statuses): Known {
  const { exchange, judgement } = judged;
  const { operation, received } = exchange;
  if (received.kind === 'none') return { state: 'unknown', because: `no answer: ${received.reason}` };
  const { status } = received;
  const known = (state: OrderState, more = ''): Known => ({ state, because: `status ${status}${more}` });
  const byStatus = stateOfStatus(status, effectOf(operation) === 'reads');
  if (byStatus !== undefined) return known(byStatus);
  if (judgement.outcome === 'accepted') return known(stateOfAccepted(judged, statuses));
  const said = saidState(operation, answerOf(judged), statuses);
  if (said !== undefined) return known(said);
  if (status === 202) return known('unknown');
  if (!isDocumented(operation)) return known(judgement.outcome === 'refused' ? 'refused' : 'unknown');
  return saysRefusal(operationOf(operation), received)
    ? known('refused')
    : known('unknown', ' and no result that can be read');
}

/** Members that name what a request is about, by the kind of operation: the same work under another operation has the same kind. */
const subjects: Readonly<Partial<Record<OperationId, readonly [kind: string, ...names: string[]]>>> = {
  'direct-payment': ['payment', 'order_no'],
  'apm-payment': ['payment', 'order_no'],
  'redirect-payment': ['payment', 'order_no'],
  payout: ['payout', 'request_id'],
  capture: ['capture', 'transaction_id', 'order_no'],
  review: ['review', 'transaction_id', 'order_no'],
  // Both give the money back.
  cancel: ['return', 'transaction_id', 'order_no'],
  refund: ['return', 'transaction_id', 'order_no'],
  'cancel-subscription': ['subscription', 'recurring_id'],
};

function valuesOf(value: JsonValue, names: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, names));
  if (!isObject(value) || isUnknownOrder(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const text = scalarText(part);
    if (names.includes(name) && text !== undefined && !isBlank(text)) return [`${name} ${text}`];
    return valuesOf(part ?? null, names);
  });
}

/** What a request is about: the same for every request that would do the same work again. */
function subjectsOf(operation: OperationId, body: JsonObject): readonly string[] {
  const [kind, ...names] = subjects[operation] ?? [];
  return kind === undefined ? [] : valuesOf(body, names).map((value) => `${kind} ${value}`);
}

/** Keeps what moves money from being asked for again while it is unknown what became of it. */
export interface Outcomes {
  /** Throws `OutcomeUnknown` for a request about an order, payout or subscription of which it is unknown what became of it. */
  claim(operation: OperationId, body: JsonObject): void;
  /** Notes what became of a request. */
  note(judged: JudgedExchange): void;
}

/** Opens the memory of one sender; a look at a search tells more, and no request is sent twice without it. */
export function openOutcomes(): Outcomes {
  const unknown = new Map<string, string>();
  return {
    claim(operation, body) {
      for (const subject of subjectsOf(operation, body)) {
        const because = unknown.get(subject);
        if (because !== undefined) throw new OutcomeUnknown(operation, because);
      }
    },
    note(judged) {
      const { operation, sent } = judged.exchange;
      const { state, because } = stateOf(judged);
      if (state !== 'unknown') return;
      const body = isObject(sent.value) ? sent.value : {};
      for (const subject of subjectsOf(operation, body)) unknown.set(subject, because);
    },
  };
}
