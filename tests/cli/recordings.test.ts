import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { judgeFile } from '../../cli/investigate/judge-file.ts';
import { judgeHar } from '../../cli/judge/har.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { emptyFolder, runCommand } from './command.ts';
import { base, entryOf, harFile, refundAnswer, refundBody } from './har-file.ts';

const inputs = join(import.meta.dirname, 'recordings');
const control: readonly Entry[] = JSON.parse(readFileSync(join(inputs, 'control.har'), 'utf8')).log.entries;

interface Entry {
  readonly startedDateTime: string;
  readonly request: JsonObject & { readonly url: string };
  readonly response: JsonObject & {
    readonly headers: readonly JsonValue[];
    readonly content: JsonObject & { readonly text: string };
  };
}

const judge = (...words: string[]) => runCommand(judgeFile, ['judge', ...words]);

/** What the entries of a HAR file come to: the findings of each judged one, and the reason for each other one. */
function verdicts(entries: readonly unknown[], point?: string) {
  const { cases, unjudged } = judgeHar('shop.har', Buffer.from(JSON.stringify({ log: { entries } })), point);
  return {
    judged: cases.map(({ judged: { judgement } }) => [
      judgement.operation,
      judgement.outcome,
      ...judgement.findings.map(({ verdict, clause }) => `${verdict} ${clause}`),
    ]),
    left: unjudged.map(({ reason }) => reason),
  };
}

const right = verdicts(control).judged;

test('the recording that the others are made of is in order', () => {
  expect(right).toHaveLength(6);
  expect(right.every((one) => one.length === 2 && one[1] === 'accepted')).toBe(true);
});

/** Entries whose answers the recorder kept in Base64 under a Content-Encoding. */
function kept(encoding: string, pack: (bytes: Buffer) => Uint8Array, size?: number) {
  return control.map((entry) => {
    const bytes = Buffer.from(entry.response.content.text);
    const packed = Buffer.from(pack(bytes));
    const content = {
      ...entry.response.content,
      text: packed.toString('base64'),
      encoding: 'base64',
      size: size ?? bytes.length,
    };
    const headers = [...entry.response.headers, { name: 'Content-Encoding', value: encoding }];
    return { ...entry, response: { ...entry.response, headers, content } };
  });
}

describe('what the recorder left packed', () => {
  test.each([
    ['gzip', gzipSync, undefined],
    ['gzip', gzipSync, 90_000],
    ['br', brotliCompressSync, undefined],
    ['deflate', deflateSync, undefined],
    ['gzip', (bytes: Buffer) => bytes, undefined],
    ['br', (bytes: Buffer) => bytes, undefined],
  ] as const)('is unpacked and judged: %s', (encoding, pack, size) => {
    expect(verdicts(kept(encoding, pack, pack === gzipSync ? size : undefined))).toEqual({
      judged: right,
      left: [],
    });
  });

  test('is unpacked where the file keeps no header at all', () => {
    const bare = kept('gzip', gzipSync).map((entry) => ({
      ...entry,
      response: { ...entry.response, headers: [] },
    }));
    expect(verdicts(bare)).toEqual({ judged: right, left: [] });
  });

  test('is packed as it stands where the service does not say so', () => {
    const unsaid = kept('identity', gzipSync, 0);
    expect(verdicts(unsaid).judged.flat().join()).toContain('fail 1.4/');
  });

  test('is judged no milder for it', () => {
    const wrong = kept('gzip', (bytes) => gzipSync(`${bytes}`.replaceAll('"return_status"', '"status"')));
    expect(verdicts(wrong).judged.flat().join()).toContain('fail 1.3/return_status/present');
  });

  test.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes).subarray(0, 60)],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes).subarray(0, 60)],
    ['compress', () => Buffer.from('1f9d90', 'hex')],
  ] as const)('is not judged where it cannot be unpacked: %s', (encoding, pack) => {
    const { judged, left } = verdicts(kept(encoding, pack));
    expect(judged).toEqual([]);
    expect(new Set(left)).toEqual(
      new Set(['answer: its body is still packed as its Content-Encoding says, and cannot be unpacked here']),
    );
  });

  test('is unpacked in a saved answer by the same rule', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n';
    const packed = gzipSync(JSON.stringify(refundAnswer(10)));
    const file = join(emptyFolder(), 'answer.txt');
    writeFileSync(file, Buffer.concat([Buffer.from(head), packed]));
    expect((await judge(file, '--operation', 'refund')).status).toBe(1);
    writeFileSync(file, Buffer.concat([Buffer.from(head), packed.subarray(0, 50)]));
    const { status, lines } = await judge(file, '--operation', 'refund');
    expect(status).toBe(3);
    expect(lines.join('\n')).toContain('still packed');
  });
});

