import { describe, expect, test } from 'vitest';
import { batchOf } from '../../generators/orders.ts';
import { sample } from '../../generators/seed.ts';
import { playSequence, sequences } from '../../generators/sequences.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import type { OpeningStep } from '../../schemas/opening.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { sendBoth, stagesOf } from '../../specs/support/move-on.ts';
import { busyIds } from '../opening/settling-service.ts';
import { stopClock } from '../opening/stopped-clock.ts';
import { serviceOver, settings } from './service-over.ts';

stopClock();

const step = { state: 'accepted', exchanges: [] } as const;
const busyMs = 20;

/** What is answered to an entry, and what a query or a search of refunds shows of a payment. */
interface Ways {
  answers(operation: DocumentedOperationId, id: string): '0' | '1' | '2';
  shows?(search: 'query' | 'refund-search', id: string): string;
}

/** A test's service, what of its requests was asked for, and what of that was refused. */
function asking(steps: readonly OpeningStep[], { answers, shows = () => '' }: Ways, longestMs = 3000) {
  const target = { ...settings.target, settle: { longestMs } };
  const asked: string[] = [];
  const refused: string[] = [];
  const ids: string[] = [];
  const answer = (operation: DocumentedOperationId, body: JsonObject): JsonObject => {
    const { batch, lists } = operationOf(operation);
    const sent = batch === undefined ? undefined : (body[batch.field] as readonly JsonObject[] | undefined);
    if (batch !== undefined && sent !== undefined) {
      const entries = sent.map((entry) => ({
        ...entry,
        [batch.status]: answers(operation, String(entry.transaction_id)),
      }));
      if (entries.some((entry) => entry[batch.status] === '0')) refused.push(operation);
      return { return_status: '1', [batch.field]: entries };
    }
    if (operation === 'query' || operation === 'refund-search') {
      const state = operation === 'query' ? 'payment_status' : 'refund_status';
      const list = ids.map((transaction_id) => ({
        transaction_id,
        [state]: shows(operation, transaction_id),
      }));
      return { return_status: '1', [lists?.field ?? '']: list };
    }
    const transaction_id = `T-${String(body.order_no)}`;
    if (operation !== 'direct-payment') return {};
    ids.push(transaction_id);
    answers(operation, transaction_id);
    return { respon: { transaction_id, order_no: body.order_no ?? '' } };
  };
  const client = {
    async send(operation: DocumentedOperationId, body: JsonObject) {
      asked.push(operation);
      const sent = { value: body, body: JSON.stringify(body) };
      const received = { kind: 'answer', status: 200, headers: {} };
      const judgement = { operation, outcome: 'accepted', findings: [], answer: answer(operation, body) };
      return { exchange: { operation, sent, received, origin: {} }, judgement } as unknown as JudgedExchange;
    },
  };
  const expectations = expectationsOf({ steps, spent: { requests: 0, amount: 0 } });
  const service = serviceOver(client, { expectations, target });
  return { service, asked, refused };
}

const overPayments = ['capture', 'review', 'cancel', 'refund'] as const;

/** Refuses what comes too soon after a payment, or after what was done to it last. */
function busy(): Ways {
  const { begins, isBusy } = busyIds(busyMs);
  return {
    answers(operation, id) {
      if (operation !== 'direct-payment' && isBusy(id)) return '0';
      begins(id);
      return '1';
    },
  };
}

const waiting = overPayments.map((operation) => ({ ...step, operation, waitsMs: 2 * busyMs }));

async function play(steps: readonly OpeningStep[], count: number, ways = busy()) {
  const run = asking(steps, ways);
  const stageOf = stagesOf(run.service);
  const drawn = sample(sequences(run.service.context, { steps: 12 }), 1, count);
  for (const [at, sequence] of drawn.entries())
    await playSequence(sequence, stageOf({ casePath: String(at) }).stage);
  return { ...run, moves: run.asked.filter((one) => overPayments.some((operation) => operation === one)) };
}

