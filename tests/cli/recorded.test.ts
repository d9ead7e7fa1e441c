import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { judgeFile, judgeTraffic } from '../../cli/investigate/judge-file.ts';
import { findingsOf } from '../../cli/judge/print.ts';
import { statusOf } from '../../cli/subcommand.ts';
import { answerSchema } from '../../schemas/contract.ts';
import { changeAt, listOf, objectOf } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { emptyFolder, runCommand } from './command.ts';
import { entryOf, harFile, refundAnswer, refundBody } from './har-file.ts';

const prolog = '<?xml version="1.0" encoding="UTF-8"?>';
const signature = '0'.repeat(64);

/** The fields that every approved payment is answered with, as the conforming answer has them. */
const listed = Object.fromEntries(
  listOf(objectOf(objectOf(answerSchema('direct-payment').then).listed).names).map((name) => [
    String(name),
    String(answers['direct-payment'][String(name)]),
  ]),
);

/** The result of a payment that the document shows, with other values of some fields; undefined leaves a field out. */
function resultOf(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const fields = {
    ...listed,
    merchant_id: 'HELD1',
    account_id: 'HELD1A1',
    order_no: 'Bestellung-Ü1',
    amount: '10.00',
    currency: 'EUR',
    transaction_id: '202611250001',
    card: '411111******1111',
    order_status: '1',
    result_info: '0000:Approved',
    note: 'Größe',
    token_id: '',
    connector: 'ACQ-01',
    threeds_result: 'Not requested',
    risk_action: 'Accept',
    risk_score: '12',
    encryption_data: signature,
    ...changes,
  };
  const children = Object.entries(fields).map(([name, text]) =>
    text === undefined ? '' : `<${name}>${text}</${name}>`,
  );
  return `<respon>${children.join('')}</respon>`;
}

const form = 'application/x-www-form-urlencoded';
const sentForm = `merchant_id=HELD1&account_id=HELD1A1&order_no=Bestellung-%C3%9C1&currency=EUR&amount=10.00&card=4111111111111111&expiration_month=12&expiration_year=2030&security_code=123&note=Gr%C3%B6%C3%9Fe&encryption_data=${signature}`;

/** A HAR entry of one payment, with the size that its text has in UTF-8. */
function paymentEntry(text: string, content: object = {}) {
  const entry = entryOf('/v1/authorise', sentForm, text, { type: form, answerType: 'application/xml' });
  const whole = { ...entry.response.content, size: Buffer.byteLength(text), ...content };
  return { ...entry, response: { ...entry.response, content: whole } };
}

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** Judges a file as `judge` does, and gives exit status, `verdict clause path` of every finding, and what was left out. */
async function judged(file: string, options: Parameters<typeof judgeTraffic>[2] = {}) {
  const shown = judgeTraffic(file, readFileSync(file), options);
  return {
    status: statusOf(findingsOf(shown), shown.cases.length === 0),
    from: shown.cases.map(({ from }) => from),
    findings: findingsOf(shown).map(({ verdict, clause, path }) => `${verdict} ${clause} ${path}`),
    left: shown.unjudged.map(({ reason }) => reason),
  };
}

const direct = { operation: 'direct-payment' };

