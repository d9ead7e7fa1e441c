import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeHar } from '../../cli/judge/har.ts';
import { maskReading } from '../../cli/judge/print.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { emptyFolder } from './command.ts';
import { base, entryOf, refundAnswer, refundBody } from './har-file.ts';

const read = (entries: readonly unknown[], point?: string) =>
  judgeHar('shop.har', Buffer.from(JSON.stringify({ log: { entries } })), point);

const refund = entryOf('/v1/refund', refundBody, refundAnswer());

function complaint(text: string): string {
  try {
    judgeHar('shop.har', Buffer.from(text));
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'no complaint';
}

describe('entries of a HAR file', () => {
  test('a documented call is judged as its operation', () => {
    const { cases, unjudged } = read([refund], base);
    expect(unjudged).toEqual([]);
    expect(cases.map(({ judged }) => judged.judgement)).toMatchObject([
      { operation: 'refund', outcome: 'accepted', request: 'complete', findings: [] },
    ]);
  });

  test('a deviating answer gives a finding at its place', () => {
    const { cases } = read([entryOf('/v1/refund', refundBody, refundAnswer(10))]);
    expect(cases[0]?.judged.judgement.findings).toMatchObject([
      { verdict: 'fail', path: 'refund_orders[0].amount' },
    ]);
  });

  test('other addresses are left out and named without their query', () => {
    const { cases, unjudged } = read(
      [refund, entryOf('https://cdn.example/shop.js?card=4111111111111111', '', 'alert(1)')],
      base,
    );
    expect(cases).toHaveLength(1);
    expect(unjudged).toEqual([
      {
        from: 'entry 2',
        what: 'POST cdn.example/shop.js',
        reason: 'it is not below the base address https://pay.example/gateway',
      },
    ]);
  });

  test('a documented path below another base is left out', () => {
    const { cases, unjudged } = read([refund], 'https://pay.example/other');
    expect(cases).toEqual([]);
    expect(unjudged).toHaveLength(1);
  });

  test("a browser's preflight is left out as one", () => {
    const preflight = { ...refund, request: { ...refund.request, method: 'OPTIONS', postData: null } };
    const bare = { ...preflight, request: { ...preflight.request, bodySize: 0 } };
    expect(read([bare]).unjudged[0]?.reason).toBe(
      'a preflight request of a browser (OPTIONS), which calls no operation',
    );
  });

  test.each([
    ['merNo=1&orderNo=A&orderAmount=1.00&signInfo=0&allParams=merNo%3D1', 1],
    ['merchant_id=1&account_id=2&order_no=A&notify_url=x&encryption_data=0&allParams=', 1],
    ['merchant_id=1&account_id=2&order_no=A&notify_url=x&encryption_data=0', 0],
  ])('the post of a redirect page to the same path is no call: %s', (body, posts) => {
    const entry = entryOf('/v1/checkout', body, '<html><body>Pay</body></html>');
    const headers = [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }];
    const { unjudged } = read([{ ...entry, request: { ...entry.request, headers } }]);
    expect(unjudged.map(({ reason }) => reason)).toEqual(
      Array(posts).fill('the post of a redirect page (2.8), which calls no operation'),
    );
  });

  test('what a file says of an entry is not repeated, since it may be a secret', () => {
    const secret = 'k7Q9canary';
    const request = { ...refund.request, method: secret };
    const content = { ...refund.response.content, encoding: secret };
    const beside = { ...refund.response.content, text: undefined, _file: secret };
    const { unjudged } = read([
      { ...refund, pageref: secret, request },
      { ...refund, response: { ...refund.response, content } },
      { ...refund, response: { ...refund.response, content: beside } },
    ]);
    expect(unjudged).toHaveLength(3);
    expect(JSON.stringify(unjudged)).not.toMatch(/k7q9canary/i);
  });

  test('card data and payment_method tell the two payments of one path apart', () => {
    const common = { merchant_id: 'M1', account_id: 'A1', order_no: '1', currency: 'USD', amount: '1.00' };
    const card = { ...common, card: '4111111111111111', security_code: '123' };
    const { cases } = read([
      entryOf('/v1/authorise', card, '<respon/>', { answerType: 'application/xml' }),
      entryOf('/v1/authorise', { ...common, payment_method: 'Sofort' }, '<respon/>'),
    ]);
    expect(cases.map(({ judged }) => judged.exchange.operation)).toEqual(['direct-payment', 'apm-payment']);
  });

  test('entries of several pages are judged in the order of time', () => {
    const { cases } = read([
      {
        ...entryOf('/v1/refund', refundBody, refundAnswer(), { at: '2026-01-31T12:00:02Z' }),
        pageref: 'page_2',
      },
      {
        ...entryOf('/v1/refund', refundBody, refundAnswer(), { at: '2026-01-31T12:00:01Z' }),
        pageref: 'page_1',
      },
    ]);
    expect(cases.map(({ from }) => from)).toEqual(['entry 2', 'entry 1']);
  });

  test('requests that break the document are told of the caller', () => {
    const wrong = { ...refundBody, refund_orders: 'all' };
    const [only] = read([entryOf('/v1/refund', wrong, { return_status: '0' })]).cases;
    expect(only?.breaches.map(({ path }) => path)).toEqual(['refund_orders']);
    expect(only?.judged.judgement).toMatchObject({ request: 'broken', findings: [] });
  });
});