const beacon = (url: string, body: JsonObject | string, at = '2026-11-27T10:00:01.500Z') =>
  entryOf(url, body, '{"status":1}', { at });
const event = { event: 'click', page: '/cart' };

describe('the traffic of more than one host', () => {
  test('is judged of the host that has the calls, and the others are named', () => {
    const found = verdicts([
      ...control,
      beacon('https://events.example/v1/capture', event),
      beacon('https://other.example/v1/refund', 'x'),
    ]);
    expect(found.judged).toEqual(right);
    expect(found.left).toEqual([
      'no member of its request is one that the document lists',
      'its host is not gw.example; --base chooses another',
    ]);
  });

  test('goes by documented members, not by the number of requests', () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      beacon('https://events.example/v1/capture', event, `2026-11-27T10:00:0${index}.100Z`),
    );
    expect(verdicts([...many, ...control]).judged).toEqual(right);
  });

  test('goes by the number of documented members where the calls are as many', () => {
    const [first] = control;
    const purchase = beacon('https://events.example/v1/checkout', { event: 'purchase', currency: 'EUR' });
    const { judged } = verdicts([purchase, first]);
    expect(judged).toEqual(right.slice(0, 1));
  });

  test('is chosen by --base', () => {
    const elsewhere = entryOf('/v1/refund', refundBody, refundAnswer());
    expect(verdicts([...control, elsewhere], base).judged).toEqual([['refund', 'accepted']]);
  });

  test('is nothing of ours where no member of a request is documented', async () => {
    const file = harFile([beacon('https://events.example/v1/capture', event)]);
    const { status, lines } = await judge(file);
    expect(status).toBe(3);
    expect(lines.join('\n')).toContain('no member of its request is one that the document lists');
  });
});

describe('lines of a recording that are no calls of their own', () => {
  test.each([100, 102, 103])('an interim answer %s is not the answer', (status) => {
    const hints = control.map((entry) => ({
      ...entry,
      response: { ...entry.response, status, headers: [], content: { size: 0, mimeType: '' } },
    }));
    const both = hints.flatMap((hint, index) => [hint, control[index]]);
    const { judged, left } = verdicts(both);
    expect(judged).toEqual(right);
    expect(left).toEqual(Array(6).fill(`an interim answer (${status}), which is not the answer`));
  });

  test('a redirect on the way is not the answer', () => {
    const hops = control.map((entry) => ({
      ...entry,
      request: { ...entry.request, url: entry.request.url.replace('gw.example', 'gw.example/old') },
      response: { ...entry.response, status: 307, content: { size: 0, mimeType: '' } },
    }));
    const { judged, left } = verdicts(hops.flatMap((hop, index) => [hop, control[index]]));
    expect(judged).toEqual(right);
    expect(left).toEqual(Array(6).fill('a redirect (307), whose answer is that of another address'));
  });

  test('what a service worker tells again is one call', () => {
    const twice = control.flatMap((entry) => [entry, { ...entry, _fromServiceWorker: true, time: 1 }]);
    const { judged, left } = verdicts(twice);
    expect(judged).toEqual(right);
    expect(left[0]).toBe('the same call as entry 1, told twice');
    expect(left).toHaveLength(6);
  });

  test.each([
    ['another time', { startedDateTime: '2026-11-27T10:00:09.000Z' }],
    ['no time', { startedDateTime: null }],
  ])('the same call with %s is another one', (_what, change) => {
    const [, , refund] = control;
    const again = { ...refund, ...change };
    expect(verdicts([again, { ...again, ...change }, refund]).judged.length).toBeGreaterThan(1);
  });

  test('the same request with another answer is another call', () => {
    const first = entryOf('/v1/refund', refundBody, refundAnswer());
    const other = entryOf('/v1/refund', refundBody, refundAnswer('10.01'));
    expect(verdicts([first, other]).judged).toHaveLength(2);
  });
});