describe('a service that is busy for a moment after a payment, and after each operation over it', () => {
  test('is asked by no sequence too soon', async () => {
    const { refused, moves } = await play(waiting, 8);
    expect(moves.length).toBeGreaterThan(5);
    expect(refused).toEqual([]);
  });

  test('is waited for a number of times in all', async () => {
    const [some, many] = [await play(waiting, 30), await play(waiting, 60)];
    expect(some.moves).toHaveLength(many.moves.length);
    expect(many.asked.length).toBeGreaterThan(some.asked.length);
    expect(many.refused).toEqual([]);
  });

  test.each(overPayments.flatMap((one) => overPayments.map((other) => [one, other] as const)))(
    'is asked for a %s and a %s in time',
    async (earlier, later) => {
      const { service, refused } = asking(waiting, busy());
      await sendBoth(service, earlier, later);
      expect(refused).toEqual([]);
    },
  );

  test('is asked in time where one operation waits longer than another', async () => {
    const { begins, isBusy } = busyIds(3 * busyMs);
    const ways: Ways = {
      answers(operation, id) {
        if (operation === 'direct-payment') begins(id);
        return operation === 'review' && isBusy(id) ? '0' : '1';
      },
    };
    const steps = waiting.map((one) => (one.operation === 'review' ? { ...one, waitsMs: 4 * busyMs } : one));
    const { service, refused } = asking(steps, ways);
    const orders = await service.pay(1, 'capture');
    await service.ripen('review', orders);
    await service.send('review', batchOf('review', orders, service.context, 1));
    expect(refused).toEqual([]);
  });

  test('is asked in time for what waits before what does not', async () => {
    const onlyCapture = waiting.filter(({ operation }) => operation === 'capture');
    const { answers } = busy();
    const ways: Ways = {
      answers: (operation, id) => (operation === 'review' ? '1' : answers(operation, id)),
    };
    const { service, refused } = asking(onlyCapture, ways);
    await sendBoth(service, 'capture', 'review');
    expect(refused).toEqual([]);
  });
});

describe('a service whose results are pending', () => {
  const settles = (from: string, to: string) => ({ entry: '2', from, to, withinMs: 500 });

  /** What is asked for is pending until the second search, and everything else is refused until then. */
  function pendingUntilSearched(): Ways {
    const open = new Map<string, number>();
    return {
      answers(operation, id) {
        if (operation === 'direct-payment') return '1';
        if ((open.get(id) ?? 0) > 0) return '0';
        open.set(id, 2);
        return '2';
      },
      shows(search, id) {
        const left = Math.max(0, (open.get(id) ?? 0) - 1);
        open.set(id, left);
        const pending = search === 'query' ? 'authorised' : '2';
        return left > 0 ? pending : 'done';
      },
    };
  }
  const pending: readonly OpeningStep[] = overPayments.map((operation) => ({
    ...step,
    operation,
    settles: operation === 'refund' ? settles('2', 'done') : settles('authorised', 'done'),
  }));

  test.each(overPayments)('is asked for another operation after a %s once that is done', async (earlier) => {
    const { service, refused, asked } = asking(pending, pendingUntilSearched());
    await sendBoth(service, earlier, 'cancel');
    expect(refused).toEqual([]);
    const search = earlier === 'refund' ? 'refund-search' : 'query';
    expect(asked).toEqual(['direct-payment', earlier, search, search, 'cancel']);
  });

  test('ends a test where it takes longer than the target file says', async () => {
    const never: Ways = { answers: () => '2', shows: () => 'authorised' };
    const { service } = asking(pending, never, 1);
    const [order] = await service.pay(1);
    const orders = order === undefined ? [] : [order];
    await service.send('capture', batchOf('capture', orders, service.context, 1));
    expect(await service.ripen('cancel', orders)).toContain('did not settle within');
  });
});

test('a payment that was seen to be refundable is refunded again without another look', async () => {
  const waits = { from: 'paid', to: 'settled', withinMs: 500 };
  const shown = ['paid', 'paid', 'settled', 'refunded'];
  const { service, asked } = asking([{ ...step, operation: 'refund', waits }], {
    answers: () => '1',
    shows: () => shown.shift() ?? 'refunded',
  });
  await sendBoth(service, 'refund', 'refund');
  expect(asked).toEqual(['direct-payment', 'query', 'query', 'query', 'refund', 'refund']);
});

test('where the opening saw nothing wait, nothing is asked or waited for', async () => {
  const { service, asked } = asking(
    overPayments.map((operation) => ({ ...step, operation })),
    { answers: () => '1' },
  );
  await sendBoth(service, 'capture', 'refund');
  expect(asked).toEqual(['direct-payment', 'capture', 'refund']);
  const [order] = await service.pay(1);
  expect(service.isRipe('refund', order === undefined ? [] : [order])).toBe(true);
});
