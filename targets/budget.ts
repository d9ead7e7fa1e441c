import { join } from 'node:path';
import type { JsonObject, OperationId } from '../schemas/types.ts';
import { amountMoved, amountNamed, effectsAt } from './amount.ts';
import { type OwnValues, whyNotOwn } from './own-values.ts';
import { BudgetExhausted, EffectForbidden, ValueForbidden } from './refused-send.ts';
import type { Settings } from './settings.ts';
import { type Fits, fileTally, memoryTally, type Spent, type Tally } from './tally.ts';
import type { Target } from './target.ts';

/** Guards what may be sent to a target. */
export interface Budget {
  /** Books one request; throws `EffectForbidden` or `BudgetExhausted` with the reason, and then nothing may be sent. */
  claim(operation: OperationId, body: JsonObject): void;
}

/** What of a target bounds what may be sent to it. */
export type Guarded = Pick<Target, 'allow' | 'limits' | 'baseUrl' | 'optimise'> & OwnValues;

/** Why a request may not be sent to a target, however little was sent before: its effect, a value, or its amount. */
export function whyNotSend(
  operation: OperationId,
  body: JsonObject,
  target: Guarded,
): EffectForbidden | ValueForbidden | BudgetExhausted | undefined {
  const { allow, limits, baseUrl = '', optimise } = target;
  const effects = effectsAt(operation, optimise && baseUrl + optimise.path);
  const forbidden = effects.find((effect) => !allow.includes(effect));
  if (forbidden !== undefined) return new EffectForbidden(operation, forbidden);
  const why = whyNotOwn(body, target);
  if (why !== undefined) return new ValueForbidden(operation, why);
  // What has no bound need not be counted.
  if (limits.amountPerRequest === Number.POSITIVE_INFINITY) return undefined;
  const amount = amountNamed(operation, body);
  return amount > limits.amountPerRequest
    ? new BudgetExhausted(operation, 'amountPerRequest', limits, amount)
    : undefined;
}

/** Makes a budget of a target's effects, values and limits, counting with the given tally. */
export function createBudget(target: Guarded, tally: Tally = memoryTally(fitsLimits(target))): Budget {
  const { limits } = target;
  return {
    claim(operation, body) {
      const refusal = whyNotSend(operation, body, target);
      if (refusal !== undefined) throw refusal;
      const amount = limits.amountTotal === Number.POSITIVE_INFINITY ? 0 : amountMoved(operation, body);
      const { taken, before } = tally.take(amount);
      if (taken) return;
      if (before.requests + 1 > limits.requests) {
        throw new BudgetExhausted(operation, 'requests', limits, before.requests + 1);
      }
      throw new BudgetExhausted(operation, 'amountTotal', limits, before.amount + amount);
    },
  };
}

/** The budget that all workers of a run share, less what was spent before them; the embedded endpoint has nothing to guard, so it counts for itself. */
export function runBudget(
  target: Target,
  { out, runner }: Pick<Settings, 'out' | 'runner'>,
  already?: Spent,
): Budget {
  if (target.environment === 'embedded') return createBudget(target);
  const file = join(out, 'runner', `spent-${runner}.log`);
  return createBudget(target, fileTally(file, fitsLimits(target), already));
}

/** The rule of a tally: one more request and its amount stay within the limits. */
export function fitsLimits({ limits }: Pick<Target, 'limits'>): Fits {
  // Amounts add up in binary fractions; a hundredth of a cent settles the doubt.
  return (before, amount) =>
    before.requests + 1 <= limits.requests && before.amount + amount <= limits.amountTotal + 1e-4;
}
