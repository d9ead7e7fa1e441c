import { skipReasons } from '../schemas/skip-reasons.ts';
import type { Effect, OperationId } from '../schemas/types.ts';
import type { Limits } from './file/limits.ts';

/** The suite did not send a request; nothing failed. */
class RefusedSend extends Error {
  readonly operation: OperationId | undefined;
  constructor(operation: OperationId | undefined, message: string) {
    super(message);
    this.name = 'RefusedSend';
    this.operation = operation;
  }
}

/** A request was not sent because the target file does not allow the effect of its operation. */
export class EffectForbidden extends RefusedSend {
  constructor(operation: OperationId, effect: Effect) {
    super(operation, `${skipReasons.effect}: ${effect} (${operation})`);
  }
}

/** A request was not sent because it would exceed a limit of the target file. */
export class BudgetExhausted extends RefusedSend {
  readonly limit: 'requests' | 'amountPerRequest' | 'amountTotal';
  constructor(operation: OperationId, limit: BudgetExhausted['limit'], limits: Limits, wanted: number) {
    const share = limits.parts > 1 ? ` for this one of ${limits.parts} shards` : '';
    const bound = `${skipReasons.limit}: limits.${limit} is ${round(limits[limit])}${share}`;
    // The total so far differs in every test; the amount of one request is useful to know.
    super(operation, limit === 'amountPerRequest' ? `${bound}, ${operation} needs ${round(wanted)}` : bound);
    this.limit = limit;
  }
}

/** A request was not sent because the service asks for a longer pause than a test may wait. */
export class ServiceBusy extends RefusedSend {
  constructor(operation: OperationId, why: string) {
    super(operation, `the service is too busy to be tested: ${why}; ${operation} was not sent`);
  }
}

/** A request was not sent because its card, currency, merchant or account is not in the target file. */
export class ValueForbidden extends RefusedSend {
  constructor(operation: OperationId, why: string) {
    super(operation, `not allowed by the target: ${why} (${operation})`);
  }
}

/** A request was not sent because its sender or the whole command was stopped. */
export class SendingStopped extends RefusedSend {
  constructor(reason: string, operation?: OperationId) {
    super(operation, operation === undefined ? reason : `${reason}; ${operation} was not sent`);
  }
}

/** A request was not sent because the outcome of an earlier one for the same subject is unknown. */
export class OutcomeUnknown extends RefusedSend {
  constructor(operation: OperationId, because: string) {
    super(
      operation,
      `not sent again: what became of the request before it is unknown (${because}), and ${operation} may have been done`,
    );
  }
}

/** Returns whether an error means that the suite did not send a request. */
export function isRefusedSend(error: unknown): error is RefusedSend {
  return error instanceof RefusedSend;
}

function round(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}
