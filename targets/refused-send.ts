import { leftOut } from '../schemas/left-out.ts';
import type { Effect, OperationId } from '../schemas/types.ts';
import type { Limits } from './file/limits.ts';

/** A request was held back, rather than that something broke. */
class RefusedSend extends Error {
  readonly operation: OperationId | undefined;
  constructor(operation: OperationId | undefined, message: string) {
    super(message);
    this.name = 'RefusedSend';
    this.operation = operation;
  }
}

/** A request was not sent because the target file does not allow what its operation does. */
export class EffectForbidden extends RefusedSend {
  constructor(operation: OperationId, effect: Effect) {
    super(operation, `${leftOut.effect}: ${effect} (${operation})`);
  }
}

/** A request was not sent because it would go beyond a limit of the target file. */
export class BudgetExhausted extends RefusedSend {
  readonly limit: 'requests' | 'amountPerRequest' | 'amountTotal';
  constructor(operation: OperationId, limit: BudgetExhausted['limit'], limits: Limits, wanted: number) {
    const share = limits.parts > 1 ? ` for this one of ${limits.parts} shards` : '';
    const bound = `${leftOut.limit}: limits.${limit} is ${round(limits[limit])}${share}`;
    // How far a run got is another figure in every test; what one request needs is worth knowing.
    super(operation, limit === 'amountPerRequest' ? `${bound}, ${operation} needs ${round(wanted)}` : bound);
    this.limit = limit;
  }
}

/** A request was not sent because the service wants to be left alone for longer than a test may wait. */
export class ServiceBusy extends RefusedSend {
  constructor(operation: OperationId, why: string) {
    super(operation, `the service is too busy to be tested: ${why}; ${operation} was not sent`);
  }
}

/** A request was not sent because it holds a card, currency, merchant or account that the target file does not name. */
export class ValueForbidden extends RefusedSend {
  constructor(operation: OperationId, why: string) {
    super(operation, `not allowed by the target: ${why} (${operation})`);
  }
}

/** A request was not sent because its sender, or the whole command, was stopped before. */
export class SendingStopped extends RefusedSend {
  constructor(reason: string, operation?: OperationId) {
    super(operation, operation === undefined ? reason : `${reason}; ${operation} was not sent`);
  }
}

/** A request was not sent because it is unknown what became of the one before it about the same order, payout or subscription. */
export class OutcomeUnknown extends RefusedSend {
  constructor(operation: OperationId, because: string) {
    super(
      operation,
      `not sent again: what became of the request before it is unknown (${because}), and ${operation} may have been done`,
    );
  }
}

/** Tells whether an error says that a request was held back rather than that something broke. */
export function isRefusedSend(error: unknown): error is RefusedSend {
  return error instanceof RefusedSend;
}

function round(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}
