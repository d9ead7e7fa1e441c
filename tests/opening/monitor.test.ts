import { appendFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Monitor, openMonitor, type ServiceChecks } from '../../opening/monitor.ts';
import { monitorLog, problemNotesIn, whyStopped } from '../../reports/run/service-problems.ts';
import { judge } from '../../schemas/judge.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Answer, JudgedExchange, NoAnswer, OperationId, Times } from '../../schemas/types.ts';
import { emptyFolder } from '../cli/command.ts';
import { turnedAway } from '../runs/turning-service.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const body = { merchant_id: '1', account_id: '2', orders_list: [{ order_no: 'a' }] };
const none = (reason: NoAnswer['reason']): NoAnswer => ({ kind: 'none', reason, detail: '', durationMs: 1 });

interface Made {
  readonly id?: string;
  readonly operation?: OperationId;
  readonly intent?: 'valid' | 'odd';
  readonly outcome?: 'accepted' | 'refused' | 'unclear' | 'none';
  readonly status?: number;
  readonly text?: string;
  readonly headers?: Answer['headers'];
  readonly received?: NoAnswer;
  readonly times?: Times;
}

function judged(made: Made): JudgedExchange {
  const { id = 'x', operation = 'direct-payment', intent = 'valid', text = '', headers = {}, times } = made;
  const { status = 200, outcome = made.received === undefined ? 'accepted' : 'none' } = made;
  const answer = { kind: 'answer', status, headers, body: Buffer.from(text), durationMs: 1 };
  return {
    judgement: { operation, outcome, findings: [], answer: text === '' ? undefined : JSON.parse(text) },
    exchange: {
      id,
      operation,
      sent: { intent, value: body, body: '' },
      received: made.received ?? answer,
      ...(times === undefined ? {} : { times }),
    },
  } as unknown as JudgedExchange;
}

const refused: Made = { outcome: 'refused', status: 401 };

/** Notes so many exchanges, and returns after how many of them something was suspected; 0 for none. */
function noted(monitor: Monitor, count: number, made: Made | ((at: number) => Made)): number {
  const seen = Array.from({ length: count }, (_none, at) => {
    const one = typeof made === 'function' ? made(at) : made;
    return monitor.note(judged({ id: `e${at}`, ...one }), body);
  });
  return seen.indexOf(true) + 1;
}

/** A service that answers what it is asked again, and what was asked of it. */
function asksOf(
  answer: (round: number, operation?: OperationId) => Made | undefined,
  monitor?: () => Monitor,
) {
  const asked: string[] = [];
  const asks: ServiceChecks = {
    pause: async () => {},
    async isAnswered() {
      asked.push('anything');
      return answer(asked.length)?.received === undefined;
    },
    async control(operation) {
      const made = answer(asked.length + 1, operation);
      if (made === undefined) return undefined;
      asked.push(operation);
      const one = judged({ id: `control-${asked.length}`, ...made, operation });
      monitor?.().note(one, body);
      return one;
    },
  };
  return { asks, asked };
}

const opened = (accepted: readonly OperationId[] = ['direct-payment', 'query'], out = emptyFolder()) => ({
  out,
  monitor: openMonitor({ out, before: 9, accepted }),
});