describe('an answer with a document type declaration', () => {
  const wrong = resultOf({ amount: '10,00', transaction_id: undefined });
  const fails = [
    'fail 1.1/amount/decimal respon.amount',
    'fail 2.6/transaction_id/present respon.transaction_id',
  ];

  test.each([
    '<!DOCTYPE respon [<!ELEMENT respon ANY>]>',
    '<!DOCTYPE respon [<!ELEMENT respon ANY><!ATTLIST respon v CDATA "]>">]>',
    '<!DOCTYPE respon SYSTEM "x.dtd" [<!ENTITY unused "x">]>',
    '<!DOCTYPE respon PUBLIC "-//x" "x.dtd">',
    '<!DOCTYPE respon [<!-- ]> --><?x ]> ?>]>',
    '<!DOCTYPE respon [%more;]>',
    '<!DOCTYPE html>',
  ])('is judged as without it, and one warning stands beside: %s', async (doctype) => {
    const without = await judged(fileOf('a.xml', prolog + wrong), direct);
    const found = await judged(fileOf('a.xml', prolog + doctype + wrong), direct);
    expect(without.findings).toEqual(fails);
    expect(found.findings).toEqual(['warn 1.4/xml/dtd ', ...fails]);
    expect(found.status).toBe(1);
    const right = await judged(fileOf('a.xml', prolog + doctype + resultOf()), direct);
    expect(right).toMatchObject({ status: 0, findings: ['warn 1.4/xml/dtd '] });
  });

  test.each([
    ['amount', '&a;', 'text'],
    ['amount', '1&a;.00', '0'],
    ['currency', '&a;', 'EUR'],
    ['note', 'x &a; y', 'and'],
    ['order_no', '&a;', 'SYSTEM'],
    ['card', '&a;', '411111******1111'],
    ['encryption_data', '&a;', 'f'],
  ])('leaves %s undecided where an entity stands in it, and nothing else', async (name, text, meaning) => {
    const doctype = `<!DOCTYPE respon [<!ENTITY a "${meaning}">]>`;
    const found = await judged(fileOf('a.xml', prolog + doctype + resultOf({ [name]: text })), direct);
    expect(found.status).toBe(3);
    expect(found.findings).toContain(`inconclusive 1.4/xml/well-formed respon.${name}`);
    expect(found.findings.filter((one) => !one.startsWith('inconclusive'))).toEqual(['warn 1.4/xml/dtd ']);
    const worse = resultOf({ [name]: text, result_info: '0000 Approved' });
    const failed = await judged(fileOf('a.xml', prolog + doctype + worse), direct);
    expect(failed.findings).toContain('fail 2.6/result_info/shape respon.result_info');
    expect(failed.status).toBe(1);
  });

  test('leaves open what may be missing where an entity stands between the fields', async () => {
    const doctype = '<!DOCTYPE respon [<!ENTITY a "<transaction_id>1</transaction_id>">]>';
    const text = wrong.replace('<amount>', '&a;<amount>');
    const { findings } = await judged(fileOf('a.xml', prolog + doctype + text), direct);
    expect(findings).toContain('inconclusive 2.6/transaction_id/present respon.transaction_id');
    expect(findings).toContain('fail 1.1/amount/decimal respon.amount');
  });

  test('fails for an entity that nothing can define', async () => {
    const doctype = '<!DOCTYPE respon [<!ENTITY b "x">]>';
    const { status, findings } = await judged(fileOf('a.xml', doctype + resultOf({ note: '&a;' })), direct);
    expect([status, findings]).toEqual([1, ['warn 1.4/xml/dtd ', 'fail 1.4/xml/well-formed ']]);
  });
});

describe('a malformed answer', () => {
  const xml = {
    'a raw ampersand': prolog + resultOf({ note: 'Tom & Jerry' }),
    'a raw bracket': prolog + resultOf({ note: '1 < 2' }),
    'two roots': prolog + resultOf() + resultOf(),
    'an unknown entity': prolog + resultOf({ note: '&nbsp;' }),
    'a line before the prolog': `\n${prolog}${resultOf()}`,
    'no end': (prolog + resultOf()).slice(0, -9),
    'a control character': prolog + resultOf({ note: '\u0001' }),
  };
  test.each(Object.entries(xml))('is one in a HAR file as on its own: XML with %s', async (_what, text) => {
    const bare = await judged(fileOf('a.xml', text), direct);
    const recorded = await judged(harFile([paymentEntry(text)]));
    expect(bare).toMatchObject({ status: 1, findings: ['fail 1.4/xml/well-formed '] });
    expect(recorded).toMatchObject({ status: 1, findings: ['fail 1.4/xml/well-formed '] });
  });

  const capture = {
    merchant_id: 'M1',
    account_id: 'A1',
    encryption_data: signature,
    capture_orders: [{ transaction_id: '1', order_no: 'o', currency: 'USD', amount: '10.00' }],
  };
  const json = JSON.stringify({
    return_status: '1',
    return_message: 'OK',
    merchant_id: 'M1',
    account_id: 'A1',
    encryption_data: signature,
    capture_orders: [
      {
        transaction_id: '1',
        order_no: 'o',
        currency: 'USD',
        amount: '10.00',
        capture_status: '1',
        error_message: '',
      },
    ],
  });
  test.each([
    ['NaN', json.replace('"10.00"', 'NaN')],
    ['a trailing comma', json.replace(/}$/, ',}')],
    ['twice', json + json],
    ['in a string', JSON.stringify(json)],
    ['a line end in a string', json.replace('OK', 'O\nK')],
    ['a guard', `)]}'\n${json}`],
    ['a call', `callback(${json})`],
    ['single quotes', json.replaceAll('"', "'")],
    ['a warning before it', `<br />\n<b>Warning</b>: Undefined index in /srv/api.php\n${json}`],
  ])('is one in a HAR file as on its own: JSON with %s', async (_what, text) => {
    const bare = await judged(fileOf('a.json', text), { operation: 'capture' });
    const recorded = await judged(harFile([entryOf('/v1/capture', capture, text)]));
    expect(bare.status).toBe(1);
    expect(recorded).toMatchObject({ status: 1, findings: bare.findings });
  });

  test.each(['null', '1006', 'true', '"declined"'])('is none, but a refusal: JSON with %s', async (text) => {
    expect(await judged(fileOf('a.json', text), { operation: 'capture' })).toMatchObject({
      status: 0,
      findings: [],
    });
  });

  test('a refusal of a call whose signature nobody could check stays one', async () => {
    const refused = '<respon><result_info>1001:Signature is wrong</result_info></respon>';
    expect(await judged(harFile([paymentEntry(refused)]))).toMatchObject({ status: 0, findings: [] });
  });

  test('what stayed undecided is never the exit of a file in order', async () => {
    const entry = paymentEntry('');
    const found = await judged(harFile([{ ...entry, response: { ...entry.response, status: 500 } }]));
    expect(found.findings.map((one) => one.split(' ')[0])).toEqual(['inconclusive']);
    expect(found.status).toBe(3);
  });
});

