import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { readLedger } from '../../targets/ledger.ts';
import { SendingStopped, ServiceBusy } from '../../targets/refused-send.ts';
import { createBackOff } from '../../targets/sending/pace.ts';
import { busy, card, envelope, ok, openClient, origin } from './open-client.ts';
import { stillClock } from './still-clock.ts';

const full = new Error('no space left on the device');

test('nothing more is sent once an exchange could not be written down', async () => {
  let records = 0;
  const record = () => {
    records += 1;
    throw full;
  };
  const { client, wires } = openClient([ok], {}, { record });
  for (const _again of [1, 2, 3]) await expect(client.send('query', envelope, { origin })).rejects.toBe(full);
  expect([wires.length, records]).toEqual([1, 1]);
});

test('what may be paid stands in the ledger though its exchange was not written down', async () => {
  const paid: NoAnswer = { kind: 'none', reason: 'timeout', detail: '', durationMs: 1 };
  const record = () => {
    throw full;
  };
  const { client, out } = openClient([paid], { allow: ['reads', 'creates', 'moves-money'] }, { record });
  const body = { ...envelope, ...card, order_no: 'r-1', amount: '1.00', currency: 'EUR' };
  await expect(client.send('direct-payment', body, { origin })).rejects.toBe(full);
  expect(JSON.stringify(readLedger(join(out, 'ledger.ndjson')))).toContain('r-1');
});

test('what may be paid stands in the ledger before it is sent, or is not sent', async () => {
  const allow = ['reads', 'creates', 'moves-money'];
  const body = { ...envelope, ...card, order_no: 'r-1', amount: '1.00', currency: 'EUR' };
  let seen: readonly unknown[] = [];
  const transport = async () => {
    seen = readLedger(join(out, 'ledger.ndjson'));
    return ok;
  };
  const { client, out } = openClient([], { allow }, { transport });
  await client.send('direct-payment', body, { origin });
  expect(seen).toMatchObject([{ order_no: 'r-1', certain: false }]);
  const begin = () => {
    throw full;
  };
  const filled = openClient([ok], { allow }, { ledger: { begin, note: () => {} } });
  for (const operation of ['direct-payment', 'query'] as const)
    await expect(filled.client.send(operation, body, { origin })).rejects.toBe(full);
  expect(filled.wires).toEqual([]);
});

test('what waits for its turn is not sent when others are told to stay away', async () => {
  const backOff = createBackOff(stillClock());
  const away = { ...busy, headers: { 'retry-after': '99999999' } };
  const pace = {
    run: <Result>(work: () => Promise<Result>) => {
      backOff.after(away, 'another test');
      return Promise.resolve().then(work);
    },
    hold: () => {},
  };
  const { client, wires, recorded } = openClient([ok], {}, { backOff, pace });
  await expect(client.send('query', envelope, { origin })).rejects.toThrow(ServiceBusy);
  expect([wires, recorded]).toEqual([[], []]);
});

const lost = (reason: NoAnswer['reason']): NoAnswer => ({ kind: 'none', reason, detail: '', durationMs: 1 });

test.each<[string, Answer | NoAnswer]>([
  ['a time-out', lost('timeout')],
  ['a gateway', { ...ok, status: 504 }],
  ['a connection that broke off', lost('reset')],
])('what waits for its turn is not sent once %s leaves its order unknown', async (_name, came) => {
  const { client, wires } = openClient([came], {}, { isResponding: () => nextTurn().then(() => true) });
  const refund = { ...envelope, refund_orders: [{ transaction_id: 'T1', refund_amount: '1.00' }] };
  const sent = [1, 2, 3].map(() => client.send('refund', refund, { origin }));
  const ends = await Promise.allSettled(sent);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(wires).toHaveLength(1);
});

test('what waits for its turn is not sent once an exchange could not be written down', async () => {
  const record = () => {
    throw full;
  };
  const { client, wires } = openClient([ok], {}, { record });
  const sent = [1, 2, 3].map(() => client.send('query', envelope, { origin }));
  expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(wires).toHaveLength(1);
});

