import { describe, expect, test } from 'vitest';
import { onEveryAnswer, onEveryList } from '../../mock/dialects/members.ts';
import { hopesOf } from '../../opening/hopes.ts';
import type { Statuses } from '../../schemas/history/states.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { learned, opened } from './learned.ts';

/** A service that answers the entries of an operation with another status. */
const answering = (wanted: string, name: string, status: string) =>
  onEveryList((entries, { operation }) =>
    operation === wanted
      ? entries.map((entry) => (entry[name] === '1' ? { ...entry, [name]: status } : entry))
      : entries,
  );

const casesOf = ({ exchanges }: Awaited<ReturnType<typeof opened>>, wanted: string) =>
  exchanges.flatMap(({ exchange: { operation, origin } }) =>
    operation === wanted ? [origin.caseName ?? ''] : [],
  );

describe('what the merchant says about statuses', () => {
  test.each<[string, string, string]>([
    ['done', 'capture', 'capture_status'],
    ['pending', 'capture', 'capture_status'],
    ['pending', 'cancel', 'cancel_status'],
    ['pending', 'refund', 'refund_status'],
  ])('makes %s of a status of a %s, which is not asked for again', async (meaning, operation, name) => {
    const statuses: Statuses = { [operation]: { [meaning]: ['7'] } };
    const run = await opened(
      { change: answering(operation, name, '7') },
      { statuses, settle: { longestMs: 60 } },
      operation,
    );
    expect(run.report.steps.find((step) => step.operation === operation)?.state).toBe('accepted');
    expect(casesOf(run, operation)).not.toContain('once settle.longestMs is over');
    const { pendingOf } = hopesOf(run.report, { statuses });
    expect(pendingOf(operation as 'capture')).toEqual(meaning === 'pending' ? ['7'] : []);
  });

  test('makes a refusal of a status, which is asked for again when the time is over', async () => {
    const run = await opened(
      { change: answering('capture', 'capture_status', '7') },
      { statuses: { capture: { refused: ['7'] } }, settle: { longestMs: 60 } },
      'capture',
    );
    expect(casesOf(run, 'capture')).toContain('once settle.longestMs is over');
  });

  const entries = [
    ['refund', 'refund_status', 'refund_message'],
    ['capture', 'capture_status', 'error_message'],
    ['cancel', 'cancel_status', 'error_message'],
  ] as const;
  const texts = ['', 'P0001:pending', 'A0000:submitted, no error', 'R0002:not yet, it is queued'];
  test.each(entries.flatMap((entry) => texts.map((text) => [...entry, text] as const)))(
    'is not known of a %s (%s 2, %s "%s"), so it is not asked for again',
    async (operation, name, message, text) => {
      // Orders that exist are answered with 2, and those that do not with 9.
      const change = onEveryList((list, { operation: answered }) =>
        answered === operation
          ? list.map((entry) =>
              entry[name] === '1'
                ? { ...entry, [name]: '2', [message]: text }
                : { ...entry, [name]: '9', [message]: '' },
            )
          : list,
      );
      const run = await opened({ change }, { settle: { longestMs: 60 } }, operation);
      const asked = run.exchanges.filter(
        ({ exchange }) => exchange.operation === operation && exchange.sent.intent === 'valid',
      );
      const orders = asked.map(({ exchange }) => /"transaction_id":"([^"]+)"/.exec(exchange.sent.body)?.[1]);
      expect(orders.length).toBeGreaterThan(0);
      expect(new Set(orders).size).toBe(orders.length);
    },
  );

  test('is a refusal where its words say no, so it is asked for again', async () => {
    const change = onEveryList((list, { operation }) =>
      operation === 'capture'
        ? list.map((entry) => ({ ...entry, capture_status: '2', error_message: 'E0101:not allowed' }))
        : list,
    );
    const run = await opened({ change }, { settle: { longestMs: 60 } }, 'capture');
    expect(casesOf(run, 'capture')).toContain('once settle.longestMs is over');
  });

  test('names the states of payments that cannot be refunded yet', () => {
    const payment_status = { pending: ['3000', '3500'] };
    const hopes = hopesOf(undefined, { statuses: { 'direct-payment': { payment_status } } });
    expect(hopes.refundsWait).toEqual({ search: 'query', before: ['3000', '3500'] });
  });

  test('makes an accepted payment of one that is pending', async () => {
    const change = onEveryAnswer((value: JsonObject, { operation }) =>
      operation === 'direct-payment' ? { ...value, order_status: '0', result_info: '0009:in review' } : value,
    );
    const stateWith = async (statuses: Statuses) => {
      const { report } = await opened({ change }, { statuses }, 'direct-payment');
      return report.steps[0]?.state;
    };
    expect(await stateWith({})).toBe('not-accepted');
    expect(await stateWith({ 'direct-payment': { result_info: { pending: ['0009'] } } })).toBe('accepted');
  });

  test('is proposed where a result was pending', async () => {
    const { report } = await learned({ acquirer: 'settles-later' }, {}, 'direct-payment,capture,query');
    expect(report.learned?.keys.statuses).toMatchObject({ capture: { done: ['1'], pending: ['2'] } });
  });
});

describe('a review whose entry shows no success', () => {
  test('is pending where an order that nobody has gets another status', async () => {
    const run = await opened({ change: answering('review', 'review_status', '2') }, {}, 'review');
    expect(run.report.steps.find(({ operation }) => operation === 'review')).toMatchObject({
      state: 'accepted',
      pending: '2',
    });
    expect(casesOf(run, 'review')).toEqual(['full', 'twin of an unknown order']);
  });

  test('is refused where it gets the same', async () => {
    const run = await opened({ change: answering('review', 'review_status', '0') }, {}, 'review');
    expect(run.report.steps.find(({ operation }) => operation === 'review')).not.toHaveProperty('pending');
  });
});

describe('a cancelled subscription', () => {
  test.each(['cancel_status', 'recurring_status', 'status'])(
    'is done where %s is Inactived',
    async (name) => {
      const change = onEveryAnswer((value: JsonObject, { operation }) => {
        if (operation !== 'cancel-subscription') return value;
        const { cancel_status: _, ...rest } = value;
        return { ...rest, [name]: 'Inactived' };
      });
      const { report } = await opened({ change }, {}, 'cancel-subscription');
      expect(report.steps.find(({ operation }) => operation === 'cancel-subscription')?.state).toBe(
        'accepted',
      );
    },
  );
});
