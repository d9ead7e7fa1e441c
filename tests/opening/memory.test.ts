import { expect, test } from 'vitest';
import { rememberedOf } from '../../opening/memory.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';

interface Case {
  readonly operation: string;
  readonly value?: JsonObject;
  readonly answer: JsonObject;
  readonly outcome: 'accepted' | 'refused';
  readonly intent?: 'valid' | 'odd';
}

function judged({ operation, value = {}, answer, outcome, intent = 'valid' }: Case): JudgedExchange {
  const body = new TextEncoder().encode(JSON.stringify(answer));
  const received = { kind: 'answer', status: 200, headers: {}, body, durationMs: 1 };
  return {
    exchange: { id: 'e', operation, sent: { value: { account_id: 'A1', ...value }, intent }, received },
    judgement: { operation, outcome, request: 'complete', answer },
  } as unknown as JudgedExchange;
}

function noted(one: Case): readonly string[] {
  return rememberedOf(judged(one)).map(({ seen, id }) => `${seen} ${id}`.trimEnd());
}

const captured = (...ids: readonly string[]) => ({
  capture_orders: ids.map((transaction_id) => ({ transaction_id })),
});

test('an accepted payment names its transaction and its subscription', () => {
  const answer = { respon: { transaction_id: 'T1', recurring_id: 'R1' } };
  expect(noted({ operation: 'direct-payment', answer, outcome: 'accepted' })).toEqual([
    'accepted A1 T1',
    'accepted A1 R1',
  ]);
});

test('what one account holds is another thing for another account', () => {
  const one = {
    operation: 'capture',
    value: { account_id: 'A2', ...captured('T1') },
    answer: {
      capture_orders: [{ transaction_id: 'T1', capture_status: '0', error_message: 'TransactionNotFound' }],
    },
  };
  expect(noted({ ...one, outcome: 'accepted' })).toEqual(['refused A2 T1']);
});

test('each entry of a batch tells of its own order', () => {
  const entries = [
    { transaction_id: 'T1', capture_status: '1', error_message: '' },
    { transaction_id: 'T2', capture_status: '0', error_message: 'TransactionNotFound' },
    { transaction_id: 'T3', capture_status: '0', error_message: 'already captured' },
  ];
  const one = {
    operation: 'capture',
    value: captured('T1', 'T2', 'T3'),
    answer: { capture_orders: entries },
  };
  expect(noted({ ...one, outcome: 'accepted' })).toEqual(['known A1 T1', 'refused A1 T2', 'refused A1 T3']);
});

test('words about orders lose what tells these apart', () => {
  const said = (id: string, no: string) => ({
    transaction_id: id,
    capture_status: '0',
    error_message: `Auftrag ${no} zu ${id} unbekannt (Vorgang 4711${no.length})`,
  });
  const value = {
    capture_orders: [
      { transaction_id: 'T-1', order_no: 'run-a' },
      { transaction_id: 'T-22', order_no: 'run-bb' },
    ],
  };
  const answer = { capture_orders: [said('T-1', 'run-a'), said('T-22', 'run-bb')] };
  const [first, second] = rememberedOf(judged({ operation: 'capture', value, answer, outcome: 'accepted' }));
  expect(first).toMatchObject({ seen: 'refused', words: second?.words });
  expect(first?.words).not.toMatch(/run-|T-1|4711/);
});

test('a query tells of the orders that it lists', () => {
  const answer = { return_status: '1', orders_list: [{ transaction_id: 'T2' }, { transaction_id: '' }] };
  expect(noted({ operation: 'query', answer, outcome: 'accepted' })).toEqual(['known A1 T2']);
});

test('words about a whole batch or subscription count for what it names', () => {
  const answer = { return_status: '0', return_message: 'unknown order' };
  const refused = { answer, outcome: 'refused' } as const;
  expect(
    noted({ operation: 'refund', value: { refund_orders: [{ transaction_id: 'T1' }] }, ...refused }),
  ).toEqual(['refused A1 T1']);
  expect(noted({ operation: 'cancel-subscription', value: { recurring_id: 'R1' }, ...refused })).toEqual([
    'refused A1 R1',
  ]);
});

test.each([
  ['capture', ['T1', 'T2'], 'unknown order'],
  ['refund', ['T1', 'T3'], 'no such transaction'],
  ['cancel', ['T1', 'T2', 'T3'], 'Auftrag fehlt'],
])('words about a %s of several orders count for none of them', (operation, ids, said) => {
  const answer = { return_status: '0', return_message: said };
  const value = { [`${operation}_orders`]: ids.map((transaction_id) => ({ transaction_id })) };
  expect(noted({ operation, value, answer, outcome: 'refused' })).toEqual([]);
});

test('words about a call that names no order count for none', () => {
  const answer = { error: 'Request blocked' };
  const value = { order_no: 'A-1' };
  expect(noted({ operation: 'direct-payment', value, answer, outcome: 'refused' })).toEqual(['elsewhere']);
  expect(noted({ operation: 'payout', answer: {}, outcome: 'accepted' })).toEqual([]);
});

test('what breaks the document on purpose tells nothing', () => {
  const answer = { return_status: '0', return_message: 'unknown order' };
  expect(
    noted({ operation: 'capture', value: captured('T1'), answer, outcome: 'refused', intent: 'odd' }),
  ).toEqual([]);
});
