import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../reports/replace-file.ts';
import { effectOf, isDocumented, movesAmount, operationOf } from '../../schemas/operations.ts';
import { skipReasons } from '../../schemas/skip-reasons.ts';
import type { JsonObject, OperationId } from '../../schemas/types.ts';
import { followLines } from '../follow-lines.ts';
import { BudgetExhausted, EffectForbidden, ValueForbidden } from '../refused-send.ts';
import type { Settings } from '../settings.ts';
import type { Target } from '../target.ts';
import { amountIn, effectsOf, operationsAt } from './amount.ts';
import {
  hasKnownName,
  holdsCardData,
  type OwnValues,
  whyForeignValue,
  whyHiddenValue,
  whyTwoReadings,
} from './own-values.ts';
import { type Members, membersIn, pathsOf } from './readings.ts';

/** Requests and amount sent so far. */
interface Spent {
  readonly requests: number;
  readonly amount: number;
}

/** Counts requests, for one process or for all workers of a run. */
interface Tally {
  /** Adds one request if `fits` accepts it after those before it; returns whether it was added. */
  take(amount: number): { readonly taken: boolean; readonly before: Spent };
}

/** Returns whether one more request fits after those before it. */
type Fits = (before: Spent, amount: number) => boolean;

const nothing: Spent = { requests: 0, amount: 0 };

/** Counts in memory, starting from `already`. */
function memoryTally(fits: Fits, already: Spent = nothing): Tally {
  let before = already;
  return {
    take(amount) {
      const taken = fits(before, amount);
      const answer = { taken, before };
      if (taken) before = { requests: before.requests + 1, amount: before.amount + amount };
      return answer;
    },
  };
}

/**
 * Counts in a file that several processes append to. Each claim is one line, and every process counts all lines in file
 * order by the same rule, so that all agree without a lock.
 */
export function fileTally(file: string, fits: Fits, already?: Spent): Tally {
  makeFolder(dirname(file));
  const tally = memoryTally(fits, already);
  const newLines = followLines(file);
  return {
    take(amount) {
      const own = randomUUID();
      appendFileSync(file, `${own} ${amount}\n`);
      let answer = { taken: false, before: nothing };
      for (const line of newLines()) {
        const [claim, claimed] = line.split(' ');
        const counted = tally.take(Number(claimed));
        if (claim === own) answer = counted;
      }
      return answer;
    },
  };
}

/** Guards the requests to a target. */
export interface Budget {
  /** Books one request; throws `EffectForbidden`, `ValueForbidden` or `BudgetExhausted` if it may not be sent. */
  claim(operation: OperationId, body: JsonObject, raw?: RawParts): void;
}

/** The parts of a target that limit its requests. */
export type GuardedTarget = Pick<Target, 'allow' | 'limits' | 'baseUrl' | 'optimise'> & OwnValues;

// Amounts add up in binary fractions; a hundredth of a cent covers the error.
const roundingError = 1e-4;

type Refusal = EffectForbidden | ValueForbidden | BudgetExhausted;

