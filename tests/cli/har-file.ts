import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange, JsonObject } from '../../schemas/types.ts';
import { emptyFolder } from './command.ts';

/** The service that hand-made HAR files watched. */
export const base = 'https://pay.example/gateway';

const signature = 'a'.repeat(64);

/** A complete refund request. */
export const refundBody: JsonObject = {
  merchant_id: 'M1',
  account_id: 'A1',
  encryption_data: signature,
  refund_orders: [
    {
      transaction_id: '2024010112000000001',
      order_no: 'order-1',
      currency: 'USD',
      amount: '10.00',
      refund_amount: '10.00',
      refund_reason: 'returned',
    },
  ],
};

/** The answer that the document shows for it; the amount stands as a number when it is to deviate. */
export const refundAnswer = (amount: string | number = '10.00'): JsonObject => ({
  return_status: '1',
  return_message: 'OK',
  merchant_id: 'M1',
  account_id: 'A1',
  encryption_data: signature,
  refund_orders: [
    {
      transaction_id: '2024010112000000001',
      order_no: 'order-1',
      currency: 'USD',
      amount,
      refund_amount: '10.00',
      refund_reason: 'returned',
      refund_reference: 'R-1',
      refund_reference_id: '2024010112000000001-01',
      refund_status: '1',
      refund_message: 'R0000:refund success',
    },
  ],
});

/** A HAR entry as Playwright and browsers write it; tests change parts of it. */
export function entryOf(
  path: string,
  sent: JsonObject | string,
  answer: JsonObject | string,
  changes: { readonly at?: string; readonly type?: string; readonly answerType?: string } = {},
) {
  const {
    at = '2026-01-31T12:00:00.000Z',
    type = 'application/json',
    answerType = 'application/json',
  } = changes;
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return {
    startedDateTime: at,
    time: 12,
    comment: 'as recorded',
    request: {
      method: 'POST',
      url: path.startsWith('http') ? path : `${base}${path}`,
      httpVersion: 'HTTP/2.0',
      cookies: [],
      headers: [
        { name: ':authority', value: 'pay.example' },
        { name: 'Content-Type', value: type },
      ],
      queryString: [],
      headersSize: -1,
      bodySize: Buffer.byteLength(text),
      postData: { mimeType: type, text, params: [] },
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/2.0',
      cookies: [],
      headers: [{ name: 'Content-Type', value: answerType }],
      content: {
        size: 1,
        mimeType: answerType,
        text: typeof answer === 'string' ? answer : JSON.stringify(answer),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0 },
  };
}

/** Writes a HAR file with these entries and returns its path. */
export function harFile(entries: readonly unknown[]): string {
  const file = join(emptyFolder(), 'shop.har');
  const log = {
    version: '1.2',
    creator: { name: 'test', version: '1' },
    pages: [],
    entries,
    comment: 'shop',
  };
  writeFileSync(file, JSON.stringify({ log }));
  return file;
}

/** The HAR entry that a browser would have written of an exchange. */
export function entryOfExchange({ sent, received }: Exchange, index: number) {
  const answer = received.kind === 'none' ? '' : Buffer.from(received.body).toString('base64');
  const entry = entryOf(sent.url, sent.body, '', {
    at: new Date(Date.UTC(2026, 0, 31) + index).toISOString(),
    type: sent.headers['content-type'] ?? '',
  });
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    ...entry,
    response: {
      ...entry.response,
      status: received.kind === 'none' ? -1 : received.status,
      headers: received.kind === 'none' ? [] : pairs(received.headers),
      content: { size: answer.length, mimeType: '', text: answer, encoding: 'base64' },
    },
  };
}
