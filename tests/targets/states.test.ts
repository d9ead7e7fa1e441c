import { describe, expect, test } from 'vitest';
import { stateOf } from '../../schemas/history/states.ts';
import { judge } from '../../schemas/judge.ts';
import { operationOf } from '../../schemas/operations.ts';
import type {
  Answer,
  DocumentedOperationId,
  Exchange,
  JsonObject,
  JudgedExchange,
  NoAnswer,
  Statuses,
} from '../../schemas/types.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { openOutcomes } from '../../targets/sending/outcomes.ts';

function judged(
  operation: DocumentedOperationId,
  received: Answer | NoAnswer,
  value: JsonObject = {},
): JudgedExchange {
  const { path, encoding } = operationOf(operation);
  const exchange: Exchange = {
    id: 'e1',
    operation,
    sent: {
      method: 'POST',
      url: `https://service.example${path}`,
      headers: {},
      body: JSON.stringify(value),
      encoding,
      value,
      signed: true,
      intent: 'valid',
    },
    received,
    origin: { test: 'states', ordinal: 0, seed: 1 },
  };
  return { exchange, judgement: judge(exchange) };
}

function answer(status: number, body: string | JsonObject = '', type = 'application/json'): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': type },
    body: Buffer.from(text),
    durationMs: 1,
  };
}

const none = (reason: NoAnswer['reason']): NoAnswer => ({ kind: 'none', reason, detail: '', durationMs: 1 });
const page = '<!doctype html><html><body>Please wait</body></html>';
const refundOf = (transaction_id: string, refund_status: string) => ({
  refund_orders: [{ transaction_id, order_no: transaction_id.replace('T', 'o'), refund_status }],
});
const refundWith = (status: string) => ({
  return_status: '1',
  return_message: 'OK',
  ...refundOf('T1', status),
});
const asked = { merchant_id: 'm1', refund_orders: [{ transaction_id: 'T1', order_no: 'o1' }] };

describe('what became of a refund', () => {
  test.each<[string, Answer | NoAnswer]>([
    ['a time-out', none('timeout')],
    ['a reset', none('reset')],
    ['status 500', answer(500, { error: 'failed' })],
    ['status 502', answer(502, page, 'text/html')],
    ['status 503 with Retry-After', { ...answer(503), headers: { 'retry-after': '1' } }],
    ['status 408', answer(408)],
    ['a redirect', answer(302)],
    ['an empty 202', answer(202)],
    ['a 202 that says why', answer(202, { message: 'queued' })],
    ['an empty 200', answer(200)],
    ['a page', answer(200, page, 'text/html')],
    ['a plain text', answer(200, 'try later', 'text/plain')],
    ['JSON that is cut short', answer(200, '{"return_status":"0","return_mess')],
    ['an object without a member', answer(200, {})],
    ['a reason in words', answer(200, { error: 'no such order' })],
    ['a reason in XML', answer(200, '<error><message>no such order</message></error>')],
    ['status 409', answer(409, { error: 'duplicate' })],
    ['status 425', answer(425)],
    ['the refusal of another order', answer(200, { return_status: '0', ...refundOf('T2', '0') })],
    ['the success of another order', answer(200, refundOf('T2', '1'))],
    ['no entry', answer(200, { return_status: '1', return_message: 'OK', refund_orders: [] })],
    ['an entry without a status', answer(200, refundOf('T1', ''))],
    ['the refusal of another merchant', answer(400, { merchant_id: 'm2', return_status: '0' })],
  ])('is unknown after %s', (_name, received) => {
    expect(stateOf(judged('refund', received, asked)).state).toBe('unknown');
  });

  test.each<[string, Answer]>([
    ['status 400', answer(400)],
    ['status 404', answer(404, page, 'text/html')],
    ['a return_status that is not that of success', answer(200, { return_status: '0' })],
    ['its own entry', answer(200, { ...refundWith('0'), return_status: '0' })],
  ])('is refused by %s', (_name, received) => {
    expect(stateOf(judged('refund', received, asked)).state).toBe('refused');
  });

  test('is turned away for now by 429', () => {
    expect(stateOf(judged('refund', answer(429))).state).toBe('throttled');
    expect(stateOf(judged('query', answer(503))).state).toBe('throttled');
  });

  const statuses: Statuses = { refund: { done: ['1', '9'], pending: ['2'], refused: ['0'] } };
  test.each<[string, string, string]>([
    ['1', 'done', 'done'],
    ['9', 'accepted', 'done'],
    ['2', 'accepted', 'pending'],
    ['0', 'accepted', 'refused'],
    ['5', 'accepted', 'accepted'],
  ])('with status %s is %s, or %s where the merchant says so', (status, plain, said) => {
    const one = judged('refund', answer(200, refundWith(status)), asked);
    expect(stateOf(one).state).toBe(plain);
    expect(stateOf(one, statuses).state).toBe(said);
  });
});

