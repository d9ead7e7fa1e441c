import { given } from '../../schemas/given.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Currency } from '../../targets/file/target-file.ts';
import type { learnedPayments } from './fields.ts';
import type { AcceptedBody } from './learner.ts';
import { isTaken, type Learner, shareOfLearning, triedRow } from './learner.ts';
import { type Edge, edgeFrom } from './searches.ts';

/** Currencies that are tried where the merchant names none. */
const usualCurrencies = ['EUR', 'USD', 'GBP', 'JPY', 'BRL'] as const;
/** Most currencies whose ends are looked for in card payments, each at some dozen requests; in others it is the one that was taken. */
const mostCurrencies = 3;
/** More than this nobody pays at once, in the smallest unit. */
const highest = 100_000_000;

/** The ends of the amounts in one currency, in the smallest unit; an end that nothing was refused beyond is absent. */
interface Bounds {
  readonly smallest?: number;
  readonly largest?: number;
}

const isCard = (operation: LearnedPayment) => operation === 'direct-payment';

/** Ends that were found, by currency: the ends of another operation are mostly the same. */
export type KnownBounds = Map<string, Bounds>;

/** The most that may be tried, in the smallest unit: within each limit, and so that trying leaves learning most of its share. */
function ceilingOf({ settings: { target }, left }: Learner, operation: LearnedPayment): number {
  const { limits } = target;
  const share = isCard(operation) ? shareOfLearning(limits).amount : left();
  return Math.floor(
    Math.min(highest, Math.min(limits.amountPerRequest, share / 4) * moneyOf(operation).units),
  );
}

/** Whether the merchant holds the amounts or the currency of an operation to something. */
function isHeld({ settings: { target } }: Learner, operation: LearnedPayment, money: Money): boolean {
  const held = { ...target.fixed?.['*'], ...target.fixed?.[operation] };
  return money.amount in held || money.currency in held;
}

/** Tries currencies one by one, each that a request can be made in; returns those that were taken. */
async function learnCurrencies(
  learner: Learner,
  operation: LearnedPayment,
  { body, drawn }: AcceptedBody,
  money: Money,
): Promise<readonly string[]> {
  const codes = learner.settings.target.currencies?.map(({ currency }) => currency) ?? usualCurrencies;
  // A payment method or a corridor that the merchant names has its own currency.
  const tried = codes.filter((currency) => drawn({ currencies: [currency] })[money.currency] === currency);
  let taken: readonly string[] = [];
  await learner.learns({ clause: '2.14/allowed-values', operation, subject: 'currencies' }, async (since) => {
    const refused: string[] = [];
    for (const currency of tried) {
      if (!isCard(operation) && body[money.currency] === currency) continue;
      const own = drawn({ currencies: [currency] });
      const judged = await learner.send(operation, own, { caseName: `a payment in ${currency}` });
      if (isTaken(judged)) continue;
      refused.push(currency);
      learner.answered('a currency that is not taken', judged);
    }
    taken = tried.filter((currency) => !refused.includes(currency));
    const isAsked = learner.asker.exchanges.length > since;
    return isAsked ? triedRow(tried, taken, 'none of those tried') : undefined;
  });
  return taken;
}

/**
 * Learns which currencies a payment is taken in, and the smallest and largest amount of each; nothing of what the merchant says. Of
 * other than card payments it is the one currency that was taken; ends that are known from card payments are tried first.
 */
