import { expect, test } from 'vitest';
import { callerBreaches } from '../../generators/appraise.ts';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { coveringPlan } from '../../generators/covering/plan.ts';
import { coveringBody } from '../../generators/covering.ts';
import { softBreaches } from '../../generators/soft.ts';
import { balancingItemTotal, formatCents, parseCents } from '../../generators/values/money.ts';

const operations = ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const;

function pairsOf(
  operation: (typeof operations)[number],
  seed: number,
  context: MakeContext = defaultContext,
) {
  const { requests, notSent } = coveringPlan(operation, context, seed);
  const sent = requests.flatMap(({ carries }) => carries.map((one) => `${one.field} ${one.class}`));
  return { sent: new Set(sent), notSent: notSent.map((one) => `${one.field} ${one.class}`) };
}

test.each(operations)('every body of the plan of a %s is one that the document allows', (operation) => {
  const plan = coveringPlan(operation, defaultContext, 7);
  const hand = { context: defaultContext, seed: 7 };
  for (const request of plan.requests) {
    const body = coveringBody(plan, request, request.carries, hand, '0');
    expect(callerBreaches(operation, body), request.name).toEqual([]);
    expect([...softBreaches(operation, body)], request.name).toEqual([]);
    if (body.item_total === undefined) continue;
    const exact = balancingItemTotal(parseCents(String(body.amount)) ?? 0n, body);
    expect(body.item_total, request.name).toBe(formatCents(exact));
  }
});

test.each(operations)('two seeds of a %s cover the same with other values', (operation) => {
  const [one, other] = [pairsOf(operation, 1), pairsOf(operation, 2)];
  expect([...one.sent].sort()).toEqual([...other.sent].sort());
  const left = one.notSent.filter((pair) => one.sent.has(pair));
  expect(left).toEqual([]);
});
