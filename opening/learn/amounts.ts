import { defined } from '../../schemas/defined.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Currency } from '../../targets/file/target-keys.ts';
import type { learnedPayments } from './fields.ts';
import type { AcceptedBody } from './learner.ts';
import { isTrialAccepted, type Learner, shareOfLearning, triedRow } from './learner.ts';
import { type Bound, findBound } from './searches.ts';

/** Currencies that are tried if the merchant names none. */
const usualCurrencies = ['EUR', 'USD', 'GBP', 'JPY', 'BRL'] as const;
/** Maximum number of currencies whose bounds are learned by card payments, at some dozen requests each. */
const mostCurrencies = 3;
/** Upper bound of the amounts that are tried, in minor units. */
const highest = 100_000_000;

/** The bounds of the amounts in a currency, in minor units; a bound beyond which nothing was refused is absent. */
interface Bounds {
  readonly smallest?: number;
  readonly largest?: number;
}

const isCard = (operation: LearnedPayment) => operation === 'direct-payment';

/** Learned bounds by currency: other operations mostly have the same. */
export type KnownBounds = Map<string, Bounds>;

/** The largest amount to try, in minor units: within every limit, and a quarter of what learning may spend. */
function ceilingOf({ settings: { target }, left }: Learner, operation: LearnedPayment): number {
  const { limits } = target;
  const share = isCard(operation) ? shareOfLearning(limits).amount : left();
  return Math.floor(
    Math.min(highest, Math.min(limits.amountPerRequest, share / 4) * moneyOf(operation).units),
  );
}

/** True if the target file fixes the amount or the currency of an operation. */
function isFixedByTarget(
  { settings: { target } }: Learner,
  operation: LearnedPayment,
  money: Money,
): boolean {
  const held = { ...target.fixed?.['*'], ...target.fixed?.[operation] };
  return money.amount in held || money.currency in held;
}

/** Tries each currency in which a request can be made; returns those that are accepted. */
async function learnCurrencies(
  learner: Learner,
  operation: LearnedPayment,
  { body, drawn }: AcceptedBody,
  money: Money,
): Promise<readonly string[]> {
  const codes = learner.settings.target.currencies?.map(({ currency }) => currency) ?? usualCurrencies;
  // A payment method or corridor of the merchant has its own currency.
  const tried = codes.filter((currency) => drawn({ currencies: [currency] })[money.currency] === currency);
  let taken: readonly string[] = [];
  await learner.learns({ clause: '2.14/allowed-values', operation, subject: 'currencies' }, async (since) => {
    const refused: string[] = [];
    for (const currency of tried) {
      if (!isCard(operation) && body[money.currency] === currency) continue;
      const own = drawn({ currencies: [currency] });
      const judged = await learner.send(operation, own, { caseName: `a payment in ${currency}` });
      if (isTrialAccepted(judged)) continue;
      refused.push(currency);
      learner.answered('a currency that is not taken', judged);
    }
    taken = tried.filter((currency) => !refused.includes(currency));
    const isAsked = learner.requester.exchanges.length > since;
    return isAsked ? triedRow(tried, taken, 'none of those tried') : undefined;
  });
  return taken;
}

/**
 * Learns in which currencies a payment is accepted, and the bounds of its amounts, unless the merchant states them. For
 * other payments than by card, only the accepted currency is used, and bounds known from card payments are tried first.
 */
export async function learnAmounts(
  learner: Learner,
  operation: LearnedPayment,
  own: AcceptedBody,
  known: KnownBounds,
): Promise<void> {
  const { keys, settings } = learner;
  const money = moneyOf(operation);
  if (isFixedByTarget(learner, operation, money)) return;
  const taken = await learnCurrencies(learner, operation, own, money);
  if (!isCard(operation)) {
    const currency = String(own.body[money.currency]);
    await learnBounds(learner, operation, own, currency, known.get(currency) ?? {});
    return;
  }
  for (const currency of taken.slice(0, mostCurrencies))
    known.set(currency, await learnBounds(learner, operation, own, currency, {}));
  const { currencies } = settings.target;
  const isBounded = [...known.values()].some((ends) => Object.keys(ends).length > 0);
  const tried = currencies?.length ?? usualCurrencies.length;
  if (!isBounded && (taken.length === tried || currencies !== undefined)) return;
  keys.currencies = taken.map((currency) => {
    const { smallest, largest } = known.get(currency) ?? {};
    const named = currencies?.find((one) => one.currency === currency);
    const found = defined({
      smallest: smallest && decimals(smallest),
      largest: largest && decimals(largest),
    });
    const all = { ...named, currency, ...found };
    return Object.keys(all).length === 1 ? currency : all;
  });
}