describe('bodies of a HAR file', () => {
  test('JSON under a form header is read as the JSON that it is', () => {
    const type = 'application/x-www-form-urlencoded';
    const [only] = read([entryOf('/v1/refund', refundBody, refundAnswer(), { type })]).cases;
    expect(only?.judged.exchange.sent).toMatchObject({ encoding: 'json', value: refundBody });
  });

  test('form fields stand in for a text that is not there', () => {
    const { refund_orders: _, ...envelope } = refundBody;
    const params = Object.entries(envelope).map(([name, value]) => ({ name, value: String(value) }));
    const type = 'application/x-www-form-urlencoded';
    const answer = { return_status: '1', orders_list: [] };
    const query = entryOf('/v1/retrievalTrans', '', answer, { type });
    const posted = { mimeType: type, params };
    const [only] = read([{ ...query, request: { ...query.request, postData: posted } }]).cases;
    expect(only?.judged.exchange.sent).toMatchObject({ encoding: 'form', value: envelope });
    expect(only?.judged.judgement).toMatchObject({ operation: 'query', outcome: 'accepted' });
  });

  test('an answer in Base64 is read', () => {
    const text = Buffer.from(JSON.stringify(refundAnswer())).toString('base64');
    const content = { ...refund.response.content, text, encoding: 'base64' };
    const [only] = read([{ ...refund, response: { ...refund.response, content } }]).cases;
    expect(only?.judged.judgement.outcome).toBe('accepted');
  });

  test('an answer that is said to be Base64 and is not is not judged', () => {
    const content = { ...refund.response.content, text: '%%%', encoding: 'base64' };
    const { cases, unjudged } = read([{ ...refund, response: { ...refund.response, content } }]);
    expect(cases).toEqual([]);
    expect(unjudged[0]?.reason).toBe('answer: its body is declared as Base64 but is not');
  });

  test('an entry that cannot be read leaves the others to be judged', () => {
    const { response: _, ...odd } = refund;
    const { cases, unjudged } = read([odd as typeof refund, refund]);
    expect(cases.map(({ from }) => from)).toEqual(['entry 2']);
    expect(unjudged).toEqual([
      { from: 'entry 1', what: 'POST pay.example/gateway/v1/refund', reason: 'it has no response' },
    ]);
  });

  test('an answer whose body was left out of the file is not judged', () => {
    const content = { size: 300, mimeType: 'application/json' };
    const { cases, unjudged } = read([{ ...refund, response: { ...refund.response, content } }]);
    expect(cases).toEqual([]);
    expect(unjudged[0]?.reason).toBe('answer: its body was left out of the file');
  });

  test('a body that stands in a file beside the HAR file is read, and no file elsewhere', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'body.json'), JSON.stringify(refundAnswer()));
    const outcomeWith = (_file: string) => {
      const content = { mimeType: 'application/json', _file };
      const entries = [{ ...refund, response: { ...refund.response, content } }];
      const bytes = Buffer.from(JSON.stringify({ log: { entries } }));
      const { cases, unjudged } = judgeHar(join(folder, 'shop.har'), bytes);
      return cases[0]?.judged.judgement.outcome ?? unjudged[0]?.reason;
    };
    expect(outcomeWith('body.json')).toBe('accepted');
    expect(outcomeWith('../../../etc/hostname')).toBe(
      'answer: its body is in another file ("_file"), which cannot be read',
    );
  });

  test('a text under a declaration of Latin-1 is read as the characters that it is', () => {
    const content = {
      mimeType: 'application/xml; charset=ISO-8859-1',
      text: '<?xml version="1.0" encoding="ISO-8859-1"?><respon><remark>caf\u00e9</remark></respon>',
    };
    const pay = entryOf('/v1/authorise', { card: '4111111111111111' }, '');
    const [only] = read([{ ...pay, response: { ...pay.response, content } }]).cases;
    expect(only?.judged.judgement.answer).toEqual({ respon: { remark: 'caf\u00e9' } });
  });

  test('a call without an answer is one that failed', () => {
    const response = { ...refund.response, status: -1, headers: [], _failureText: 'net::ERR_TIMED_OUT' };
    const [only] = read([{ ...refund, response }]).cases;
    expect(only?.judged.exchange.received).toMatchObject({ kind: 'none', reason: 'timeout' });
    expect(only?.judged.judgement.outcome).toBe('none');
  });
});