/** A text as it is when its UTF-8 bytes are read as Latin-1. */
const misread = (text: string) => Buffer.from(text).toString('latin1');

type Entry = ReturnType<typeof paymentEntry>;

/** The same entry with another header of the answer. */
function withHeader(entry: Entry, name: string, value: string): Entry {
  const headers = [...entry.response.headers.filter((one) => one.name !== name), { name, value }];
  return { ...entry, response: { ...entry.response, headers } };
}

/** The same entry with another body type and text of the request. */
function withRequest(entry: Entry, type: string, text: string): Entry {
  const request = {
    ...entry.request,
    headers: [{ name: 'Content-Type', value: type }],
    bodySize: -1,
    postData: { mimeType: type, text, params: [] },
  };
  return { ...entry, request };
}

describe('what a recorder did to a text', () => {
  const whole = prolog + resultOf();
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const browsers = misread(whole).replaceAll('\u009c', 'œ').replaceAll('\u009f', 'Ÿ');

  test.each([
    ['a text as it came', paymentEntry(whole)],
    ['UTF-8 read as Latin-1', paymentEntry(misread(whole), { size: Buffer.byteLength(whole) })],
    ['UTF-8 read as windows-1252', paymentEntry(browsers, { size: Buffer.byteLength(whole) })],
    [
      'UTF-8 read as Latin-1, its length in the header alone',
      withHeader(
        paymentEntry(misread(whole), { size: -1 }),
        'Content-Length',
        String(Buffer.byteLength(whole)),
      ),
    ],
    [
      'a charset in the header alone',
      withHeader(paymentEntry(resultOf()), 'Content-Type', 'application/xml; charset=ISO-8859-1'),
    ],
    [
      'a charset in the header, and the length that it gives',
      withHeader(
        paymentEntry(resultOf(), { size: resultOf().length }),
        'Content-Type',
        'application/xml; charset="iso-8859-1"',
      ),
    ],
    [
      'a charset that no encoder writes',
      withHeader(paymentEntry(resultOf()), 'Content-Type', 'application/xml; charset=Shift_JIS'),
    ],
    ['UTF-16 in the header', withHeader(paymentEntry(whole), 'Content-Type', 'text/xml; charset=UTF-16')],
    ['a declaration of Latin-1', paymentEntry(latin + resultOf(), { size: (latin + resultOf()).length })],
    ['a declaration of UTF-16', paymentEntry(prolog.replace('UTF-8', 'UTF-16') + resultOf())],
    ['characters counted, not bytes', paymentEntry(whole, { size: whole.length })],
    ['the size of the packed body', paymentEntry(whole, { size: 312 })],
    ['Base64', paymentEntry(Buffer.from(whole).toString('base64'), { encoding: 'base64' })],
    [
      'line ends that were CRLF',
      paymentEntry(whole.replace('<note>', '\n<note>'), { size: whole.length + 9 }),
    ],
  ])('is never said of the service: %s', async (_what, entry) => {
    expect(await judged(harFile([entry]))).toMatchObject({ status: 0, findings: [], left: [] });
  });

  test('leaves a service that itself spoiled a text to be judged', async () => {
    const spoiled = prolog + resultOf({ order_no: misread('Bestellung-Ü1') });
    const { findings } = await judged(harFile([paymentEntry(spoiled)]));
    expect(findings).toContain('fail 2.6/order_no/echo respon.order_no');
  });

  test('reads a JSON text under a header of another charset', async () => {
    const order = (refundBody.refund_orders as JsonObject[])[0];
    const body = { ...refundBody, refund_orders: [{ ...order, refund_reason: 'Rückgabe' }] };
    const text = JSON.stringify(refundAnswer()).replace('returned', 'Rückgabe');
    const entry = withHeader(
      entryOf('/v1/refund', body, text) as Entry,
      'Content-Type',
      'application/json; charset=windows-1252',
    );
    expect(await judged(harFile([entry]))).toMatchObject({ status: 0, findings: [] });
  });

  test.each([
    ['Latin-1', 'ISO-8859-1', '%DC', '%F6%DF'],
    ['Latin-1 in small letters', 'iso-8859-1', '%dc', '%f6%df'],
    ['windows-1252 in quotes', '"windows-1252"', '%DC', '%F6%DF'],
    ['Latin-9', 'ISO-8859-15', '%DC', '%F6%DF'],
    ['UTF-8', 'utf-8', '%C3%9C', '%C3%B6%C3%9F'],
    ['UTF-8 under another name', 'ISO-8859-1', '%C3%9C', '%C3%B6%C3%9F'],
    ['characters that are not escaped', 'ISO-8859-1', 'Ü', '%F6%DF'],
  ])('reads a form in the charset that the client names: %s', async (_what, charset, upper, lower) => {
    const text = sentForm.replace('%C3%9C', upper).replace('%C3%B6%C3%9F', lower);
    const entry = withRequest(paymentEntry(whole), `${form}; charset=${charset}`, text);
    expect(await judged(harFile([entry]))).toMatchObject({ status: 0, findings: [] });
  });
});

