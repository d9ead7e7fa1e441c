import { expect, test } from 'vitest';
import { trimmedAnswer, withTrimmedAnswer } from '../../reports/evidence/trimmed-answer.ts';
import { boundMasked } from '../../reports/redact/exchange.ts';
import { entriesOf, membersOf } from '../../schemas/history/outcome.ts';
import { judge } from '../../schemas/judge.ts';
import { limits } from '../../schemas/media/limits.ts';
import { operationOf } from '../../schemas/operations.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { stylesOf } from '../schemas/corpus/styles.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const operations = ['direct-payment', 'capture', 'query', 'payout'] as const;

/** An answer of the corpus with members that nobody documents, up to the size that is judged. */
function long(operation: (typeof operations)[number], number = 0): string {
  const [first] = stylesOf(operation);
  const text = Buffer.from(first?.body ?? '').toString();
  const count = 30_000;
  if (text.startsWith('{')) {
    const more = Array.from({ length: count }, (_, at) => `"odd_${number}_${at}":"${'x'.repeat(80)}"`);
    return text.replace(/\}\s*$/, `,${more.join(',')}}`);
  }
  const more = Array.from(
    { length: count },
    (_, at) => `<odd_${number}_${at}>${'x'.repeat(60)}</odd_${number}_${at}>`,
  );
  return text.replace(/(?=<\/[\w:]+>\s*$)/, more.join(''));
}

function judgedLong(operation: (typeof operations)[number], number = 0) {
  const exchange = exchangeOf(operation, requests[operation], long(operation, number));
  return { exchange, judgement: judge(exchange) };
}

test.each(operations)('what a test goes on with says the same of %s, and is short', (operation) => {
  const whole = judgedLong(operation);
  const short = withTrimmedAnswer(whole);
  expect(whole.judgement.outcome).toBe('accepted');
  const row = operationOf(operation);
  const members = (one: typeof short) => membersOf(row, one.judgement.answer ?? null);
  const named = Object.entries(members(whole)).filter(([name]) => !name.startsWith('odd_'));
  expect(members(short)).toEqual(Object.fromEntries(named));
  expect(named.length).toBeGreaterThan(3);
  expect(entriesOf(row, members(short))).toEqual(entriesOf(row, members(whole)));
  expect(JSON.stringify(short).length).toBeLessThan(2_000_000);
  expect(short.judgement).toMatchObject({ findings: whole.judgement.findings, outcome: 'accepted' });
});

test('an ordinary answer stays as it is', () => {
  const [style] = stylesOf('query');
  const exchange = exchangeOf('query', requests.query, style?.body ?? '');
  const one = { exchange, judgement: judge(exchange) };
  expect(withTrimmedAnswer(one)).toBe(one);
});

test('long answers that a test holds take a fifth of their bytes', async () => {
  // What other work of the process holds for a moment comes on top, so the least of some readings counts.
  const settle = async () => {
    const readings: number[] = [];
    for (let reading = 0; reading < 5; reading += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      readings.push(heapUsed + external);
    }
    return Math.min(...readings);
  };
  // What is made once, such as compiled checks, is no part of what is held.
  withTrimmedAnswer(judgedLong('capture'));
  const before = await settle();
  const held = Array.from({ length: 16 }, (_, number) => withTrimmedAnswer(judgedLong('capture', number)));
  const bytes = long('capture').length * held.length;
  expect(bytes).toBeLessThan(limits.bytes * held.length);
  // 256 KB of each stay; what was decoded of the rest would be ten times that.
  expect((await settle()) - before).toBeLessThan(bytes / 5);
  expect(held).toHaveLength(16);
});

test('masked places are kept up to their bound', () => {
  const odd = Array.from({ length: 5000 }, (_, at) => `odd_${at}`);
  const masked = odd.map((name) => `received.body.${name}`);
  expect(boundMasked([...masked, 'sent.body.card'])).toEqual(['received.body', 'sent.body.card']);
  expect(boundMasked(['received.body.a', 'sent.body.card'])).toEqual(['received.body.a', 'sent.body.card']);
});

test('rules across a run get what the document names of an answer', () => {
  expect(trimmedAnswer({ respon: { order_no: '1', odd: { amount: '1' } }, odd: 1 })).toEqual({
    respon: { order_no: '1' },
  });
  expect(
    trimmedAnswer({ orders_list: Array.from({ length: 900 }, () => ({ amount: 'x'.repeat(300) })) }),
  ).toEqual({
    orders_list: Array.from({ length: 250 }, () => ({ amount: 'x'.repeat(300) })),
  });
});

test('a long text reaches rules across a run whole, as it was sent, or not at all', () => {
  const [long, longer] = ['x'.repeat(10_000), 'x'.repeat(60_000)];
  const record = { order_no: '1', delivery_information: { delivery_city: long } };
  expect(trimmedAnswer({ orders_list: [record, record] })).toEqual({ orders_list: [record, record] });
  expect(trimmedAnswer({ orders_list: [record, { order_no: '2', website: longer }] })).toEqual({
    orders_list: [record, { order_no: '2' }],
  });
  const all = JSON.stringify(trimmedAnswer({ orders_list: Array.from({ length: 200 }, () => record) }));
  expect(all.length).toBeLessThan(80_000);
});
