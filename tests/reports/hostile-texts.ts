import { judge } from '../../schemas/judge.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { judged } from './hand-made.ts';

/** What a service may write where a reader looks: control signs, commands of CI systems, markup. */
export const payload =
  '\u001b[2J\u001b]0;pwned\u0007\u009b8A\u2028\u2029\u202e\u2066\u200b\ufeff\u{e0041}\r\n::error title=x::x\n##[error]x ##vso[task.complete]x <script>alert(1)</script>](http://evil.example) | `x` ]]> &amp;"\'';

/** Whatever in a text a terminal obeys, a reader cannot see, or a CI system takes for a command. */
export const dangers: Readonly<Record<string, RegExp>> = {
  'a control sign': /(?![\n])\p{Cc}/u,
  'an invisible sign': /[\p{Cf}\p{Zl}\p{Zp}]/u,
  'a command of GitHub': /^\s*::error title=x/m,
  'a command of another system': /##(?:\[error\]|vso\[)/,
};

/** The dangers of markup. */
export const markup: Readonly<Record<string, RegExp>> = { ...dangers, 'an element': /<script>alert/ };

const text = (name: string) => `${name} ${payload}`;

/** A payment and a refund with the payload in every string that a service can set, judged by the real judge. */
export function hostileExchanges(): readonly JudgedExchange[] {
  const headers = {
    'content-type': `application/json${payload}`,
    [`x-${payload}`]: payload,
    'x-request-id': payload,
  };
  const entry = {
    amount: text('12.34'),
    currency: text('EUR'),
    order_no: text('ORDER-1'),
    refund_amount: text('1.00'),
    refund_message: text('R0000:Success'),
    refund_reason: text('size'),
    refund_reference_id: text('T1-01'),
    refund_status: text('1'),
    transaction_id: text('T1'),
    [payload]: payload,
  };
  const refund = {
    account_id: payload,
    refund_orders: [entry],
    return_message: payload,
    return_status: payload,
    encryption_data: payload,
    merchant_id: payload,
    [text('refund_order')]: payload,
  };
  // Only an answer with the marks of success is judged field by field.
  const order = { transaction_id: 'T1', order_no: 'ORDER-1', currency: 'EUR', amount: '12.34' };
  const captured = {
    account_id: payload,
    capture_orders: [
      {
        amount: text('12.34'),
        capture_status: '1',
        currency: text('EUR'),
        error_message: payload,
        order_no: text('ORDER-1'),
        transaction_id: text('T1'),
        [payload]: payload,
      },
    ],
    return_message: 'OK',
    return_status: '1',
    encryption_data: payload,
    merchant_id: payload,
    [text('capture_order')]: payload,
  };
  const texts = ['created_at', 'last_updated_at', 'short_reference_id', 'fee_currency', 'fee_amount'];
  const paidOut = {
    ...Object.fromEntries(texts.map((name) => [name, payload])),
    failure_reason: '',
    failure_type: '',
    status: 'COMPLETED',
    transaction_id: text('T2'),
  };
  const page = `<html><head><title>${payload}</title></head><body><form name="${payload}" method="${payload}" action="${payload}"><input name="${payload}" value="${payload}"></form></body></html>`;
  const received = (body: string) => ({
    kind: 'answer' as const,
    status: 200,
    headers,
    body: Buffer.from(body),
    durationMs: 3,
  });
  const shapes = [
    judged({ id: '00000000a1', received: received(JSON.stringify(refund)) }).exchange,
    judged({
      id: '00000000a5',
      operation: 'capture',
      sent: { value: { merchant_id: '100001', account_id: '100001001', capture_orders: [order] } },
      received: received(JSON.stringify(captured)),
    }).exchange,
    judged({
      id: '00000000a6',
      operation: 'payout',
      sent: { value: { merchant_id: '100001', account_id: '100001001' } },
      received: received(JSON.stringify(paidOut)),
    }).exchange,
    judged({ id: '00000000a2', received: received(payload) }).exchange,
    judged({
      id: '00000000a3',
      received: { kind: 'none', reason: 'reset', detail: payload, durationMs: 3 },
    }).exchange,
    judged({
      id: '00000000a4',
      operation: 'redirect-payment',
      sent: { url: 'https://sandbox.example/v1/checkout' },
      received: { ...received(page), headers: { ...headers, 'content-type': 'text/html' } },
      page: {
        posted: {
          method: payload,
          url: `https://sandbox.example/${payload}`,
          fields: [[payload, payload]],
          afterMs: 3,
        },
        foreignRequests: [payload],
        dialogs: [payload],
        scriptErrors: [payload],
      },
    }).exchange,
  ];
  return shapes.map((exchange, ordinal) => {
    const one = { ...exchange, origin: { ...exchange.origin, ordinal, caseName: payload } };
    return { exchange: one, judgement: judge(one) };
  });
}