describe('a body that a recorder cut', () => {
  const whole = prolog + resultOf();
  const size = Buffer.byteLength(whole);

  test.each([
    ['by the size', paymentEntry(whole.slice(0, 300), { size })],
    [
      'by the header',
      withHeader(paymentEntry(whole.slice(0, 300), { size: -1 }), 'Content-Length', String(size)),
    ],
    [
      'in Base64',
      paymentEntry(Buffer.from(whole.slice(0, 300)).toString('base64'), { size, encoding: 'base64' }),
    ],
    ['to nothing', paymentEntry('', { size })],
  ])('is not judged: %s', async (_how, entry) => {
    const { findings, left, status } = await judged(harFile([entry]));
    expect([findings, status]).toEqual([[], 3]);
    expect(left[0]).toMatch(/^answer: its body is cut or changed: the file holds \d+ of 619 bytes$/);
  });

  test('is one of the request as well', async () => {
    const cut = withRequest(paymentEntry(whole), form, sentForm.slice(0, 90));
    const entry = { ...cut, request: { ...cut.request, bodySize: sentForm.length } };
    expect((await judged(harFile([entry]))).left).toEqual([
      `request: its body is cut or changed: the file holds 90 of ${sentForm.length} bytes`,
    ]);
  });

  test('is malformed where its length says that nothing is missing', async () => {
    const text = whole.slice(0, 300);
    expect((await judged(harFile([paymentEntry(text)]))).findings).toEqual(['fail 1.4/xml/well-formed ']);
  });

  test('is judged where it is whole all the same', async () => {
    const { findings, left } = await judged(harFile([paymentEntry(whole, { size: 700 })]));
    expect([findings, left]).toEqual([[], []]);
  });

  test('is not judged as a page, which can be read wherever it is cut', async () => {
    const page = '<!DOCTYPE html><html><body><form name="theForm" method="post" action="/v1/checkout/x">';
    const entry = entryOf('/v1/checkout', '{"merchant_id":"M1"}', page, { answerType: 'text/html' });
    const content = { ...entry.response.content, size: 9000 };
    const { left } = await judged(harFile([{ ...entry, response: { ...entry.response, content } }]));
    expect(left).toEqual([`answer: its body is cut or changed: the file holds ${page.length} of 9000 bytes`]);
  });
});