describe('a file that is not a HAR file', () => {
  test.each([
    ['', 'shop.har: a HAR file is JSON in UTF-8; this is not.'],
    ['{"log": 4111111111111111x}', 'shop.har: a HAR file is JSON in UTF-8; this is not.'],
    ['[]', 'shop.har: a HAR file holds an object "log" with a list "entries".'],
    ['{"log":{}}', 'shop.har: a HAR file holds an object "log" with a list "entries".'],
    ['\ufeff{\0"\0l\0', 'shop.har: a HAR file is JSON in UTF-8; this is not.'],
  ])('%s is refused in one line', (text, message) => {
    expect(complaint(text)).toBe(message);
  });

  test.each([
    ['nothing', null],
    ['no request', {}],
    ['an address that is none', { ...refund, request: { ...refund.request, url: 4111111111111111 } }],
  ])('an entry with %s is named without its value', (_what, entry) => {
    const { cases, unjudged } = read([entry]);
    expect(cases).toEqual([]);
    expect(unjudged.map(({ reason }) => reason)).toEqual(['it has no request with a method and an address']);
    expect(JSON.stringify(unjudged)).not.toContain('4111');
  });
});

describe('a request of brackets without end', () => {
  const deep = [
    ['open', '['.repeat(10_000)],
    ['closed', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['in a member', `{"merchant_id":"M1","x":${'['.repeat(10_000)}1${']'.repeat(10_000)}}`],
    ['of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['in a text', JSON.stringify({ merchant_id: '['.repeat(10_000), note: '<a>'.repeat(10_000) })],
  ] as const;
  test.each(deep)('is judged or named, and no other entry is lost: %s', (_name, body) => {
    const reading = read([entryOf('/v1/refund', body, refundAnswer()), refund], base);
    expect(reading.cases.length + reading.unjudged.length).toBe(2);
    const shown = maskReading(reading, { findings: [], observations: [], exercised: [] });
    expect(shown.cases.at(-1)).toMatchObject({ outcome: 'accepted', request: 'complete', findings: [] });
  });
});