test('a payment that the merchant calls pending is not refused', () => {
  const body =
    '<respon><transaction_id>T1</transaction_id><result_info>0003:in review</result_info></respon>';
  const one = judged('direct-payment', answer(200, body, 'application/xml'));
  expect(stateOf(one).state).toBe('refused');
  const statuses = { 'direct-payment': { result_info: { pending: ['0003'] } } };
  expect(stateOf(one, statuses).state).toBe('pending');
});

describe('after an answer that was lost', () => {
  const refund = { refund_orders: [{ transaction_id: 'T1', order_no: 'o1', refund_amount: '1.00' }] };
  const refuses = (
    operation: DocumentedOperationId,
    body: JsonObject,
    of: JudgedExchange,
    target: Parameters<typeof openOutcomes>[0] = {},
  ) => {
    const outcomes = openOutcomes(target);
    outcomes.note(of);
    try {
      outcomes.claim(operation, body);
      return false;
    } catch (error) {
      return isRefusedSend(error);
    }
  };
  const lost = (operation: DocumentedOperationId, body: JsonObject) =>
    judged(operation, none('timeout'), body);

  test.each<[string, DocumentedOperationId, JsonObject]>([
    ['the same refund', 'refund', refund],
    ['another part of it', 'refund', { refund_orders: [{ transaction_id: 'T1', refund_amount: '2.00' }] }],
    [
      'a refund of it among others',
      'refund',
      { refund_orders: [{ transaction_id: 'T7' }, { order_no: 'o1' }] },
    ],
    ['its entries in another layout', 'refund', { refund_orders: { entry: { transaction_id: 'T1' } } }],
    ['a cancellation of the same payment', 'cancel', { cancel_orders: [{ transaction_id: 'T1' }] }],
  ])('of a refund, %s is not sent', (_name, operation, body) => {
    expect(refuses(operation, body, lost('refund', refund))).toBe(true);
  });

  test.each<[string, DocumentedOperationId, JsonObject]>([
    [
      'the refund of another payment',
      'refund',
      { refund_orders: [{ transaction_id: 'T2', order_no: 'o2' }] },
    ],
    ['a search', 'refund-search', { merchant_id: 'm1' }],
    ['a capture', 'capture', { capture_orders: [{ transaction_id: 'T1' }] }],
  ])('of a refund, %s is sent', (_name, operation, body) => {
    expect(refuses(operation, body, lost('refund', refund))).toBe(false);
  });

  test.each([
    ['unknown-1', false],
    ['One/two/three unknown-zkznjmu4h8u6', false],
    ['a\nb\tc unknown-5e847713d304', false],
    ['r1-unknown-1', true],
    ['unknown', true],
  ])('holds back an order %j that a service may know: %j', (order_no, held) => {
    const body = { refund_orders: [{ transaction_id: '9', order_no }] };
    expect(refuses('refund', body, lost('refund', body))).toBe(held);
  });

  test.each<[DocumentedOperationId, DocumentedOperationId, JsonObject]>([
    ['direct-payment', 'direct-payment', { order_no: 'o1' }],
    ['direct-payment', 'apm-payment', { order_no: 'o1' }],
    ['payout', 'payout', { request_id: 'q1' }],
    ['cancel-subscription', 'cancel-subscription', { recurring_id: 's1' }],
  ])('of a %s, a %s under the same number is not sent', (first, second, body) => {
    expect(refuses(second, body, lost(first, body))).toBe(true);
    expect(refuses(second, body, judged(first, answer(400), body))).toBe(false);
  });
});