export async function learnAmounts(
  learner: Learner,
  operation: LearnedPayment,
  own: AcceptedBody,
  known: KnownBounds,
): Promise<void> {
  const { keys, settings } = learner;
  const money = moneyOf(operation);
  if (isHeld(learner, operation, money)) return;
  const taken = await learnCurrencies(learner, operation, own, money);
  if (!isCard(operation)) {
    const currency = String(own.body[money.currency]);
    await learnEnds(learner, operation, own, currency, known.get(currency) ?? {});
    return;
  }
  for (const currency of taken.slice(0, mostCurrencies))
    known.set(currency, await learnEnds(learner, operation, own, currency, {}));
  const { currencies } = settings.target;
  const isBounded = [...known.values()].some((ends) => Object.keys(ends).length > 0);
  const tried = currencies?.length ?? usualCurrencies.length;
  if (!isBounded && (taken.length === tried || currencies !== undefined)) return;
  keys.currencies = taken.map((currency) => {
    const { smallest, largest } = known.get(currency) ?? {};
    const named = currencies?.find((one) => one.currency === currency);
    const found = given({ smallest: smallest && decimals(smallest), largest: largest && decimals(largest) });
    const all = { ...named, currency, ...found };
    return Object.keys(all).length === 1 ? currency : all;
  });
}

/** Looks for both ends in one currency; an end that the merchant names is not tried, one that is suspected is tried first. */
async function learnEnds(
  learner: Learner,
  operation: LearnedPayment,
  { drawn }: AcceptedBody,
  currency: string,
  suspected: Bounds,
): Promise<Bounds> {
  const { asker, settings } = learner;
  const named: Partial<Currency> = settings.target.currencies?.find((one) => one.currency === currency) ?? {};
  if (named.smallest !== undefined && named.largest !== undefined) return {};
  const money = moneyOf(operation);
  const { text } = money;
  const known = Math.round(Number(drawn({ currencies: [currency] })[money.amount]) * money.units);
  const bodyOf = (units: number) => {
    const amount = decimals(units);
    return drawn({ currencies: [currency], ranges: { [currency]: { smallest: amount, largest: amount } } });
  };
  // Values that the merchant names for a method or a corridor may hold the amount.
  if (bodyOf(known + 1)[money.amount] !== text(known + 1)) return {};
  const refused = new Map<'below' | 'above', JudgedExchange>();
  const passes = async (units: number) => {
    const judged = await learner.send(operation, bodyOf(units), { caseName: `${text(units)} ${currency}` });
    if (!isTaken(judged)) refused.set(units < known ? 'below' : 'above', judged);
    return isTaken(judged);
  };
  let ends: readonly (Edge | undefined)[] = [];
  await learner.learns(
    { clause: '8/maximum-amounts', operation, subject: `amounts in ${currency}` },
    async () => {
      // The opening may have taken something else that was wrong for the fraction.
      const isWhole = asker.hand('full').context.amounts === 'whole';
      const unit = isWhole && !(await passes(known + 1)) ? 100 : 1;
      refused.clear();
      const inUnits = (units: number) => Math.floor(units / unit) * unit;
      const from = inUnits(known);
      const edge = async (name: keyof Bounds, end: number) =>
        named[name] === undefined
          ? edgeFrom({ known: from, end, unit, passes, suspect: suspected[name] })
          : undefined;
      const low = await edge('smallest', Math.min(from, unit));
      const high = await edge('largest', Math.max(from, inUnits(ceilingOf(learner, operation))));
      learner.answered('an amount that is too small', refused.get('below'));
      learner.answered('an amount that is too large', refused.get('above'));
      ends = [low, high];
      const told = (found: Edge | undefined, said: string | undefined, more: string) =>
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
  return given({ smallest, largest });
}

/** A payment whose body says itself what is paid. */
export type LearnedPayment = (typeof learnedPayments)[number];

/** Where a payment names its money, and how. */
interface Money {
  readonly amount: string;
  readonly currency: string;
  /** Smallest units in what the field calls 1. */
  readonly units: number;
  /** So many smallest units as the field writes them. */
  text(units: number): string;
}

/** Smallest units as a decimal string of two fraction digits. */
const decimals = (units: number): string => (units / 100).toFixed(2);

/** Where an operation names its money; amounts of payouts are strings of digits (1.2). */
function moneyOf(operation: LearnedPayment): Money {
  return operation === 'payout'
    ? { amount: 'payment_amount', currency: 'payment_currency', units: 1, text: String }
    : { amount: 'amount', currency: 'currency', units: 100, text: decimals };
}
