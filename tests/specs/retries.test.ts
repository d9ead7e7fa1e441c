import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { openSubscription } from '../../generators/situations.ts';
import { expectationsOf, trackPaymentAges } from '../../opening/expectations.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../../schemas/types.ts';
import { isTooSoon, withRetries } from '../../specs/support/retries.ts';
import type { Target } from '../../targets/target.ts';
import { serviceOver, settings } from './service-over.ts';

const context = defaultContext;

/** An exchange that was answered with a status; 200 is judged as accepted. */
function answered(status: number, operation: OperationId, body: JsonObject = {}, headers = {}) {
  return {
    exchange: {
      operation,
      sent: { value: body },
      received: { kind: 'answer', status, headers, body: Buffer.from('') },
    },
    judgement: { operation, outcome: status === 200 ? 'accepted' : 'unclear', findings: [] },
  } as unknown as JudgedExchange;
}

test.each([
  [429, {}, true],
  [503, { 'retry-after': '1' }, true],
  [503, {}, false],
  [500, { 'retry-after': '1' }, false],
  [200, {}, false],
])('an answer %i with %o came too soon: %s', (status, headers, expected) => {
  expect(isTooSoon(answered(status, 'capture', {}, headers))).toBe(expected);
});

test('what came too soon is followed by another one, a few times at most', async () => {
  const attempts: number[] = [];
  const last = await withRetries(async (attempt) => {
    attempts.push(attempt);
    return answered(429, 'refund');
  });
  expect(attempts).toEqual([0, 1, 2, 3, 4]);
  expect(isTooSoon(last)).toBe(true);
});

test('a refusal is followed by nothing', async () => {
  let sent = 0;
  await withRetries(async () => {
    sent += 1;
    return answered(503, 'cancel-subscription');
  });
  expect(sent).toBe(1);
});

const orderOf = (attempt: number): PaidOrder => ({
  transaction_id: `T${attempt}`,
  order_no: `O${attempt}`,
  currency: 'EUR',
  amount: '1.00',
});

test('a capture that came too soon is made for other orders, never for the same', async () => {
  const captured: string[] = [];
  const client = {
    async send(operation: OperationId, body: JsonObject) {
      captured.push(JSON.stringify(body.capture_orders).match(/"T[0-9]+"/)?.[0] ?? '');
      return answered(captured.length < 3 ? 429 : 200, operation, body);
    },
  };
  const service = serviceOver(client, { target: { ...settings.target, capture: 'manual' } });
  const orders = await service.prepared('refund', context, async (attempt) => [orderOf(attempt)]);
  expect(captured).toEqual(['"T0"', '"T1"', '"T2"']);
  expect(orders).toEqual([orderOf(2)]);
});

test('what the opening saw wait for a time is prepared by waiting as long', async () => {
  const step = { operation: 'cancel', state: 'accepted', waitsMs: 500, exchanges: [] } as const;
  const expectations = expectationsOf({ steps: [step], spent: { requests: 0, amount: 0 } });
  const service = {
    width: 1,
    seed: 1,
    need: (judged: JudgedExchange) => judged,
    send: () => Promise.reject(new Error('nothing has to be sent')),
  };
  const ages = trackPaymentAges(expectations, {} as Target);
  const paid = answered(200, 'direct-payment');
  ages.note({
    ...paid,
    judgement: { ...paid.judgement, answer: { respon: { transaction_id: 'T0' } } },
  });
  const prepared = async (operation: OperationId) => {
    await ages.prepare(service, operation, [orderOf(0)], context);
    return operation;
  };
  const cancel = prepared('cancel');
  expect(await Promise.race([cancel, prepared('review')])).toBe('review');
  expect(await Promise.race([cancel, setTimeout(100, 'something else')])).toBe('something else');
  expect(await cancel).toBe('cancel');
});

test('a subscription that came too soon is opened under another number', async () => {
  const numbers: unknown[] = [];
  const service = {
    width: 1,
    async send(operation: OperationId, body: JsonObject) {
      numbers.push(body.order_no);
      return answered(numbers.length < 3 ? 429 : 200, operation, body);
    },
  };
  const { payment } = await openSubscription(service, { context, seed: 1 });
  expect(payment.judgement.outcome).toBe('accepted');
  expect(new Set(numbers).size).toBe(3);
});
