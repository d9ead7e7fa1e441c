import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLineFile } from '../../reports/evidence/line-file.ts';
import {
  evidenceBounds,
  exchangeOf,
  gatherEvidence,
  judgedOf,
  openEvidence,
  readEvidence,
} from '../../reports/evidence.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { answer, finding, judged } from './hand-made.ts';
import { textIn } from './packed-text.ts';

let dir = '';
beforeEach(() => {
  startRedaction({ seed: 7 });
  dir = mkdtempSync(join(tmpdir(), 'evidence-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const part = (worker: number) => join(dir, 'parts', `worker-${worker}.ndjson`);
const merged = () => textIn(join(dir, 'exchanges.ndjson.gz'));
const at = (test: string, ordinal: number, file = 'specs/refund.spec.ts') => ({
  origin: { test, ordinal, file },
});

function recordAll(order: readonly number[], workers: number): void {
  const writers = Array.from({ length: workers }, (_, index) => openEvidence(dir, index));
  for (const number of order) {
    const clauses = { exercised: ['1.3/return_status/present'] };
    writers[number % workers]?.record(
      judged({ id: `000000000${number}`, ...at('refund', number), judgement: clauses }),
    );
  }
  for (const writer of writers) writer.close();
}

describe('openEvidence', () => {
  test('has every line on disk before the next call', () => {
    const writer = openEvidence(dir, 3);
    writer.record(judged());
    const size = statSync(part(3)).size;
    expect(size).toBeGreaterThan(500);
    writer.note({ kind: 'skipped', reason: 'no browser' });
    expect(statSync(part(3)).size).toBeGreaterThan(size);
  });

  test('masks a whole part alike, whatever is started while it is written', () => {
    const writer = openEvidence(dir, 0);
    const call = () =>
      judged({ sent: { value: { merchant_id: '100001', shopper_email: 'ann@shop.example' } } });
    const first = writer.record(call());
    startRedaction({ seed: 8, origins: { [new URL(first.sent.url).origin]: 'another' } });
    expect(writer.record(call())).toEqual(first);
    expect(redactExchange(call()).sent).not.toEqual(first.sent);
    writer.close();
  });

  test('writes what it returns', () => {
    const writer = openEvidence(dir, 0);
    const written = [
      writer.record(judged()),
      writer.record(judged({ id: '000000000b', received: answer('<a', 500) })),
    ];
    writer.close();
    expect(gatherEvidence(dir).exchanges).toEqual(written);
  });

  test('masks a page that a browser saw later as at once', () => {
    const [mail, token] = ['shopper@shop.example', 'TOKEN-20261126-abcdef'];
    const first = judged({
      operation: 'redirect-payment',
      sent: { value: { shopper_email: mail } },
      received: answer(`<form name="theForm"><input name="token_id" value="${token}"></form>`),
    });
    const posted = {
      method: 'POST',
      url: '/v1/checkout/pay',
      afterMs: 3,
      fields: [['email', mail]] as const,
    };
    const told = { foreignRequests: [], scriptErrors: [], dialogs: [`for ${mail} ${token}`] };
    const seen = { ...first, exchange: { ...first.exchange, page: { ...told, posted } } };
    const writer = openEvidence(dir, 0);
    expect(writer.record(first)).toEqual(redactExchange(first));
    expect(writer.record(seen, 'visited')).toEqual(redactExchange(seen));
    writer.close();
  });

  test('keeps the lines of a test in a part of its own', () => {
    const writer = openEvidence(dir, 0);
    const closeFirst = writer.openPart('test-a');
    writer.record(judged({ id: '000000000a' }));
    const first = closeFirst();
    writer.note({ kind: 'skipped', reason: 'later' });
    const closeSecond = writer.openPart('test-b');
    expect(closeSecond()).toBeUndefined();
    expect(first && readFileSync(first, 'utf8')).toMatch(/"id":"000000000a".*\n\{"kind":"end"\}\n$/);
    expect(readFileSync(part(0), 'utf8')).toMatch(/^\{"kind":"skipped","reason":"later"\}\n$/);
    const dead = writer.openPart('test-c');
    writer.record(judged({ id: '000000000c' }));
    writer.close();
    expect(dead).toBeTypeOf('function');
    const { exchanges, notes, problems } = readEvidence(dir);
    expect([exchanges.length, notes.length]).toEqual([2, 1]);
    expect(problems).toEqual([
      { file: 'parts/test-c.ndjson', problem: 'was never closed: what came last may be missing' },
    ]);
  });

  test('says in one line why nothing can be written', () => {
    writeFileSync(join(dir, 'parts'), 'a file in the way');
    expect(() => openEvidence(dir, 0)).toThrow(/^evidence cannot be written: .*worker-0\.ndjson: [^\n]+$/);
  });

  test.skipIf(!existsSync('/dev/full'))('says in one line that the disk is full', () => {
    const full = 'evidence cannot be written: /dev/full: no space is left on the device';
    expect(() => openLineFile('/dev/full').append('x')).toThrow(full);
  });

  test('masks notes', () => {
    const writer = openEvidence(dir, 0);
    writer.note({ kind: 'skipped', reason: 'refused: card=4000056655665556' });
    expect(readFileSync(part(0), 'utf8')).toContain('card=400005xxxxxx5556');
  });
});

describe('gatherEvidence', () => {
  test('gives the same file whatever the order and number of workers', () => {
    recordAll([0, 1, 2, 3, 4, 5], 1);
    gatherEvidence(dir);
    const first = merged();
    rmSync(join(dir, 'exchanges.ndjson.gz'));
    recordAll([5, 3, 1, 0, 2, 4], 3);
    gatherEvidence(dir);
    expect(merged()).toBe(first);
  });

  test('sorts by file, test and ordinal', () => {
    const writer = openEvidence(dir, 0);
    const origins = [at('b', 2), at('b', 10), at('a', 0), at('c', 0, 'specs/capture.spec.ts')];
    for (const origin of origins) writer.record(judged(origin));
    writer.close();
    const order = gatherEvidence(dir).exchanges.map(({ origin }) => `${origin.test}${origin.ordinal}`);
    expect(order).toEqual(['c0', 'a0', 'b2', 'b10']);
  });

  test('writes a whole exchange in each line', () => {
    recordAll([0, 1, 2, 3], 1);
    const { exchanges } = gatherEvidence(dir);
    const lines = merged()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, -1)).toEqual(exchanges);
    expect(lines.at(-1)).toMatchObject({ kind: 'end', exchanges: 4, notes: 0 });
  });

  test('keeps what can be unpacked of a damaged file, and says so', () => {
    recordAll([0, 1, 2], 1);
    gatherEvidence(dir);
    const file = join(dir, 'exchanges.ndjson.gz');
    appendFileSync(file, 'no member');
    expect(readEvidence(dir)).toMatchObject({
      exchanges: [{}, {}, {}],
      problems: [{ file: 'exchanges.ndjson.gz', problem: 'cannot be unpacked beyond line 4' }],
    });
    truncateSync(file, 200);
    expect(readEvidence(dir).problems[0]?.problem).toBe('cannot be unpacked beyond line 0');
  });

  test('takes evidence of an earlier release for no evidence', () => {
    writeFileSync(join(dir, 'exchanges.ndjson'), '{"kind":"end"}\n');
    expect(() => readEvidence(dir)).toThrow(
      /exchanges\.ndjson was written by an earlier release, which can read it\.$/,
    );
  });

  test('keeps when an exchange was under way, for whoever reads or judges it again', () => {
    const { exchange, judgement } = judged({});
    const times = { sentAt: 12.345, answeredAt: 20 };
    const writer = openEvidence(dir, 0);
    writer.record({ exchange: { ...exchange, times }, judgement });
    writer.close();
    const [read] = gatherEvidence(dir).exchanges;
    expect(read).toMatchObject({ times });
    expect(readEvidence(dir).exchanges.map((one) => exchangeOf(one).times)).toEqual([times]);
    expect(readEvidence(dir).exchanges.map((one) => judgedOf(one).exchange.times)).toEqual([times]);
  });

  test('removes the parts and reads back what it wrote', () => {
    recordAll([0, 1, 2], 2);
    const gathered = gatherEvidence(dir);
    expect(existsSync(join(dir, 'parts'))).toBe(false);
    expect(readEvidence(dir)).toEqual(gathered);
    expect(gathered.problems).toEqual([]);
  });

  test('keeps everything before a line that is cut short, and says so', () => {
    recordAll([0, 1, 2], 1);
    truncateSync(part(0), statSync(part(0)).size - 40);
    const { exchanges, problems } = gatherEvidence(dir);
    expect(exchanges).toHaveLength(2);
    expect(problems.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^line \d+ is cut short$/),
      'was never closed: what came last may be missing',
    ]);
    expect(readEvidence(dir).problems.slice(0, 2)).toEqual(problems);
  });

  test('reports a worker that never closed its part', () => {
    openEvidence(dir, 0).record(judged());
    expect(gatherEvidence(dir)).toMatchObject({
      exchanges: [{ id: '000000000a' }],
      problems: [{ file: 'parts/worker-0.ndjson', problem: expect.stringContaining('never closed') }],
    });
  });

  test('reports lines that are no evidence', () => {
    recordAll([0], 1);
    appendFileSync(part(0), 'not json\n{"kind":"guess"}\n{"kind":"exchange","sent":{}}\n{"kind":"end"}\n');
    expect(gatherEvidence(dir).problems.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('is not valid JSON'),
      expect.stringContaining('unknown kind "guess"'),
      expect.stringContaining('has no "received"'),
    ]);
  });

  test('reports a folder where nothing was recorded', () => {
    expect(gatherEvidence(dir).problems).toEqual([
      { file: 'exchanges.ndjson.gz', problem: 'is missing: nothing was recorded' },
    ]);
  });

  test('stays within its bound and keeps the bodies of findings', () => {
    const writer = openEvidence(dir, 0);
    const noise = Array.from({ length: 60_000 }, (_, index) => ((index * 7919) % 9973).toString(36)).join(
      ' ',
    );
    for (let number = 0; number < 120; number += 1) {
      const body = JSON.stringify({ note: noise.slice(number) });
      const findings = number === 119 ? [finding()] : [];
      writer.record(
        judged({
          id: number.toString(16).padStart(10, '0'),
          ...at('long', number),
          received: answer(body),
          judgement: { findings },
        }),
      );
    }
    writer.close();
    gatherEvidence(dir);
    const { exchanges } = readEvidence(dir);
    const bodies = exchanges.map(({ received }) => (received.kind === 'answer' ? received.body.length : 0));
    expect(statSync(join(dir, 'exchanges.ndjson.gz')).size).toBeLessThan(evidenceBounds.last + 1024 * 1024);
    expect([bodies[0], bodies[60], bodies[118], bodies[119]]).toEqual([
      expect.toSatisfy((n) => n > 100_000),
      expect.toSatisfy((n) => n > 100_000),
      0,
      expect.toSatisfy((n) => n > 100_000),
    ]);
    expect(exchanges[118]?.received).toMatchObject({ shortened: { length: expect.any(Number) } });
  });
});

