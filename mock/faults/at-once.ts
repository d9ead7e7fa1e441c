import { entrySucceeded } from '../../schemas/history/outcome.ts';
import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { allOf, type Change, countInMemo, deciding, onEntries, reshaping, rewiring } from '../behaviour.ts';
import { digestOf, uuidFrom } from '../derive.ts';
import { type About, refusal, textOf } from '../reply.ts';
import type { Order } from '../state/store.ts';
import { type Fault, faultFrom } from './fault.ts';

type CallPair = readonly [DocumentedOperationId, DocumentedOperationId];

/** Codes of problems caused by an earlier call on the order; 3012 is the code of these faults. */
const ofState = new Set(['3006', '3007', '3010', '3012']);
const now = () => performance.now();

/** True if an earlier call has moved the order on, so that no capture or cancellation may follow. */
function isOver(operation: DocumentedOperationId, order: Order): boolean {
  return operation !== 'refund' && (order.captured || order.cancelled || order.refunds > 0);
}

/** Batches check an order, wait, then write: they do not see what another call wrote in the meantime. */
function racingBatches(calls: CallPair, windowMs: number): Change {
  const noting = (operation: DocumentedOperationId) =>
    onEntries(operation, (entries, { memo }) => {
      for (const entry of entries)
        if (entrySucceeded(operationOf(operation), entry))
          countInMemo(memo, `${operation} at ${String(entry.transaction_id)}`, now());
      return entries;
    });
  return allOf(
    deciding((decide) => ({
      entryProblem(operation, found, subject) {
        const { order, memo } = subject;
        const plain = decide.entryProblem(operation, found, subject);
        if (!calls.includes(operation) || order === undefined) return plain;
        const problem =
          plain ??
          (isOver(operation, order) ? { code: '3012', text: 'something was done before' } : undefined);
        if (problem === undefined || !ofState.has(problem.code)) return problem;
        const [one, other] = calls;
        const at = memo.get(`${operation === one ? other : one} at ${order.transaction_id}`);
        return at !== undefined && now() - at < windowMs ? undefined : problem;
      },
    })),
    ...[...new Set(calls)].map(noting),
  );
}

/** The same for calls that identify their subject by a number of the caller, which can be used once. */
function racingNumbers(operation: DocumentedOperationId, name: string, windowMs: number): Change {
  const key = ({ request }: About) =>
    `${operation} at ${textOf(request, 'account_id')} ${textOf(request, name)}`;
  return allOf(
    deciding((decide) => ({
      objection(about) {
        const at = about.operation === operation ? about.memo.get(key(about)) : undefined;
        return at === undefined || now() - at < windowMs
          ? decide.objection(about)
          : refusal('terms', `${name} was used before`, about.request);
      },
    })),
    reshaping((reply, about) => {
      if (about.operation !== operation || !reply.accepted) return reply;
      const isFirst = !about.memo.has(key(about));
      if (isFirst) countInMemo(about.memo, key(about), now());
      if (isFirst || operation !== 'payout' || reply.form !== 'json') return reply;
      // The second payout is a new one, not a repeat of the first answer.
      const transaction_id = uuidFrom(digestOf('second', String(reply.value.transaction_id)));
      return { ...reply, value: { ...reply.value, transaction_id } };
    }),
  );
}

const numbers: Partial<Record<DocumentedOperationId, string>> = {
  'direct-payment': 'order_no',
  payout: 'request_id',
  'cancel-subscription': 'recurring_id',
};

/** The pairs of calls that race, by the word in their fault ids, with the delays in ms of the catalogued faults. */
const races = table<readonly [calls: CallPair, ...windowsMs: number[]]>({
  refund: [['refund', 'refund'], 5, 20, 100],
  payment: [['direct-payment', 'direct-payment'], 5, 20],
  payout: [['payout', 'payout'], 5, 20],
  capture: [['capture', 'capture'], 5],
  'capture-cancel': [['capture', 'cancel'], 5],
  'cancel-refund': [['cancel', 'refund'], 5, 20],
  subscription: [['cancel-subscription', 'cancel-subscription'], 5],
});

function race(word: string, calls: CallPair, windowMs: number): Fault {
  const [one, other] = calls;
  const number = numbers[one];
  return faultFrom({
    id: `at-once-${word}-${windowMs}ms`,
    clause: '1.3/at-once/explainable',
    operation: other,
    meets: 'at the same time',
    rare: true,
    description: `${one} and ${other} are both done when the second comes within ${windowMs} ms, and one after the other only the first`,
    change: allOf(
      number === undefined ? racingBatches(calls, windowMs) : racingNumbers(one, number, windowMs),
      // A client that waits for the answer sends its next request after the delay.
      rewiring((wire, { operation }) =>
        calls.includes(operation) ? { ...wire, delayMs: (wire.delayMs ?? 0) + windowMs + 1 } : wire,
      ),
    ),
  });
}

/** Services with a race: two calls at the same time both succeed, because each checks, waits and then writes. */
export const atOnceFaults: readonly Fault[] = Object.entries(races).flatMap(([word, [calls, ...windowsMs]]) =>
  windowsMs.map((windowMs) => race(word, calls, windowMs)),
);

/** The race fault with any delay, such as `at-once-refund-50ms`; undefined for another id. */
export function findAtOnceFault(id: string): Fault | undefined {
  const [, word = '', windowMs = ''] = /^at-once-([a-z-]+)-([1-9][0-9]{0,3})ms$/.exec(id) ?? [];
  const [calls] = races[word] ?? [];
  return calls && race(word, calls, Number(windowMs));
}