test('a script that waits for its turn is not fetched once the sender is stopped', async () => {
  const body = Buffer.from('<form name="theForm" method="post" action="/v1/checkout"></form>');
  const pace = { run: <Got>(work: () => Promise<Got>) => nextTurn().then(work), hold: () => {} };
  const { client, wires } = openClient([{ ...ok, body }], { allow: ['creates'] }, { pace });
  const order = { ...envelope, order_no: 'o', currency: 'USD', amount: '1.00' };
  const fetched: unknown[] = [];
  await client.send('redirect-payment', order, {
    origin,
    async visit({ url }, _answer, fetchScript) {
      const script = fetchScript(new URL('/a.js', url).href);
      void client.stop('stopped by a signal');
      fetched.push(await script);
      return { foreignRequests: [], dialogs: [], scriptErrors: [] };
    },
  });
  expect([fetched, wires.length]).toEqual([[undefined], 1]);
});

/** A transport whose answers come when the test says so, and that ends what is under way when it is closed. */
function held() {
  const pending: ((came: Answer | NoAnswer) => void)[] = [];
  const none: NoAnswer = { kind: 'none', reason: 'aborted', detail: 'given up', durationMs: 1 };
  return {
    transport: () => new Promise<Answer | NoAnswer>((resolve) => pending.push(resolve)),
    pending,
    hangUp: async () => {
      for (const end of pending) end(none);
    },
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a sender that is stopped', () => {
  const limits = { concurrent: 1, requestsPerSecond: 1 };
  const opened = () => {
    const { transport, pending, hangUp } = held();
    // Its own pace, which knows of the stop.
    const parts = { transport, hangUp, pace: undefined };
    return { pending, ...openClient([], { limits }, parts as never) };
  };

  test('sends nothing more, and waits for what is under way', async () => {
    const { client, pending, recorded } = opened();
    const [first, second] = [1, 2].map((ordinal) =>
      client.send('query', envelope, { origin: { ...origin, ordinal } }),
    );
    await nextTurn();
    let isStopped = false;
    const stopped = client.stop('stopped by a signal').then(() => {
      isStopped = true;
    });
    await expect(second).rejects.toThrow('stopped by a signal; query was not sent');
    await expect(client.send('query', envelope, { origin })).rejects.toThrow(SendingStopped);
    expect([isStopped, pending.length, recorded.length]).toEqual([false, 1, 0]);
    pending[0]?.(ok);
    await stopped;
    expect(await first).toBe(recorded[0]);
    expect([pending.length, recorded.length]).toEqual([1, 1]);
  });

  test('gives up what has no answer in time, and records it as unknown', async () => {
    const { client, recorded } = opened();
    const sent = client.send('query', envelope, { origin });
    await nextTurn();
    await client.stop('stopped by a signal', 0);
    expect((await sent).exchange.received).toMatchObject({ kind: 'none', reason: 'aborted' });
    expect(recorded).toHaveLength(1);
  });

  test('does not wait out a pause that the service asked for', async () => {
    const { client, pending, recorded } = opened();
    const sent = client.send('query', envelope, { origin });
    await nextTurn();
    pending[0]?.({ ...busy, headers: { 'retry-after': '50' } });
    await nextTurn();
    const [ended] = await Promise.allSettled([sent, client.stop('stopped by a signal')]);
    expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(SendingStopped) });
    expect(recorded.map(({ exchange }) => exchange.received)).toMatchObject([{ status: 429 }]);
    expect(pending).toHaveLength(1);
  });

  test('counts no number for what was not sent', async () => {
    const { client } = opened();
    const caller = client.from({ test: 'a test' });
    await client.stop('stopped');
    await expect(caller.send('query', envelope)).rejects.toThrow(SendingStopped);
    expect([caller.next, caller.exchanges]).toEqual([0, []]);
  });
});