describe('a member that is null', () => {
  const members = [
    ['time'],
    ['pageref'],
    ['startedDateTime'],
    ['cache'],
    ['timings'],
    ['request', 'headers'],
    ['request', 'bodySize'],
    ['request', 'cookies'],
    ['request', 'postData', 'mimeType'],
    ['request', 'postData', 'params'],
    ['response', 'headers'],
    ['response', 'content', 'mimeType'],
    ['response', 'content', 'size'],
    ['response', 'content', 'encoding'],
    ['response', '_error'],
    ['response', 'redirectURL'],
  ];
  test.each(members.map((steps) => [steps.join('.'), steps] as const))(
    'is absent: %s',
    async (_name, steps) => {
      for (const nothing of [null, undefined]) {
        const entry = changeAt(
          JSON.parse(JSON.stringify(paymentEntry(prolog + resultOf()))),
          steps,
          () => null,
        );
        const text = JSON.stringify(entry, (_key, value) => (value === null ? nothing : value));
        expect(await judged(harFile([JSON.parse(text)]))).toMatchObject({
          status: 0,
          findings: [],
          left: [],
        });
      }
    },
  );

  test('leaves the order of the file where an entry has no time', async () => {
    const [one, other] = ['2026-01-31T12:00:02Z', '2026-01-31T12:00:01Z'].map((startedDateTime) => ({
      ...paymentEntry(prolog + resultOf()),
      startedDateTime,
    }));
    const { from } = await judged(harFile([one, other, { ...one, startedDateTime: null }]));
    expect(from).toEqual(['entry 1', 'entry 2', 'entry 3']);
  });
});

test('a preflight request is said to be one, with or without a body', async () => {
  const entry = paymentEntry('');
  const preflight = {
    ...entry,
    request: { ...entry.request, method: 'OPTIONS', bodySize: 12, postData: null },
  };
  const { left } = await judged(harFile([preflight, { ...preflight, response: { status: 204 } }]));
  expect(left).toEqual(Array(2).fill('a preflight request of a browser (OPTIONS), which calls no operation'));
});

describe('a saved answer with its head', () => {
  const body = prolog + resultOf();
  const head = 'HTTP/1.1 200 OK\nContent-Type: application/xml\n';
  const length = `Content-Length: ${Buffer.byteLength(body)}\n`;

  test.each([
    ['LF', `${head}\n${body}`],
    ['CRLF', `${head}\n`.replaceAll('\n', '\r\n') + body],
    ['HTTP/2 without words', `HTTP/2 200 \ncontent-type: application/xml\n\n${body}`],
    ['HTTP/3 and nothing behind the status', `HTTP/3 200\ncontent-type: application/xml\n\n${body}`],
    ['a status line alone', `HTTP/1.0 200 OK\n\n${body}`],
    ['no blank line', `HTTP/1.1 200 OK\n${body}`],
    ['a length', `${head}${length}\n${body}`],
    ['a length and a line feed behind it', `${head}${length}\n${body}\n`],
    ['100 Continue before it', `HTTP/1.1 100 Continue\r\n\r\n${head}\n${body}`],
    ['a tunnel before it', `HTTP/1.1 200 Connection established\r\n\r\n${head}\n${body}`],
    [
      'a redirect before it',
      `HTTP/1.1 307 Temporary Redirect\nLocation: /x\nContent-Length: 0\n\n${head}\n${body}`,
    ],
    [
      'a challenge before it',
      `HTTP/1.1 401 Unauthorized\nContent-Length: 2\n\n{}${head}\n${body}`.replace('{}H', '{}\nH'),
    ],
    ['a byte order mark', `\ufeff${head}\n${body}`],
    ['blank lines before it', `\n\n${head}\n${body}`],
    ['a value in two lines', `${head}X-Note: one\n two\n\n${body}`],
    ['chunks that were joined', `${head}Transfer-Encoding: chunked\n\n${body}`],
    ['an encoding that was undone', `${head}Content-Encoding: gzip\n\n${body}`],
  ])('is judged without it: %s', async (_what, text) => {
    expect(await judged(fileOf('saved.txt', text), direct)).toMatchObject({ status: 0, findings: [] });
  });

  test('is judged by its own status', async () => {
    const { findings } = await judged(fileOf('a.txt', 'HTTP/1.1 500 Oops\n\n'), direct);
    expect(findings).toHaveLength(1);
    expect((await judged(fileOf('a.txt', 'HTTP/1.1 404 Not Found\n\n'), direct)).findings).toEqual([]);
  });

  test('is the last one of a file', async () => {
    const wrong = prolog + resultOf({ amount: '10,00' });
    const { findings } = await judged(fileOf('a.txt', `${head}\n${body}\n\n${head}\n${wrong}\n`), direct);
    expect(findings).toEqual(['fail 1.1/amount/decimal respon.amount']);
  });

  test('is not judged where it is cut', async () => {
    const { left, findings } = await judged(
      fileOf('a.txt', `${head}${length}\n${body.slice(0, 400)}`),
      direct,
    );
    expect(findings).toEqual([]);
    expect(left[0]).toMatch(/^its body is cut or changed: the file holds \d+ of 619 bytes$/);
  });

  test('keeps a body that speaks of status lines', async () => {
    const text = `${head}\n${prolog}${resultOf({ note: 'sent\nHTTP/1.1 200 OK\nas it is' })}`;
    expect(await judged(fileOf('a.txt', text), direct)).toMatchObject({ status: 0, findings: [] });
  });
});

