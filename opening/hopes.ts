import type { OpeningReport, OpeningStep, Settling, Waiting } from '../schemas/opening.ts';
import type { JudgedExchange, OperationId } from '../schemas/types.ts';

/** What the specs may still hope for, after the opening. */
export interface Hopes {
  /** Why no test of an operation can tell anything; undefined when one can. */
  lost(operation: OperationId): string | undefined;
  /** Why no further request of an operation is worth sending; undefined when one is. */
  spent(operation: OperationId): string | undefined;
  /** Notes what became of a request. */
  note(judged: JudgedExchange): void;
  /** The shape in which requests of an operation are accepted. */
  shapeOf(operation: OperationId): 'full' | 'minimal';
  /** The amounts that are accepted in payments that others build on. */
  amountsOf(operation: OperationId): 'usual' | 'whole';
  /** How results of an operation that are pending become final; undefined when none was met. */
  settling(operation: OperationId): Settling | undefined;
  /** The states in which a payment is not refunded yet; undefined when refunds wait for nothing. */
  readonly refundsWait: Waiting | undefined;
  /** Milliseconds after a payment in which an operation over it is refused, where no query shows when it is not. */
  waitsMs(operation: OperationId): number;
  /** True when refunds are accepted once the payment is captured. */
  readonly refundsCaptured: boolean;
}

/** Requests that an operation still gets in each worker when its opening was refused. */
const handful = 4;

/** Makes the hopes of one worker; without an opening everything is hoped for. */
export function hopesOf(report: OpeningReport | undefined): Hopes {
  const refused = new Map<OperationId, OpeningStep>();
  for (const step of report?.steps ?? [])
    if (step.state === 'not-accepted') refused.set(step.operation, step);
  const sent = new Map<OperationId, number>();
  const whyOf = (operation: OperationId) =>
    refused.get(operation)?.cause?.says ?? 'its opening was not accepted';
  const stepOf = (wanted: OperationId) => report?.steps.find(({ operation }) => operation === wanted);
  return {
    lost: (operation) => (refused.get(operation)?.dead === true ? whyOf(operation) : undefined),
    spent: (operation) =>
      refused.has(operation) && (sent.get(operation) ?? 0) >= handful
        ? `${whyOf(operation)}; none of ${handful} further requests was accepted`
        : undefined,
    note({ exchange: { operation }, judgement }) {
      if (!refused.has(operation)) return;
      if (judgement.outcome === 'accepted') refused.delete(operation);
      else sent.set(operation, (sent.get(operation) ?? 0) + 1);
    },
    shapeOf: (operation) => stepOf(operation)?.shape ?? 'minimal',
    amountsOf: (operation) => stepOf(operation)?.amounts ?? 'usual',
    settling(operation) {
      const { after, afterSettles } = stepOf('refund') ?? {};
      const asRefund = operation === after && stepOf(operation) === undefined ? afterSettles : undefined;
      return stepOf(operation)?.settles ?? asRefund;
    },
    refundsWait: stepOf('refund')?.waits,
    waitsMs(operation) {
      const { after, waitsMs } = stepOf('refund') ?? {};
      // A capture that was asked for on behalf of a refund has no step of its own.
      const asRefund = operation === after && stepOf(operation) === undefined ? waitsMs : undefined;
      return stepOf(operation)?.waitsMs ?? asRefund ?? 0;
    },
    refundsCaptured: stepOf('refund')?.after === 'capture',
  };
}