/** What a caller writes itself beside the value of a request. */
export interface RawParts {
  /** Absolute address, or path and query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a request does: its members, and every operation that a server could take it for. */
interface Meaning {
  readonly members: Members;
  readonly operations: readonly OperationId[];
}

/** Why a request may not be sent: its effect, a value, its amount, or something of these in its raw parts. */
export function whyNotSend(
  operation: OperationId,
  body: JsonObject,
  target: GuardedTarget,
  raw?: RawParts,
): Refusal | undefined {
  return judged(operation, body, target, raw).refusal;
}

function judged(operation: OperationId, body: JsonObject, target: GuardedTarget, raw?: RawParts) {
  const { optimise, baseUrl = '', environment, limits } = target;
  // The embedded endpoint has no other clients, and without a limit nothing is counted.
  const isOwn = environment === 'embedded';
  const isUnbound =
    isOwn && Math.min(limits.amountPerRequest, limits.amountTotal) === Number.POSITIVE_INFINITY;
  const isOptimise = !isDocumented(operation) && optimise !== undefined;
  const urls = [...(isOptimise ? [baseUrl + optimise.path] : []), ...(raw === undefined ? [] : [raw.url])];
  const members = isUnbound ? [] : membersIn(body);
  const meaning = { members, operations: operationsOf(operation, members, urls.flatMap(pathsOf)) };
  const refusal =
    (isOwn || raw === undefined ? undefined : whyNotRaw(operation, raw)) ??
    whyNot(operation, meaning, target);
  return { refusal, ...meaning };
}

/** What is written as it is must hold no name that the guard knows, since a service may read it in many ways. */
function whyNotRaw(operation: OperationId, { url, headers = {}, body = '' }: RawParts): Refusal | undefined {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  const named = [query, body, ...Object.keys(headers)].some(hasKnownName);
  return named
    ? new ValueForbidden(operation, 'a text of its own that names money, a party or a card')
    : undefined;
}

// Two documented operations share a path, and the body decides which one is meant.
function operationsOf(operation: OperationId, members: Members, paths: readonly string[]) {
  const own = isDocumented(operation) ? operationOf(operation).path : undefined;
  const others = operationsAt(paths).filter(
    (one) => operationOf(one).path !== own || (one === 'direct-payment' && holdsCardData(members)),
  );
  return [...new Set([operation, ...others])];
}

function whyNot(
  operation: OperationId,
  { members, operations }: Meaning,
  target: GuardedTarget,
): Refusal | undefined {
  const { allow, limits, environment } = target;
  const forbidden = effectsOf(operations).find((effect) => !allow.includes(effect));
  if (forbidden !== undefined) return new EffectForbidden(operation, forbidden);
  const why =
    environment === 'embedded'
      ? undefined
      : (whyForeignValue(members, target) ?? whyTwoReadings(members) ?? whyHiddenValue(members));
  if (why !== undefined) return new ValueForbidden(operation, why);
  if (limits.amountPerRequest === Number.POSITIVE_INFINITY) return undefined;
  const amount = amountIn(operations, members);
  return amount > limits.amountPerRequest + roundingError
    ? new BudgetExhausted(operation, 'amountPerRequest', limits, amount)
    : undefined;
}

/** Makes a budget from the effects, values and limits of a target, counting with the given tally. */
export function createBudget(target: GuardedTarget, tally: Tally = memoryTally(fitsLimits(target))): Budget {
  const { limits } = target;
  return {
    claim(operation, body, raw) {
      const { refusal, members, operations } = judged(operation, body, target, raw);
      if (refusal !== undefined) throw refusal;
      const moving = limits.amountTotal === Number.POSITIVE_INFINITY ? [] : operations.filter(movesAmount);
      const amount = moving.length === 0 ? 0 : amountIn(moving, members);
      const { taken, before } = tally.take(amount);
      if (taken) return;
      if (before.requests + 1 > limits.requests) {
        throw new BudgetExhausted(operation, 'requests', limits, before.requests + 1);
      }
      throw new BudgetExhausted(operation, 'amountTotal', limits, before.amount + amount);
    },
  };
}

/** The budget that all workers share, less what was spent before; each counts alone for the embedded endpoint. */
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
  return (before, amount) =>
    before.requests + 1 <= limits.requests && before.amount + amount <= limits.amountTotal + roundingError;
}

/** Why an operation may not be called on a target; undefined if it may. */
export function refusalOf(
  operation: OperationId,
  { capabilities, allow }: Pick<Target, 'capabilities' | 'allow'>,
): string | undefined {
  if (capabilities[operation] === false) return skipReasons.capability;
  const effect = effectOf(operation);
  return allow.includes(effect) ? undefined : `${skipReasons.effect}: ${effect}`;
}
