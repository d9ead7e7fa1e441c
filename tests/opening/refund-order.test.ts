import { describe, expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import type { Step } from '../../opening/ask-step.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import type { Requester } from '../../opening/requester.ts';
import { isRefusedInside } from '../../opening/settle.ts';
import { findOrder, retryRefused } from '../../opening/transitions.ts';
import { defined } from '../../schemas/defined.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';

interface Ways {
  readonly demands: boolean;
  /** Whether a refund is refused in its entry, by a call that says OK. */
  readonly inside?: boolean;
  /** Whether no refund is ever done. */
  readonly never?: boolean;
  /** How many payments are declined first. */
  readonly declines?: number;
}

/** Answers as a service that refunds what was captured, or everything. */
function askerOf({
  demands,
  inside = false,
  never = false,
  declines = 0,
}: Ways): Requester & { readonly asked: string[] } {
  const captured = new Set<unknown>();
  const asked: string[] = [];
  const orders: PaidOrder[] = [{ transaction_id: '1', order_no: 'first', currency: 'EUR', amount: '12.00' }];
  const entriesOf = (body: JsonObject) => Object.values(body).filter(Array.isArray).flat() as JsonObject[];
  const namedBy = (body: JsonObject) => entriesOf(body).map(({ order_no }) => order_no);
  const accepts = (operation: DocumentedOperationId, body: JsonObject) => {
    if (operation === 'direct-payment' && asked.length <= declines) return false;
    if (operation === 'capture') for (const one of namedBy(body)) captured.add(one);
    if (operation === 'direct-payment')
      orders.push({
        transaction_id: '2',
        order_no: String(body.order_no),
        currency: String(body.currency),
        amount: String(body.amount),
      });
    if (operation === 'refund' && never) return false;
    return operation !== 'refund' || !demands || namedBy(body).every((one) => captured.has(one));
  };
  const exchanges: JudgedExchange[] = [];
  const testData: Requester['testData'] = (shape) => ({
    context: defaultContext,
    // Each payment is an order of its own.
    seed: 3 + asked.length,
    shape,
    orders,
    subscriptions: [],
  });
  return {
    asked,
    exchanges,
    testData,
    freshTestData: testData,
    writeAs() {},
    keepTo() {},
    async send(operation, body) {
      asked.push(operation);
      const done = accepts(operation, body);
      // An entry about no order that was asked for would say nothing about the refund.
      const refund_orders = namedBy(body).map((order_no) => ({ order_no, refund_status: done ? '1' : '0' }));
      const answer = { return_status: '1', refund_orders };
      const judged = {
        judgement: { outcome: done || inside ? 'accepted' : 'refused', answer },
        exchange: {
          id: `${operation} ${asked.length}`,
          origin: {},
          operation,
          sent: { body: JSON.stringify(body), value: body },
          received: {
            kind: 'answer',
            status: done || inside ? 200 : 400,
            headers: {},
            body: Buffer.from('{}'),
          },
        },
      } as unknown as JudgedExchange;
      exchanges.push(judged);
      return judged;
    },
  };
}

const stepOf = (operation: DocumentedOperationId): Step => ({
  operation,
  state: 'accepted',
  mainShape: 'full',
  others: [],
  exchanges: [],
});

/** Whether an opening that saw all of it accepted finds out that a refund has to come after a capture; the step of the refund. */
async function orderFound(requester: Requester, at = target) {
  const step = stepOf('refund');
  await findOrder([stepOf('direct-payment'), stepOf('capture'), step], requester, at);
  return { isAfter: step.after === 'capture', step };
}

/** What capturing first found out about a refused refund; undefined where that was not it. */
async function onceCaptured(requester: Requester, at = target) {
  const step: Step = { ...stepOf('refund'), state: 'not-accepted' };
  await retryRefused({ step, steps: [step], requester, target: at });
  return step.state === 'accepted' ? defined({ after: step.after, settles: step.settles }) : undefined;
}

const target = loadTarget('targets/mock.json', {});

describe('refunds and captures in an opening', () => {
  test.each([
    [true, true],
    [false, false],
  ])('a service that demands a capture (%s) is told from one that does not', async (demands, told) => {
    const requester = askerOf({ demands });
    const { isAfter, step } = await orderFound(requester);
    expect(isAfter).toBe(told);
    expect(requester.asked).toEqual(['direct-payment', 'refund']);
    expect(step.exchanges).toEqual(['direct-payment 1', 'refund 2']);
  });

  test.each([
    [1, true],
    [4, true],
    [5, false],
  ])('a demand is found after %s declined payments: %s', async (declines, isFound) => {
    const requester = askerOf({ demands: true, declines });
    expect((await orderFound(requester)).isAfter).toBe(isFound);
    expect(requester.asked).toHaveLength(isFound ? declines + 2 : 5);
  });

  test('a refused refund is accepted once its payment is captured', async () => {
    const requester = askerOf({ demands: true });
    expect(await onceCaptured(requester)).toEqual({ after: 'capture' });
    expect(requester.asked).toEqual(['direct-payment', 'capture', 'refund']);
  });

  test('a refund that is refused inside its entry is told by another that was done', async () => {
    const requester = askerOf({ demands: true, inside: true });
    expect(await onceCaptured(requester)).toEqual({ after: 'capture' });
    expect(isRefusedInside(requester, 'refund')).toBe(false);
    expect((await orderFound(requester)).isAfter).toBe(true);
    expect(isRefusedInside(requester, 'refund')).toBe(true);
  });

  test('a refund that stays undone once captured waits for something else', async () => {
    const requester = askerOf({ demands: true, inside: true, never: true });
    await requester.send('refund', { refund_orders: [{ order_no: 'first' }] }, { caseName: 'full' });
    expect(await onceCaptured(requester)).toBeUndefined();
  });

  test('what the target file says is not asked for', async () => {
    const requester = askerOf({ demands: true });
    const automatic = { ...target, capture: 'automatic' as const };
    expect(await onceCaptured(requester, automatic)).toBeUndefined();
    expect((await orderFound(requester, automatic)).isAfter).toBe(false);
    const manual = { ...target, capture: 'manual' as const };
    expect((await orderFound(requester, manual)).isAfter).toBe(true);
    expect(requester.asked.filter((one) => one !== 'query')).toEqual([]);
  });

  test('nothing is captured where the target forbids it', async () => {
    const requester = askerOf({ demands: true });
    expect(await onceCaptured(requester, { ...target, allow: ['reads'] })).toBeUndefined();
    expect(requester.asked.filter((one) => one !== 'query')).toEqual([]);
  });

  test('the specs capture before refunds, and pay in the shape, that was accepted', () => {
    const step = { state: 'accepted', exchanges: [] } as const;
    const expectations = expectationsOf({
      steps: [
        { ...step, operation: 'direct-payment', shape: 'full' },
        { ...step, operation: 'refund', after: 'capture' },
      ],
      spent: { requests: 3, amount: 1 },
    });
    expect(expectations.refundsCaptured).toBe(true);
    expect(expectations.shapeOf('direct-payment')).toBe('full');
    expect(expectations.shapeOf('payout')).toBe('minimal');
    expect(expectationsOf(undefined).refundsCaptured).toBe(false);
  });
});
