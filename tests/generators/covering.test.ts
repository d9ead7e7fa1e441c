import { expect, test } from 'vitest';
import { callerBreaches } from '../../generators/appraise.ts';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { coveringPlan } from '../../generators/covering/plan.ts';
import { coveringBatch, coveringBody, unknownBatchPlan } from '../../generators/covering.ts';
import { fieldsOf } from '../../generators/fields.ts';
import { classesOf, textClasses } from '../../generators/value-classes.ts';
import { balancingItemTotal, formatCents, parseCents } from '../../generators/values/money.ts';
import { inspectRequest, requestSchema } from '../../schemas/contract.ts';
import { amountNamed } from '../../targets/sending/amount.ts';

const classNames = new Set(textClasses.map(({ id }) => id));
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
  const seeded = { context: defaultContext, seed: 7 };
  for (const request of plan.requests) {
    const body = coveringBody(plan, request, request.carries, seeded, '0');
    expect(callerBreaches(operation, body), request.name).toEqual([]);
    expect([...inspectRequest(operation, body).soft], request.name).toEqual([]);
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

test.each(operations)(
  'every class of every field stands in a request of a %s or is left out',
  (operation) => {
    const { sent, notSent } = pairsOf(operation, 5);
    const wanted = fieldsOf(requestSchema(operation)).flatMap((field) => {
      if (field.kind !== 'leaf') return [];
      const { own, beyond } = classesOf(field, defaultContext);
      return [...own, ...beyond].map(({ id }) => `${field.label} ${id}`);
    });
    const known = new Set([...sent, ...notSent]);
    expect(wanted.filter((pair) => !known.has(pair))).toEqual([]);
  },
);

test.each(operations)('what makes sense stands before what does not in a request of a %s', (operation) => {
  const { requests } = coveringPlan(operation, defaultContext, 5);
  expect(requests.slice(0, 10).some(({ carries }) => carries.some((one) => one.isBeyond))).toBe(false);
  const late = requests.filter(({ carries }) => carries.some((one) => one.isBeyond));
  expect(late.length).toBeGreaterThan(10);
  for (const { carries, name } of late) {
    const leaves = carries.filter((one) => classNames.has(one.class));
    const first = leaves.findIndex((one) => one.isBeyond);
    expect(
      leaves.slice(first).every((one) => one.isBeyond),
      name,
    ).toBe(true);
    expect(first, name).toBeGreaterThan(0);
  }
});

const limits = ['10.00', '1000.00', '999999999.00'];

test.each(operations)('no body of the plan of a %s names more money than the target allows', (operation) => {
  for (const amountLimit of limits) {
    const context = { ...defaultContext, amountLimit };
    const plan = coveringPlan(operation, context, 3);
    for (const request of plan.requests) {
      const body = coveringBody(plan, request, request.carries, { context, seed: 3 }, '0');
      expect(amountNamed(operation, body), `${amountLimit} ${request.name}`).toBeLessThanOrEqual(
        Number(amountLimit),
      );
    }
  }
});

test.each(['capture', 'refund', 'cancel', 'review'] as const)(
  'no batch of the plan of a %s names more money than the target allows',
  (operation) => {
    for (const amountLimit of limits) {
      const context = { ...defaultContext, amountLimit };
      const plan = unknownBatchPlan(operation, context, 3);
      for (const request of plan.requests) {
        const body = coveringBatch(plan, request, request.carries, { context, seed: 3 });
        expect(amountNamed(operation, body), amountLimit).toBeLessThanOrEqual(Number(amountLimit));
      }
    }
  },
);