describe('a service that stops answering', () => {
  test.each<[string, Made, number, number]>([
    ['resets', { received: none('reset') }, 5, 12],
    ['time-outs', { received: none('timeout') }, 3, 1],
    ['connections that died with the read after each', { received: { ...none('reset'), gone: true } }, 3, 12],
    ['502', { outcome: 'unclear', status: 502 }, 12, 12],
    ['503', { outcome: 'unclear', status: 503 }, 12, 12],
    ['504', { outcome: 'unclear', status: 504 }, 12, 12],
  ])('is found by %s in a row, over all workers', async (_what, made, fewest, times) => {
    const { out, monitor: one } = opened();
    const other = openMonitor({ out });
    expect(noted(one, fewest - 1, made)).toBe(0);
    expect(noted(other, 1, made)).toBe(1);
    const { asks, asked } = asksOf(() => ({ received: none('reset') }));
    const found = await other.look(asks);
    expect(asked).toHaveLength(times);
    expect(found?.says).toMatch(/^the service stopped answering since request (1|10) of the run \(20/);
    expect(found?.says).toMatch(new RegExp(`, nor did ${times} more|, and so did ${times} more`));
    expect(one.stopped()).toBe(found?.says);
    expect(whyStopped(out)).toBe(found?.says);
  });

  test.each<[string, (at: number) => Made]>([
    ['answers in between', (at) => (at % 4 === 3 ? {} : { received: none('reset') })],
    ['cuts off what is odd', () => ({ intent: 'odd', received: none('reset') })],
    ['says how long to wait', () => ({ outcome: 'unclear', status: 503, headers: { 'retry-after': '1' } })],
    ['fails in itself', () => ({ outcome: 'unclear', status: 500 })],
    ['answers 503 now and then', (at) => ({ outcome: 'unclear', status: at % 10 === 9 ? 200 : 503 })],
  ])('is no service that %s', (_what, made) => {
    expect(noted(opened().monitor, 9, made)).toBe(0);
  });

  test('needs twice as many once it was suspected and answered', async () => {
    const { monitor } = opened();
    const { asks } = asksOf(() => ({}));
    expect(noted(monitor, 5, { received: none('reset') })).toBe(5);
    expect(await monitor.look(asks)).toBeUndefined();
    expect(noted(monitor, 10, { received: none('reset') })).toBe(10);
    expect(monitor.stopped()).toBeUndefined();
  });
});

describe('a service that refuses everything', () => {
  test.each<[string, readonly OperationId[], OperationId]>([
    ['a read, where one was accepted', ['direct-payment', 'refund-search'], 'refund-search'],
    ['a payment, where no read was', ['payout', 'direct-payment'], 'direct-payment'],
    ['a payout, where nothing else was', ['payout'], 'payout'],
  ])('is asked for %s', async (_what, accepted, operation) => {
    const { out, monitor } = opened(accepted);
    expect(noted(monitor, 12, refused)).toBe(12);
    const { asks, asked } = asksOf(
      () => refused,
      () => monitor,
    );
    const found = await monitor.look(asks);
    expect(new Set(asked)).toEqual(new Set([operation]));
    expect(found).toMatchObject({ name: 'refuses', ends: true });
    expect(found?.says).toMatch(
      /^the service refuses everything since request 10 of the run \(20.*Z, direct-payment, exchange e0\): 12 allowed requests in a row were refused, and so were 12 more like one that it had accepted \(401, an empty body\)$/,
    );
    // What was asked again is among what shows nothing.
    expect(problemNotesIn(out)[0]?.exchanges).toHaveLength(24);
  });

  test.each<[what: string, accepted: Times, first: string]>([
    ['an acceptance sent before it and noted after it', { sentAt: 0, answeredAt: 9 }, 'e0'],
    ['an acceptance sent while it was under way', { sentAt: 2, answeredAt: 9 }, 'e0'],
    ['an acceptance sent once it was answered', { sentAt: 3, answeredAt: 9 }, 'e2'],
  ])('has refused since the first refusal that is followed by %s', async (_what, times, first) => {
    const { out, monitor } = opened();
    const made = (at: number): Made =>
      at === 1 ? { times } : { ...refused, times: { sentAt: at * 10 + 1, answeredAt: at * 10 + 3 } };
    expect(noted(monitor, 14, made)).toBeGreaterThan(0);
    await monitor.look(
      asksOf(
        () => refused,
        () => monitor,
      ).asks,
    );
    expect(whyStopped(out)).toContain(`exchange ${first})`);
  });

  test.each(Object.entries(turnedAway))('is suspected by %s in answer to any operation', (_form, answer) => {
    for (const { id: operation } of documentedOperations) {
      const { monitor } = opened();
      const exchange = exchangeOf(operation, requests[operation], answer.body, answer);
      const one = { exchange, judgement: judge(exchange) };
      const seen = Array.from({ length: 12 }, () => monitor.note(one, body));
      expect([operation, seen.indexOf(true)]).toEqual([operation, 11]);
    }
  });

  test.each<[string, Made]>([
    ['accepts one in between', {}],
    ['accepts an odd one', { intent: 'odd' }],
    [
      'answers with an entry for an order',
      { operation: 'refund', outcome: 'refused', text: '{"refund_orders":[{"refund_status":"0"}]}' },
    ],
  ])('is no service that %s', (_what, between) => {
    const { monitor } = opened();
    expect(noted(monitor, 60, (at) => (at % 12 === 11 ? between : refused))).toBe(0);
  });

  test.each<[string, Made]>([
    ['refuses what is odd', { ...refused, intent: 'odd' }],
    [
      'lists nothing',
      { operation: 'query', outcome: 'refused', text: '{"return_status":"4","orders_list":[]}' },
    ],
    ['asks to wait', { outcome: 'unclear', status: 429 }],
  ])('is no service that %s', (_what, made) => {
    expect(noted(opened().monitor, 60, made)).toBe(0);
  });

  test('may have a window of maintenance', async () => {
    const { monitor } = opened();
    expect(noted(monitor, 12, refused)).toBe(12);
    const { asks, asked } = asksOf(
      (round) => (round < 8 ? refused : {}),
      () => monitor,
    );
    expect(await monitor.look(asks)).toBeUndefined();
    expect(asked).toHaveLength(8);
  });

  test.each<[string, readonly OperationId[], Made, number]>([
    ['a read', ['query'], { received: none('timeout') }, 12],
    ['a read', ['query'], { outcome: 'unclear', status: 429 }, 12],
    ['a payment', ['direct-payment'], { received: none('timeout') }, 1],
  ])('is not found by %s of %j that gets %o', async (_what, accepted, answer, times) => {
    const { monitor } = opened(accepted);
    noted(monitor, 12, refused);
    const { asks, asked } = asksOf(
      () => answer,
      () => monitor,
    );
    expect(await monitor.look(asks)).toBeUndefined();
    // What moves money is not sent again where it is unknown what became of it.
    expect(asked).toHaveLength(times);
  });

  test.each([1, 5, 11])('is found when a worker ends after %i refusals', async (count) => {
    const { out, monitor } = opened();
    expect(noted(monitor, count, refused)).toBe(0);
    await monitor.close(
      asksOf(
        () => refused,
        () => monitor,
      ).asks,
    );
    expect(whyStopped(out)).toMatch(/^the service refuses everything since request 10 /);
  });

  test.each<[accepted: OperationId, refuses: OperationId, last: Made]>([
    ['refund', 'direct-payment', { ...refused, operation: 'refund', intent: 'odd' }],
    ['refund', 'query', { ...refused, operation: 'refund', intent: 'odd' }],
    ['payout', 'direct-payment', { ...refused, operation: 'payout' }],
  ])('is no service that accepted a %s since it refuses every %s', async (accepted, refuses, last) => {
    const { out, monitor } = opened([refuses]);
    noted(monitor, 12, (at) => (at === 1 ? { operation: accepted } : { ...refused, operation: refuses }));
    noted(monitor, 4, (at) => (at === 0 ? { operation: accepted } : { ...refused, operation: refuses }));
    noted(monitor, 1, last);
    await monitor.close(
      asksOf(
        (_round, operation) => (operation === refuses ? refused : {}),
        () => monitor,
      ).asks,
    );
    expect(whyStopped(out)).toBeUndefined();
  });

  test('is no service that accepts the read which is asked for at the end', async () => {
    const { out, monitor } = opened();
    noted(monitor, 11, refused);
    const { asks, asked } = asksOf(
      () => ({}),
      () => monitor,
    );
    await monitor.close(asks);
    expect(asked).toEqual(['query']);
    expect(problemNotesIn(out)).toEqual([]);
  });

  test('is found without a further request where none may be sent', async () => {
    const { out, monitor } = opened();
    noted(monitor, 12, refused);
    await monitor.close(asksOf(() => undefined).asks);
    expect(whyStopped(out)).toMatch(/, and none could be asked again \(401, an empty body\)$/);
  });

  test('is asked nothing at the end where the last request was accepted', async () => {
    const { monitor } = opened();
    noted(monitor, 12, (at) => (at < 11 ? refused : {}));
    const { asks, asked } = asksOf(() => ({}));
    await monitor.close(asks);
    expect(asked).toEqual([]);
  });
});

describe('a service that breaks down', () => {
  test.each<[string, Made | ((at: number) => Made)]>([
    ['500', { outcome: 'unclear', status: 500 }],
    ['JSON that is cut', { outcome: 'unclear' }],
    ['both by turns', (at) => (at % 2 === 0 ? { outcome: 'unclear', status: 501 } : { outcome: 'unclear' })],
  ])('answers nothing but %s from some moment on', async (_what, made) => {
    const { out, monitor } = opened();
    expect(noted(monitor, 12, made)).toBe(12);
    const { asks, asked } = asksOf(
      () => ({ outcome: 'unclear', status: 500 }),
      () => monitor,
    );
    const found = await monitor.look(asks);
    expect(asked).toHaveLength(12);
    expect(found).toMatchObject({ name: 'breaks-down', ends: true });
    expect(found?.says).toMatch(
      /^the service breaks down since request 10 of the run .* 5xx or with something that cannot be read, and so were 12 more /,
    );
    // What it answered stays what it is: a failure on an allowed request.
    expect(problemNotesIn(out)[0]?.exchanges).toEqual([]);
  });

  test.each<[string, Made]>([
    ['answers a read', {}],
    ['refuses a read', refused],
    ['lists nothing', { operation: 'query', outcome: 'refused', text: '{"orders_list":[]}' }],
  ])('is no service that %s', async (_what, answer) => {
    const { out, monitor } = opened();
    noted(monitor, 12, { outcome: 'unclear', status: 500 });
    const { asks, asked } = asksOf(
      () => answer,
      () => monitor,
    );
    expect(await monitor.look(asks)).toBeUndefined();
    expect(asked).toEqual(['query']);
    expect(problemNotesIn(out)).toEqual([]);
  });

  test.each<[string, Made]>([
    ['refuses some of them', { ...refused }],
    ['refuses an odd one', { ...refused, intent: 'odd' }],
    ['accepts some', {}],
  ])('is no service that %s', (_what, between) => {
    const { monitor } = opened();
    expect(noted(monitor, 60, (at) => (at % 12 === 11 ? between : { outcome: 'unclear', status: 500 }))).toBe(
      0,
    );
  });

  test('is none that breaks at odd requests alone', () => {
    expect(noted(opened().monitor, 60, { intent: 'odd', outcome: 'unclear', status: 500 })).toBe(0);
  });

  test('is asked for one more payment where it may not be asked to read', async () => {
    const broken: Made = { outcome: 'unclear', status: 500 };
    const { out, monitor } = opened(['direct-payment']);
    noted(monitor, 12, broken);
    const { asks, asked } = asksOf(
      () => broken,
      () => monitor,
    );
    expect(await monitor.look(asks)).toBeUndefined();
    expect(asked).toEqual(['direct-payment']);
    noted(monitor, 12, broken);
    await monitor.close(asks);
    expect(asked).toEqual(['direct-payment', 'direct-payment']);
    expect(whyStopped(out)).toMatch(/^the service breaks down since /);
  });
});

describe('a service that refuses one operation from some moment on', () => {
  const turns = (at: number): Made =>
    at % 2 === 0 ? { ...refused, operation: 'capture' } : { operation: 'direct-payment' };

  test('is told at the end, and the run goes on', async () => {
    const { out, monitor } = opened(['direct-payment', 'capture']);
    expect(noted(monitor, 24, turns)).toBe(0);
    const { asks, asked } = asksOf(
      () => refused,
      () => monitor,
    );
    await monitor.close(asks);
    expect(asked).toEqual(['capture', 'capture', 'capture']);
    expect(whyStopped(out)).toBeUndefined();
    expect(problemNotesIn(out)).toMatchObject([{ name: 'refuses-operation', ends: false }]);
    expect(problemNotesIn(out)[0]?.says).toMatch(/^the service refuses every capture since request 10 /);
    expect(problemNotesIn(out)[0]?.exchanges).toHaveLength(15);
  });

  test('is no service that accepts a plain one, or never accepted any', async () => {
    for (const accepted of [['direct-payment', 'capture'], ['direct-payment']] as const) {
      const { out, monitor } = opened(accepted);
      noted(monitor, 24, turns);
      await monitor.close(
        asksOf(
          () => ({}),
          () => monitor,
        ).asks,
      );
      expect(problemNotesIn(out)).toEqual([]);
    }
  });
});

describe('a service that answers 429 to everything', () => {
  const busy: Made = { outcome: 'unclear', status: 429 };

  test.each([
    [0, /asked to wait \(429 or 503\) since request 10 .* and to the end: 20 requests in a row$/],
    [1, undefined],
  ])('makes the run incomplete unless it recovers: %i', async (accepted, says) => {
    const { out, monitor } = opened();
    expect(noted(monitor, 20, busy)).toBe(0);
    noted(monitor, accepted, {});
    await monitor.close(asksOf(() => ({})).asks);
    const told = problemNotesIn(out).map((one) => one.says);
    expect(told).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
    expect(whyStopped(out)).toBeUndefined();
  });
});

test('a worker takes no line before it is written whole', () => {
  const { out, monitor } = opened();
  noted(monitor, 11, refused);
  const line = JSON.stringify({ id: 'other', operation: 'query', seen: 'accepted', at: 0 });
  appendFileSync(monitorLog(out), line.slice(0, 9));
  const other = openMonitor({ out });
  expect(() => other.stopped()).not.toThrow();
  appendFileSync(monitorLog(out), `${line.slice(9)}\n`);
  expect(noted(monitor, 11, refused)).toBe(0);
});
