import { describe, expect, test } from 'vitest';
import type { JsonObject, SentRequest } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf, observationsOf } from './findings-of.ts';

const sent = requests.capture.capture_orders as JsonObject[];
const results = answers.capture.capture_orders as JsonObject[];
const [order = {}, second = {}, third = {}] = sent;
const [result = {}, result2 = {}, result3 = {}] = results;
const exchange = (orders: JsonObject[], entries: JsonObject[], told: Partial<SentRequest> = {}) =>
  exchangeOf(
    'capture',
    { ...requests.capture, capture_orders: orders },
    { ...answers.capture, capture_orders: entries },
    { sent: told },
  );
const oneEach = 'fail 1.3/one-result-per-order';

describe('one result entry per order', () => {
  test('is found in any order', () => {
    expect(findingsOf(exchange(sent, [result3, result, result2]))).toEqual([]);
  });

  test('may answer an order that was sent twice once or twice', () => {
    expect(findingsOf(exchange([order, order], [result, result]))).toEqual([]);
    expect(findingsOf(exchange([order, order], [result]))).toEqual([]);
    expect(findingsOf(exchange([order, order], [result, result, result]))).toEqual([
      `${oneEach} capture_orders[2]`,
    ]);
  });

  test('takes two transactions of one order_no apart', () => {
    const again = { ...order, transaction_id: 'T84' };
    const entries = [result, { ...result, transaction_id: 'T84' }];
    expect(findingsOf(exchange([order, again], entries))).toEqual([]);
    expect(findingsOf(exchange([order, again], [result]))).toEqual([`${oneEach} capture_orders`]);
  });

  test('names every lost order', () => {
    expect(findingsOf(exchange(sent, [result2]))).toEqual([
      `${oneEach} capture_orders`,
      `${oneEach} capture_orders`,
    ]);
  });

  test('is asked of a batch over the limit that was processed in part', () => {
    const orders = Array.from({ length: 51 }, (_, index) => ({
      ...order,
      order_no: `O-${index}`,
      transaction_id: `T-${index}`,
    }));
    const entries = (done: number) =>
      orders
        .slice(0, 50)
        .map((one, index) => ({ ...result, ...one, capture_status: index < done ? '1' : '0' }));
    const answered = (done: number) =>
      findingsOf(
        exchangeOf(
          'capture',
          { ...requests.capture, capture_orders: orders },
          { ...answers.capture, return_status: '2', return_message: 'some', capture_orders: entries(done) },
          { sent: { intent: 'odd' } },
        ),
      );
    expect(answered(1)).toContain(`${oneEach} capture_orders`);
    expect(answered(0).filter((one) => one.startsWith('fail'))).toEqual([]);
  });

  test('counts an entry without its keys for some order', () => {
    const { order_no: _order, ...nameless } = result2;
    expect(findingsOf(exchange(sent, [result, nameless, result3]))).toEqual([
      'fail 2.9/order_no/present capture_orders[1].order_no',
    ]);
  });

  test('misses no key that the request left out itself, and each further one', () => {
    const { order_no: _order, transaction_id: _id, ...nameless } = result2;
    const asked = [order, {}, third];
    expect(findingsOf(exchange(asked, [result, nameless, result3], { intent: 'odd' }))).toEqual([]);
    const { order_no: _other, ...another } = result3;
    expect(findingsOf(exchange(asked, [result, nameless, another], { intent: 'odd' }))).toContain(
      'fail 2.9/order_no/present capture_orders[2].order_no',
    );
  });

  test.each(['capture', 'payout'] as const)('echoes no signature that %s was sent without', (operation) => {
    const { encryption_data: _signature, ...unsigned } = requests[operation];
    const { encryption_data: _echo, ...answer } = answers[operation];
    const found = (request: JsonObject) =>
      findingsOf(exchangeOf(operation, request, answer, { sent: { intent: 'odd' } })).filter((line) =>
        line.includes('encryption_data'),
      );
    expect(found(unsigned)).toEqual([]);
    expect(found(requests[operation])).toEqual([expect.stringMatching(/^fail .*\/encryption_data\/present/)]);
  });

  test('counts a renamed entry for the order whose transaction it names', () => {
    const renamed = { ...result2, order_no: 'C-9' };
    expect(findingsOf(exchange(sent, [result, renamed, result3]))).toEqual([
      'fail 2.9/order_no/identity capture_orders[1].order_no',
    ]);
  });

  test('is missed for both when an entry is wholly foreign', () => {
    const foreign = { ...result2, order_no: 'C-9', transaction_id: 'T9' };
    expect(findingsOf(exchange(sent, [result, foreign, result3]))).toEqual([
      `${oneEach} capture_orders`,
      'fail 2.9/order_no/identity capture_orders[1].order_no',
    ]);
  });

  test('is not asked of a broken batch that was refused as a whole', () => {
    const broken = [{ ...order, amount: 5 }, second, third];
    const refused = {
      ...answers.capture,
      return_status: '0',
      capture_orders: [{ ...result, capture_status: '0' }],
    };
    const told = { sent: { intent: 'odd' } } as const;
    expect(
      findingsOf(exchangeOf('capture', { ...requests.capture, capture_orders: broken }, refused, told)),
    ).toEqual([]);
  });

  test('is asked of a batch over the limit that was accepted', () => {
    const orders = Array.from({ length: 51 }, (_, index) => ({
      ...order,
      order_no: `C-${index}`,
      transaction_id: `T-${index}`,
    }));
    const entries = orders.slice(0, 50).map((one) => ({ ...one, capture_status: '1', error_message: '' }));
    expect(findingsOf(exchange(orders, entries, { intent: 'odd' }))).toEqual(
      ['warn 8/capture/over-limit capture_orders', `${oneEach} capture_orders`].sort((one, other) =>
        one.slice(5) < other.slice(5) ? -1 : 1,
      ),
    );
  });
});

describe('what a batch answer leaves open', () => {
  test('is observed: order of entries, repeats, refused entries', () => {
    expect(observationsOf(exchange(sent, results))).toContain('1.3/entry-order: in the order sent');
    expect(observationsOf(exchange(sent, [result3, result, result2]))).toContain(
      '1.3/entry-order: in another order',
    );
    expect(observationsOf(exchange([order, order], [result]))).toContain('1.3/repeated-order: fewer entries');
    const refused = { ...result, capture_status: '7', error_message: 'unknown' };
    expect(observationsOf(exchange([order], [refused]))).toContain(
      '1.3/refused-entry: capture_status=7, error_message filled',
    );
  });
});
