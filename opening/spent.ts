import type { OpeningReport } from '../schemas/opening.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { amountMoved } from '../targets/amount.ts';

/** What exchanges took from the limits of a target. */
export function spentOn(exchanges: readonly JudgedExchange[]): OpeningReport['spent'] {
  return {
    requests: exchanges.length,
    amount: exchanges.reduce(
      (sum, { exchange }) => sum + amountMoved(exchange.operation, exchange.sent.value as never),
      0,
    ),
  };
}
