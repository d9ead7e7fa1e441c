import { describe, expect, test } from 'vitest';
import { encodeRequest } from '../../targets/sending/wire-request.ts';

const body = { merchant_id: 'M', refund_orders: [{ amount: '1.00' }] };
const plain = { encodings: {} };

describe('encodeRequest', () => {
  test('writes JSON and forms as the operation table says', () => {
    expect(encodeRequest('refund', body, plain)).toEqual({
      body: '{"merchant_id":"M","refund_orders":[{"amount":"1.00"}]}',
      encoding: 'json',
      contentType: 'application/json',
    });
    expect(encodeRequest('query', { merchant_id: 'M' }, plain)).toEqual({
      body: 'merchant_id=M',
      encoding: 'form',
      contentType: 'application/x-www-form-urlencoded',
    });
    expect(encodeRequest('optimise-payment-methods', { a: '1' }, plain)).toMatchObject({ body: '{"a":"1"}' });
  });
  test('writes what the target says', () => {
    const encodings = {
      refund: { encoding: 'form', nested: 'brackets' },
      capture: { encoding: 'json', contentType: 'application/x-www-form-urlencoded' },
      'cancel-subscription': { encoding: 'xml', xmlRoot: 'root', xmlEntries: 'item' },
    } as const;
    expect(encodeRequest('refund', body, { encodings }).body).toBe(
      'merchant_id=M&refund_orders%5B0%5D%5Bamount%5D=1.00',
    );
    expect(encodeRequest('capture', { a: '1' }, { encodings })).toEqual({
      body: '{"a":"1"}',
      encoding: 'json',
      contentType: 'application/x-www-form-urlencoded',
    });
    expect(encodeRequest('cancel-subscription', { a: ['1'] }, { encodings })).toEqual({
      body: '<?xml version="1.0" encoding="UTF-8"?><root><a><item>1</item></a></root>',
      encoding: 'xml',
      contentType: 'application/xml',
    });
  });
  test('lets one request choose for itself', () => {
    const encodings = { refund: { encoding: 'json', contentType: 'text/json' } } as const;
    expect(encodeRequest('refund', { a: '1' }, { encodings }, { encoding: 'xml' })).toMatchObject({
      body: '<?xml version="1.0" encoding="UTF-8"?><request><a>1</a></request>',
      contentType: 'application/xml',
    });
    expect(encodeRequest('refund', { a: '1' }, { encodings }, { contentType: 'text/plain' })).toMatchObject({
      body: '{"a":"1"}',
      contentType: 'text/plain',
    });
  });
});
