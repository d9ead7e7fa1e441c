import { createHmac } from 'node:crypto';

const fields = ['merchant_id', 'account_id', 'order_no', 'request_id', 'recurring_id'];

/** The signature of the acquirer `private-line`: HMAC-SHA-256 over these fields, joined by a bar, in capitals. */
export function sign(body) {
  const key = process.env.CONFORMANCE_MOCK_KEY ?? 'practice-key-of-the-embedded-endpoint';
  const text = fields.map((name) => body[name] ?? '').join('|');
  return createHmac('sha256', key).update(text).digest('hex').toUpperCase();
}