/** Finds both bounds in a currency; one that the merchant gives is not tried, and a suspected one is tried first. */
async function learnBounds(
  learner: Learner,
  operation: LearnedPayment,
  { drawn }: AcceptedBody,
  currency: string,
  suspected: Bounds,
): Promise<Bounds> {
  const { requester, settings } = learner;
  const named: Partial<Currency> = settings.target.currencies?.find((one) => one.currency === currency) ?? {};
  if (named.smallest !== undefined && named.largest !== undefined) return {};
  const money = moneyOf(operation);
  const { text } = money;
  const known = Math.round(Number(drawn({ currencies: [currency] })[money.amount]) * money.units);
  const bodyOf = (units: number) => {
    const amount = decimals(units);
    return drawn({ currencies: [currency], ranges: { [currency]: { smallest: amount, largest: amount } } });
  };
  // Values that the merchant gives for a method or corridor may fix the amount.
  if (bodyOf(known + 1)[money.amount] !== text(known + 1)) return {};
  const refused = new Map<'below' | 'above', JudgedExchange>();
  const passes = async (units: number) => {
    const judged = await learner.send(operation, bodyOf(units), { caseName: `${text(units)} ${currency}` });
    if (!isTrialAccepted(judged)) refused.set(units < known ? 'below' : 'above', judged);
    return isTrialAccepted(judged);
  };
  let ends: readonly (Bound | undefined)[] = [];
  await learner.learns(
    { clause: '8/maximum-amounts', operation, subject: `amounts in ${currency}` },
    async () => {
      // The opening may have chosen whole amounts although something else was wrong.
      const isWhole = requester.testData('full').context.amounts === 'whole';
      const unit = isWhole && !(await passes(known + 1)) ? 100 : 1;
      refused.clear();
      const inUnits = (units: number) => Math.floor(units / unit) * unit;
      const from = inUnits(known);
      const edge = async (name: keyof Bounds, end: number) =>
        named[name] === undefined
          ? findBound({ known: from, end, unit, passes, suspect: suspected[name] })
          : undefined;
      const low = await edge('smallest', Math.min(from, unit));
      const high = await edge('largest', Math.max(from, inUnits(ceilingOf(learner, operation))));
      learner.answered('an amount that is too small', refused.get('below'));
      learner.answered('an amount that is too large', refused.get('above'));
      ends = [low, high];
      const told = (found: Bound | undefined, said: string | undefined, more: string) =>
        found === undefined ? said : `${text(found.passes)}${found.fails === undefined ? more : ''}`;
      const beyond = ends.flatMap((found) =>
        found?.fails === undefined ? [] : [`${text(found.fails)} is refused`],
      );
      return {
        value: `${told(low, named.smallest, ' or less')} to ${told(high, named.largest, ' or more')}`,
        says: beyond.length === 0 ? 'nothing that was tried is refused' : beyond.join(', '),
      };
    },
  );
  const [smallest, largest] = ends.map((found) => (found?.fails === undefined ? undefined : found.passes));
  return defined({ smallest, largest });
}

/** A payment whose body contains the amount. */
export type LearnedPayment = (typeof learnedPayments)[number];

/** The members for the money of a payment, and their format. */
interface Money {
  readonly amount: string;
  readonly currency: string;
  /** Minor units per 1 in the field. */
  readonly units: number;
  /** Formats minor units as in the field. */
  text(units: number): string;
}

/** Formats minor units as a decimal string with two fraction digits. */
const decimals = (units: number): string => (units / 100).toFixed(2);

/** The money members of an operation; payouts have amounts as strings of digits (1.2). */
function moneyOf(operation: LearnedPayment): Money {
  return operation === 'payout'
    ? { amount: 'payment_amount', currency: 'payment_currency', units: 1, text: String }
    : { amount: 'amount', currency: 'currency', units: 100, text: decimals };
}
