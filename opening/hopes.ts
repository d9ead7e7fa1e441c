import { given } from '../schemas/given.ts';
import type { OpeningReport, OpeningStep, Settling, Waiting } from '../schemas/opening.ts';
import { isDocumented } from '../schemas/operations.ts';
import type { JudgedExchange, OperationId } from '../schemas/types.ts';
import type { TargetFile } from '../targets/file/target-file.ts';
import type { Leaving } from './settle.ts';

/** What the specs may still hope for, after the opening. */
export type Hopes = ReturnType<typeof hopesOf>;

/** Requests that an operation still gets in each worker when its opening was refused. */
const handful = 4;

function leavingOf(move: Settling | Waiting | undefined, search: Leaving['search']): Leaving | undefined {
  if (move === undefined) return undefined;
  return 'over' in move
    ? { search, before: [move.from, ...move.over], to: move.to }
    : { search, before: [move.from] };
}

/** Makes the hopes of one worker, of what the opening saw and of what the merchant says; without an opening everything is hoped for. */
export function hopesOf(
  report: OpeningReport | undefined,
  { statuses = {} }: Pick<TargetFile, 'statuses'> = {},
) {
  const refused = new Map<OperationId, OpeningStep>();
  for (const step of report?.steps ?? [])
    if (step.state === 'not-accepted') refused.set(step.operation, step);
  const sent = new Map<OperationId, number>();
  const whyOf = (operation: OperationId) =>
    refused.get(operation)?.cause?.says ?? 'its opening was not accepted';
  const stepOf = (wanted: OperationId) => report?.steps.find(({ operation }) => operation === wanted);
  const saidOf = (operation: OperationId) => (isDocumented(operation) ? statuses[operation] : undefined);
  const paymentStates = statuses['direct-payment']?.payment_status;
  const refund = stepOf('refund');
  // A capture that was asked for on behalf of a refund has no step of its own.
  const asRefund = refund && given({ settles: refund.afterSettles, waitsMs: refund.waitsMs });
  const waitOf = (operation: OperationId): Partial<Pick<OpeningStep, 'settles' | 'waitsMs' | 'pending'>> =>
    stepOf(operation) ?? (operation === refund?.after ? asRefund : undefined) ?? {};
  return {
    /** Why no test of an operation can tell anything; undefined when one can. */
    lost: (operation: OperationId) => (refused.get(operation)?.dead === true ? whyOf(operation) : undefined),
    /** Why no further request of an operation is worth sending; undefined when one is. */
    spent: (operation: OperationId) =>
      refused.has(operation) && (sent.get(operation) ?? 0) >= handful
        ? `${whyOf(operation)}; none of ${handful} further requests was accepted`
        : undefined,
    /** Notes what became of a request. */
    note({ exchange: { operation }, judgement }: JudgedExchange): void {
      if (!refused.has(operation)) return;
      if (judgement.outcome === 'accepted') refused.delete(operation);
      else sent.set(operation, (sent.get(operation) ?? 0) + 1);
    },
    /** The shape in which requests of an operation are accepted. */
    shapeOf: (operation: OperationId) => stepOf(operation)?.shape ?? 'minimal',
    /** The amounts that are accepted in payments that others build on. */
    amountsOf: (operation: OperationId) => stepOf(operation)?.amounts ?? 'usual',
    /** Statuses of result entries of an operation that are pending: they were taken, and are done later. */
    pendingOf(operation: OperationId): readonly string[] {
      const said = saidOf(operation);
      if (said !== undefined) return said.pending ?? [];
      const { settles, pending } = waitOf(operation);
      return [settles?.entry, pending].filter((one) => one !== undefined);
    },
    /** The states that a record leaves when a pending result of an operation is done; undefined where none is known. */
    leaving(operation: OperationId): Leaving | undefined {
      const search = operation === 'refund' ? 'refund-search' : 'query';
      if (saidOf(operation) === undefined) return leavingOf(waitOf(operation).settles, search);
      const before = operation === 'refund' ? statuses.refund?.pending : paymentStates?.pending;
      return before && { search, before };
    },
    /** The states in which a payment is not refunded yet; undefined when refunds wait for nothing. */
    refundsWait: paymentStates?.pending
      ? ({ search: 'query', before: paymentStates.pending } as const)
      : leavingOf(refund?.waits, 'query'),
    /** Milliseconds after a payment in which an operation over it is refused, where no query shows when it is not. */
    waitsMs: (operation: OperationId) => waitOf(operation).waitsMs ?? 0,
    /** True when refunds are accepted once the payment is captured. */
    refundsCaptured: refund?.after === 'capture',
  };
}