describe('a container', () => {
  const har = JSON.stringify({ log: { entries: [paymentEntry(prolog + resultOf({ amount: '10,00' }))] } });
  const wrong = {
    status: 1,
    findings: ['fail 1.1/amount/decimal respon.amount', 'fail 2.6/amount/echo respon.amount'],
  };
  test.each([
    ['a HAR file under another name', 'traffic.json', har],
    ['a HAR file with a mark', 'traffic.json', `\ufeff${har}`],
  ])('is opened: %s', async (_what, name, content) => {
    expect(await judged(fileOf(name, content))).toMatchObject({ status: 1, findings: [wrong.findings[0]] });
    const words = ['judge', fileOf(name, content), '--operation', 'capture'];
    await expect(runCommand(judgeFile, words)).rejects.toThrow(
      '--operation has no effect on a HAR file: leave it out.',
    );
  });

  test.each([
    ['zip', Buffer.from('504b030414000000', 'hex')],
    [
      'Burp',
      '<?xml version="1.0"?><!DOCTYPE items [<!ELEMENT items (item*)>]><items burpVersion="2024.1"><item/></items>',
    ],
    ['Postman', '{"info":{"_postman_id":"x","name":"shop"},"item":[]}'],
    [
      'Postman without an id',
      '{"info":{"name":"x","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}',
    ],
    ['Insomnia', '{"_type":"export","__export_format":4,"resources":[]}'],
    ['mitmproxy', '1234:9:websocket;0:~8:response;'],
    ['a request', 'POST /v1/capture HTTP/1.1\nHost: x\n\n{}'],
    ['requests', '### pay\nPOST https://pay.example/v1/capture\n\n{}'],
    ['PowerShell', Buffer.from('\ufeffHTTP/1.1 200 OK\r\n\r\n{}', 'utf16le')],
    ['a statement', '{"statement":1}'],
    ['evidence', '{"kind":"end"}'],
    ['another packing', Buffer.from('28b52ffd2400', 'hex')],
  ])('is refused, never judged as an answer: %s', async (_what, content) => {
    for (const operation of ['direct-payment', 'capture'])
      await expect(judged(fileOf('saved.bin', content), { operation })).rejects.toThrow(
        'is not an answer: judge reads HAR files and single answers.',
      );
  });

  test('in gzip is not opened', async () => {
    await expect(judged(fileOf('shop.har', gzipSync(har)))).rejects.toThrow('JSON in UTF-8; this is not.');
    await expect(judged(fileOf('shop.har.gz', gzipSync(har)))).rejects.toThrow('holds no HAR file');
  });

  test('is refused where it is larger than one text can be, without being read', async () => {
    const file = fileOf('large.har', '{"log":{"entries":[');
    truncateSync(file, 725_000_000);
    await expect(runCommand(judgeFile, ['judge', file])).rejects.toThrow(
      `${file} has more than the 536 MB that can be read as one text; record fewer calls in one file.`,
    );
  });
});
