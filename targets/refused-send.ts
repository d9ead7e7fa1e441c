import { leftOut } from '../schemas/left-out.ts';
import type { Effect, OperationId } from '../schemas/types.ts';
import type { Limits } from './limits.ts';

/** A request was not sent because the target file does not allow what its operation does. */
export class EffectForbidden extends Error {
  readonly operation: OperationId;
  readonly effect: Effect;
  constructor(operation: OperationId, effect: Effect) {
    super(`${leftOut.effect}: ${effect} (${operation})`);
    this.name = 'EffectForbidden';
    this.operation = operation;
    this.effect = effect;
  }
}

/** A request was not sent because it would go beyond a limit of the target file. */
export class BudgetExhausted extends Error {
  readonly operation: OperationId;
  readonly limit: 'requests' | 'amountPerRequest' | 'amountTotal';
  constructor(operation: OperationId, limit: BudgetExhausted['limit'], limits: Limits, wanted: number) {
    const share = limits.parts > 1 ? ` for this one of ${limits.parts} shards` : '';
    const bound = `${leftOut.limit}: limits.${limit} is ${round(limits[limit])}${share}`;
    // How far a run got is another figure in every test; what one request needs is worth knowing.
    super(limit === 'amountPerRequest' ? `${bound}, ${operation} needs ${round(wanted)}` : bound);
    this.name = 'BudgetExhausted';
    this.operation = operation;
    this.limit = limit;
  }
}

/** A request was not sent because the service wants to be left alone for longer than a test may wait. */
export class ServiceBusy extends Error {
  readonly operation: OperationId;
  constructor(operation: OperationId, why: string) {
    super(`the service is too busy to be tested: ${why}; ${operation} was not sent`);
    this.name = 'ServiceBusy';
    this.operation = operation;
  }
}

/** A request was not sent because it holds a card, currency, merchant or account that the target file does not name. */
export class ValueForbidden extends Error {
  readonly operation: OperationId;
  constructor(operation: OperationId, why: string) {
    super(`not allowed by the target: ${why} (${operation})`);
    this.name = 'ValueForbidden';
    this.operation = operation;
  }
}

/** A request was not sent because its sender, or the whole command, was stopped before. */
export class SendingStopped extends Error {
  constructor(reason: string, operation?: OperationId) {
    super(operation === undefined ? reason : `${reason}; ${operation} was not sent`);
    this.name = 'SendingStopped';
  }
}

/** A request was not sent because nobody knows what became of the one before it about the same order, payout or subscription. */
export class OutcomeUnknown extends Error {
  readonly operation: OperationId;
  constructor(operation: OperationId, because: string) {
    super(
      `not sent again: what became of the request before it is unknown (${because}), and ${operation} may have been done`,
    );
    this.name = 'OutcomeUnknown';
    this.operation = operation;
  }
}

const refusals = [
  EffectForbidden,
  BudgetExhausted,
  ValueForbidden,
  ServiceBusy,
  SendingStopped,
  OutcomeUnknown,
] as const;

/** Tells whether an error says that a request was held back rather than that something broke. */
export function isRefusedSend(error: unknown): error is InstanceType<(typeof refusals)[number]> {
  return refusals.some((refusal) => error instanceof refusal);
}

function round(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}
