// The calls that README.md shows, in the order in which they are pasted; `transaction` and `recurring` stand for what
// the first two answers assign, which the embedded endpoint derives from the request.
const merchant = { merchant_id: '100001', account_id: '100001001' };
const card = {
  card: '4111111111111111',
  expiration_month: '12',
  expiration_year: '2035',
  security_code: '123',
};
const order = { order_no: 'README-1', currency: 'EUR', amount: '12.34' };
const signed = { encryption_data: '0'.repeat(64) };
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Builds the calls; ids that earlier answers assigned come in as they are known. */
export function calls({ transaction = '', second = '', recurring = '' } = {}) {
  const entry = { transaction_id: transaction, ...order };
  return [
    ['direct payment', '/v1/authorise', json, { ...merchant, ...order, ...card, ...signed }],
    [
      'direct payment with a subscription',
      '/v1/authorise',
      json,
      {
        ...merchant,
        ...order,
        order_no: 'README-2',
        ...card,
        subscription: { contract_name: 'Monthly', interval: 'day', interval_count: '30' },
        ...signed,
      },
    ],
    [
      'APM payment',
      '/v1/authorise',
      json,
      { ...merchant, ...order, order_no: 'README-3', payment_method: 'pix', ...signed },
    ],
    ['redirect payment', '/v1/checkout', json, { ...merchant, ...order, order_no: 'README-4', ...signed }],
    ['query', '/v1/retrievalTrans', form, { ...merchant, ...signed }],
    ['capture', '/v1/capture', json, { ...merchant, capture_orders: [entry], ...signed }],
    [
      'review',
      '/v1/review',
      json,
      { ...merchant, review_orders: [{ ...entry, review_flag: '1' }], ...signed },
    ],
    [
      'refund',
      '/v1/refund',
      json,
      {
        ...merchant,
        refund_orders: [{ ...entry, refund_amount: '2.34', refund_reason: 'returned' }],
        ...signed,
      },
    ],
    ['refund search', '/v1/retrievalRefund', form, { ...merchant, ...signed }],
    [
      'cancel',
      '/v1/cancel',
      json,
      { ...merchant, cancel_orders: [{ ...entry, transaction_id: second, order_no: 'README-2' }], ...signed },
    ],
    [
      'cancel subscription',
      '/v1/cancelsubscription',
      'application/xml',
      { ...merchant, recurring_id: recurring, contract_name: 'Monthly', ...signed },
    ],
    [
      'payout',
      '/v1/payout',
      json,
      {
        ...merchant,
        request_id: '0a5c2f0e-6b1d-4a57-9f0e-2f1c1d3b4a59',
        payment_amount: '1200',
        payment_currency: 'USD',
        payment_date: '2031-05-06',
        payment_method: 'SWIFT',
        beneficiary: { entity_type: 'COMPANY', company_name: 'Example GmbH' },
        ...signed,
      },
    ],
  ];
}

function xml(value) {
  const inner = Object.entries(value)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('');
  return `<request>${inner}</request>`;
}

/** The body of a call as it is written on the wire. */
export function bodyText([, , type, value]) {
  if (type === form) return new URLSearchParams(value).toString();
  return type === json ? JSON.stringify(value) : xml(value);
}

/** The call as a line for a shell. */
export function curlLine(call) {
  const [, path, type] = call;
  return `curl -s http://127.0.0.1:8080${path} -H 'Content-Type: ${type}' -d '${bodyText(call)}'`;
}
