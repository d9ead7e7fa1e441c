import type { JudgedExchange } from '../../schemas/types.ts';
import type { AcceptedBody } from './accepted-body.ts';
import { edgeFrom } from './edge.ts';
import { isTaken, type Learner, shareOfLearning } from './learner.ts';

/** Currencies that are tried where the merchant names none. */
const usualCurrencies = ['EUR', 'USD', 'GBP', 'JPY', 'BRL'] as const;
/** Most currencies whose ends are looked for, each at some dozen requests. */
const mostCurrencies = 3;
/** More than this nobody pays by card, in cents. */
const highest = 100_000_000;

const text = (cents: number) => (cents / 100).toFixed(2);

interface Bounds {
  readonly currency: string;
  readonly smallest?: number;
  readonly largest?: number;
}

/** The most that may be tried, in cents: within each limit, and so that trying leaves learning most of its share. */
function ceilingOf({ settings: { target } }: Learner): number {
  const { amountPerRequest } = target.limits;
  const { amount } = shareOfLearning(target.limits);
  return Math.floor(Math.min(highest, amountPerRequest * 100, (amount / 4) * 100));
}

/** Learns which currencies an account takes, and the smallest and largest amount of each; nothing of what the merchant says. */
export async function learnAmounts(learner: Learner, { drawn }: AcceptedBody): Promise<void> {
  const { asker, learned, keys, settings } = learner;
  const { currencies, fixed } = settings.target;
  const { context } = asker.hand('full');
  const held = { ...fixed?.['*'], ...fixed?.['direct-payment'] };
  if ('amount' in held || 'currency' in held) return;
  const before = asker.exchanges.length;
  const codes = currencies?.map(({ currency }) => currency) ?? usualCurrencies;
  const taken: string[] = [];
  for (const currency of codes) {
    const judged = await learner.send('direct-payment', drawn({ currencies: [currency] }), {
      caseName: `a payment in ${currency}`,
    });
    if (isTaken(judged)) taken.push(currency);
    else learner.answered('a currency that is not taken', judged);
  }
  const others = codes.filter((code) => !taken.includes(code));
  learned.push({
    clause: '2.14/allowed-values',
    operation: 'direct-payment',
    subject: 'currencies',
    value: taken.length === 0 ? 'none of those tried' : taken.join(', '),
    says: others.length === 0 ? 'all that were tried' : `not ${others.join(', ')}`,
    exchanges: asker.exchanges.slice(before).map(({ exchange }) => exchange.id),
  });
  const bounds: Bounds[] = [];
  for (const currency of taken.slice(0, mostCurrencies)) {
    const named = currencies?.find((one) => one.currency === currency);
    if (named?.smallest !== undefined && named.largest !== undefined) continue;
    bounds.push(await learnEnds(learner, drawn, currency, named ?? {}, context.amounts === 'whole'));
  }
  const isBounded = bounds.some(({ smallest, largest }) => smallest !== undefined || largest !== undefined);
  if (!isBounded && (others.length === 0 || currencies !== undefined)) return;
  keys.currencies = taken.map((currency) => {
    const own = bounds.find((one) => one.currency === currency);
    const named = currencies?.find((one) => one.currency === currency);
    const all = {
      ...named,
      currency,
      ...(own?.smallest === undefined ? {} : { smallest: text(own.smallest) }),
      ...(own?.largest === undefined ? {} : { largest: text(own.largest) }),
    };
    return Object.keys(all).length === 1 ? currency : all;
  });
}

interface Named {
  readonly smallest?: string;
  readonly largest?: string;
}

/** Looks for both ends in one currency; an end that the merchant names is not tried. */
async function learnEnds(
  learner: Learner,
  drawn: AcceptedBody['drawn'],
  currency: string,
  named: Named,
  isWhole: boolean,
): Promise<Bounds> {
  const { asker, learned } = learner;
  const before = asker.exchanges.length;
  const known = Math.round(Number(drawn({ currencies: [currency] }).amount) * 100);
  const refused = new Map<'below' | 'above', JudgedExchange>();
  const passes = async (cents: number) => {
    const amount = text(cents);
    const ranges = { [currency]: { smallest: amount, largest: amount } };
    const body = drawn({ currencies: [currency], ranges });
    const judged = await learner.send('direct-payment', body, { caseName: `${amount} ${currency}` });
    if (!isTaken(judged)) refused.set(cents < known ? 'below' : 'above', judged);
    return isTaken(judged);
  };
  // The opening may have taken something else that was wrong for the fraction.
  const unit = isWhole && !(await passes(known + 1)) ? 100 : 1;
  refused.clear();
  const inUnits = (cents: number) => Math.floor(cents / unit) * unit;
  const ceiling = inUnits(ceilingOf(learner));
  const low =
    named.smallest === undefined
      ? await edgeFrom(inUnits(known), Math.min(inUnits(known), unit), unit, passes)
      : undefined;
  const high =
    named.largest === undefined
      ? await edgeFrom(inUnits(known), Math.max(inUnits(known), ceiling), unit, passes)
      : undefined;
  learner.answered('an amount that is too small', refused.get('below'));
  learner.answered('an amount that is too large', refused.get('above'));
  const from =
    low === undefined ? named.smallest : `${text(low.passes)}${low.fails === undefined ? ' or less' : ''}`;
  const to =
    high === undefined ? named.largest : `${text(high.passes)}${high.fails === undefined ? ' or more' : ''}`;
  const ends = [low, high].flatMap((edge) =>
    edge?.fails === undefined ? [] : [`${text(edge.fails)} is refused`],
  );
  learned.push({
    clause: '8/maximum-amounts',
    operation: 'direct-payment',
    subject: `amounts in ${currency}`,
    value: `${from} to ${to}`,
    says: ends.length === 0 ? 'nothing that was tried is refused' : ends.join(', '),
    exchanges: asker.exchanges.slice(before).map(({ exchange }) => exchange.id),
  });
  return {
    currency,
    ...(low?.fails === undefined ? {} : { smallest: low.passes }),
    ...(high?.fails === undefined ? {} : { largest: high.passes }),
  };
}