describe('times', () => {
  const withTimes = (timeOf: (at: string) => unknown) =>
    control.map((entry) => ({ ...entry, startedDateTime: timeOf(entry.startedDateTime) }));
  test.each([
    ['without zone', (at: string) => at.slice(0, -1)],
    ['with a blank', (at: string) => at.replace('T', ' ').slice(0, -1)],
    ['in words', () => 'Fri, 27 Nov 2026 10:00:00 GMT'],
    ['of another kind', () => 'today'],
    ['as numbers', (at: string) => Date.parse(at)],
    ['that are empty', () => ''],
    ['null', () => null],
    ['absent', () => undefined],
  ])('%s are no reason to refuse a file', (_what, timeOf) => {
    expect(verdicts(withTimes(timeOf))).toEqual({ judged: right, left: [] });
  });

  const placesOf = (times: readonly unknown[]) => {
    const entries = times.map((startedDateTime, index) => ({ ...control[index], startedDateTime }));
    const { cases } = judgeHar('shop.har', Buffer.from(JSON.stringify({ log: { entries } })));
    return cases.map(({ from }) => from);
  };
  test.each([
    [
      ['2026-01-31 12:00:02', '2026-01-31 12:00:01'],
      ['entry 2', 'entry 1'],
    ],
    [
      ['2026-01-31T12:00:00+01:00', '2026-01-31T11:30:00Z'],
      ['entry 1', 'entry 2'],
    ],
    [
      ['2026-01-31T12:00:02Z', 'yesterday'],
      ['entry 1', 'entry 2'],
    ],
  ])('give the order where they can be compared: %s', (times, places) => {
    expect(placesOf(times)).toEqual(places);
  });
});