describe('exchangeOf', () => {
  test('gives the exchange back, with digits standing in for masked ones', () => {
    const value = { card: '4000056655665556', security_code: '917', order_no: 'x1' };
    const writer = openEvidence(dir, 0);
    const exchange = exchangeOf(writer.record(judged({ sent: { value } })));
    expect(exchange.sent.value).toEqual({ card: '4000050000045556', security_code: '000', order_no: 'x1' });
    expect(exchange).toMatchObject({
      id: '000000000a',
      operation: 'refund',
      origin: { seed: 7 },
      sent: { intent: 'valid' },
    });
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFF{"a":"é"}')],
    ['UTF-8 with marks', Buffer.from('\uFEFF\uFEFF<a>é</a>\uFEFF')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"a":"é"}', 'utf16le')])],
    [
      'UTF-16 big endian',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('{"a":"é"}', 'utf16le').swap16()]),
    ],
    ['bytes of no encoding', Buffer.from([0x7b, 0xff, 0xfe, 0x80, 0x7d])],
  ])('gives the same bytes back for %s', (_what, bytes) => {
    const { received } = exchangeOf(openEvidence(dir, 0).record(judged({ received: answer(bytes) })));
    expect(received.kind === 'answer' ? [...received.body] : []).toEqual([...bytes]);
  });

  test('comes with the decoded answer for rules across exchanges', () => {
    const evidence = openEvidence(dir, 0).record(judged());
    expect(judgedOf(evidence).judgement).toMatchObject({
      outcome: 'accepted',
      answer: { return_status: '1' },
    });
  });
});
