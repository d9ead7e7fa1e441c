import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMemory } from '../../opening/memory.ts';
import { tagOf } from '../../reports/redact/run-key.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { emptyFolder } from '../cli/command.ts';

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
  const out = emptyFolder();
  const memory = openMemory({ out });
  memory.note(
    judged({
      operation: 'direct-payment',
      answer: { respon: { transaction_id: 'T0' } },
      outcome: 'accepted',
    }),
  );
  memory.note(judged(one));
  const lines = readFileSync(join(out, 'runner', 'memory.log'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  // What is written are marks of the numbers.
  const names = new Map(['T1', 'T2', 'T3', 'R1'].map((name) => [tagOf(`A1 ${name}`), name]));
  return lines.map((line) => JSON.parse(line)).map(({ seen, id }) => `${seen} ${names.get(id)}`);
}

const captured = (...ids: readonly string[]) => ({
  capture_orders: ids.map((transaction_id) => ({ transaction_id })),
});

test('an accepted payment names its transaction and its subscription', () => {
  const answer = { respon: { transaction_id: 'T1', recurring_id: 'R1' } };
  expect(noted({ operation: 'direct-payment', answer, outcome: 'accepted' })).toEqual([
    'accepted T1',
    'accepted R1',
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
  expect(noted({ ...one, outcome: 'accepted' })).toEqual(['unknown undefined']);
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
  expect(noted({ ...one, outcome: 'accepted' })).toEqual(['known T1', 'unknown T2', 'refused T3']);
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
  const out = emptyFolder();
  const answer = { capture_orders: [said('T-1', 'run-a'), said('T-22', 'run-bb')] };
  openMemory({ out }).note(judged({ operation: 'capture', value, answer, outcome: 'accepted' }));
  const lines = readFileSync(join(out, 'runner', 'memory.log'), 'utf8')
    .trim()
    .split('\n');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ seen: 'refused', words: second.words });
  expect(lines.join()).not.toContain('Auftrag');
});

test('a query tells of the orders that it lists', () => {
  const answer = { return_status: '1', orders_list: [{ transaction_id: 'T2' }, { transaction_id: '' }] };
  expect(noted({ operation: 'query', answer, outcome: 'accepted' })).toEqual(['known T2']);
});

test('words about a whole batch or subscription count for what it names', () => {
  const answer = { return_status: '0', return_message: 'unknown order' };
  const refused = { answer, outcome: 'refused' } as const;
  expect(
    noted({ operation: 'refund', value: { refund_orders: [{ transaction_id: 'T1' }] }, ...refused }),
  ).toEqual(['unknown T1']);
  expect(noted({ operation: 'cancel-subscription', value: { recurring_id: 'R1' }, ...refused })).toEqual([
    'unknown R1',
  ]);
});

test('words about a call that names no order count for none', () => {
  const answer = { error: 'Request blocked' };
  const value = { order_no: 'A-1' };
  expect(noted({ operation: 'direct-payment', value, answer, outcome: 'refused' })).toEqual([
    'elsewhere undefined',
  ]);
  expect(noted({ operation: 'payout', answer: {}, outcome: 'accepted' })).toEqual([]);
});

test('what breaks the document on purpose tells nothing', () => {
  const answer = { return_status: '0', return_message: 'unknown order' };
  expect(
    noted({ operation: 'capture', value: captured('T1'), answer, outcome: 'refused', intent: 'odd' }),
  ).toEqual([]);
});
