import { describe, expect, test } from 'vitest';
import { faults } from '../../mock/faults/registry.ts';
import { plainBehaviour } from '../../mock/plain.ts';
import {
  accountOf,
  bounds,
  countRepetition,
  createStore,
  keepOrder,
  keepRefund,
  type Order,
} from '../../mock/state/store.ts';
import { mostWorlds, openWorlds } from '../../mock/worlds.ts';

function order(number: number, website = ''): Order {
  const takenAt = new Date(0);
  const texts = {
    merchant_id: 'm',
    account_id: 'a',
    currency: 'EUR',
    amount: '1.00',
    shopper_email: '',
    shopper_phone: '',
    digest: '',
  };
  return {
    ...texts,
    website,
    order_no: `o${number}`,
    transaction_id: `T${number}`,
    operation: 'direct-payment',
    takenAt,
    delivery: {},
    secured3d: false,
    stage: 'paid',
    captured: false,
    cancelled: false,
    refunded: '0.00',
    refunds: 0,
  };
}

describe('the state of a world', () => {
  test('keeps the newest payments and forgets the oldest', () => {
    const store = createStore();
    for (let number = 0; number < bounds.orders + 10; number += 1)
      keepOrder(store, `account ${number % 3}`, order(number));
    expect(store.orders.size).toBe(bounds.orders);
    expect(accountOf(store, 'account 0').orders.has('T0')).toBe(false);
    expect(
      accountOf(store, 'account 2').orders.has(`T${bounds.orders + 9 - ((bounds.orders + 9) % 3) - 1}`),
    ).toBe(true);
    expect([...store.accounts.values()].every(({ latest }) => latest.length <= bounds.listed * 2)).toBe(true);
  });

  test('keeps no more characters than its bound', () => {
    const store = createStore();
    const long = 'x'.repeat(1_000_000);
    for (let number = 0; number < 40; number += 1) keepOrder(store, 'account', order(number, long));
    expect(store.weight).toBeLessThanOrEqual(bounds.characters);
    expect(store.orders.size).toBeGreaterThan(10);
  });

  test('forgets accounts, refunds and repetitions with their payments', () => {
    const store = createStore();
    for (let number = 0; number < bounds.orders * 2; number += 1) {
      const paid = order(number);
      keepOrder(store, `account ${number}`, paid);
      paid.refunds = 1;
      keepRefund(accountOf(store, `account ${number}`), {
        order: paid,
        number: 1,
        refund_reference_id: '',
        refund_reference: '',
        refund_amount: '',
        refund_reason: '',
        refundedAt: paid.takenAt,
      });
    }
    for (let number = 0; number < bounds.repetitions + 5; number += 1)
      countRepetition(store, 'account', `name ${number}`);
    expect(store.accounts.size).toBe(bounds.orders);
    expect(store.repetitions.size).toBe(bounds.repetitions);
  });
});

describe('the worlds of a process', () => {
  test('keep their memory until too many others were called', () => {
    const worlds = openWorlds({}, {});
    const [first, ...others] = faults.slice(0, mostWorlds + 1);
    const world = worlds.fault(first?.id ?? '');
    expect(worlds.fault(first?.id ?? '')).toBe(world);
    for (const { id } of others) worlds.fault(id);
    expect(worlds.fault(first?.id ?? '')).not.toBe(world);
    expect(worlds.main.behaviourOf('query')).toBe(plainBehaviour);
  });
});