describe('what stands in the way of a saved answer', () => {
  const answer = JSON.stringify(refundAnswer());
  const meter = `  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n`;
  const row = '\r100   120  100   120    0     0   1200      0 --:--:-- --:--:-- --:--:--  1200\n';
  test.each([
    ['the progress of curl', meter + row + answer],
    ['its last row behind it', answer + row],
    ['colours', `\u001b[1;39m${answer}\u001b[0m`],
    ['colours inside', answer.replace('"OK"', '\u001b[32m"OK"\u001b[0m')],
    ['a coloured head', `\u001b[34mHTTP\u001b[39m/1.1 200 OK\n\n${answer}`],
    ['curl -v', `*   Trying 127.0.0.1:80...\n> POST / HTTP/1.1\n${answer}`],
    ['the end of curl -v', `${answer}\n* Connection #0 to host pay.example left intact\n`],
    ['a prompt', `~/shop$ curl -s https://pay.example/v1/refund\n${answer}`],
    ['wget', `--2026-11-27 10:00:00--  https://pay.example/\n${answer}`],
    ['a measured time', `${answer}\nreal\t0m0.123s\nuser\t0m0.1s\n`],
    ['PowerShell', `\nStatusCode        : 200\nContent           : ${answer}`],
    ['a status behind it', `${answer}\n200`],
    ['the words of an editor', `${answer}\n\nResponse code: 200 (OK); Time: 12ms`],
    [
      'chunks',
      `HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n${answer.length.toString(16)}\r\n${answer}\r\n0\r\n\r\n`,
    ],
  ])('is refused, and never blamed on the service: %s', async (_what, text) => {
    const file = join(emptyFolder(), 'answer.txt');
    writeFileSync(file, text);
    await expect(judge(file, '--operation', 'refund')).rejects.toThrow(
      'holds more than an answer; curl -s -i saves it alone, as it came.',
    );
  });

  test.each(['progress.txt', 'colours.txt'])('is refused in a recording of a terminal: %s', async (name) => {
    await expect(judge(join(inputs, name), '--operation', 'refund-search')).rejects.toThrow(
      'holds more than an answer',
    );
  });

  test.each([
    ['a warning of PHP', `Notice: Undefined index in /srv/api.php on line 3\n${answer}`],
    ['a note of a program', `debug: 12 rows\n${answer}`],
    ['a list in stars', `* Closed\n* SSL\n${answer}`],
    ['a line end and more behind it', `${answer}\n<!-- 0.2 s -->`],
  ])('is the service itself, which fails: %s', async (_what, text) => {
    const file = join(emptyFolder(), 'answer.txt');
    writeFileSync(file, text);
    const { status, lines } = await judge(file, '--operation', 'refund');
    expect(status).toBe(1);
    expect(lines.join('\n')).toContain('1.4/json');
  });
});

describe('a saved page', () => {
  const words = (name: string) => join(inputs, name);
  test('has no documented input listed as another one', async () => {
    const { lines } = await judge(
      words('page-that-stays.html'),
      ...['--operation', 'redirect-payment', '--request', words('page-that-stays.request.json')],
    );
    const text = lines.join('\n');
    expect(text).not.toContain('4.3/other-inputs');
    // The file holds neither the address nor the headers of the request.
    expect(text).not.toMatch(/action\/host|header-/);
  });

  test('lists an input that 2.8 does not name', async () => {
    const page = readFileSync(words('page-that-stays.html'), 'utf8');
    const file = join(emptyFolder(), 'page.html');
    writeFileSync(file, page.replace('</form>', '<input type="hidden" name="shop_theme" value="1"></form>'));
    const { lines } = await judge(file, '--operation', 'redirect-payment');
    expect(lines.filter((line) => line.includes('4.3/other-inputs'))).toHaveLength(1);
  });
});

describe('one refusal in a saved answer and in a HAR file', () => {
  const saved = (text: string) => {
    const [file, request] = ['answer.txt', 'request.json'].map((name) => join(emptyFolder(), name)) as [
      string,
      string,
    ];
    writeFileSync(file, text);
    writeFileSync(request, JSON.stringify(refundBody));
    return judge(file, '--operation', 'refund', '--request', request);
  };
  const recorded = (status: number, text: string) => {
    const entry = entryOf('/v1/refund', refundBody, text);
    const content = { ...entry.response.content, size: text.length };
    return judge(harFile([{ ...entry, response: { ...entry.response, status, content } }]));
  };

  test.each([
    [200, '{"return_status":"0","return_message":"The order is not known"}'],
    [403, ''],
    [422, '{"error":"amount"}'],
  ])('has the same verdict: %s %s', async (status, text) => {
    const one = await saved(`HTTP/1.1 ${status} x\nContent-Type: application/json\n\n${text}`);
    const other = await recorded(status, text);
    expect([one.status, other.status]).toEqual([0, 0]);
  });

  test('differs where a wrong signature may explain it', async () => {
    const one = await saved('HTTP/1.1 500 x\nContent-Type: application/json\n\n{}');
    const other = await recorded(500, '{}');
    expect([one.status, other.status]).toEqual([1, 3]);
  });
});
