import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { belowQuadratic, growthOf, startCounting } from '../growth.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';

startCounting();
const { redactExchange, startRedaction } = await import('../../reports/redact.ts');
const { judge } = await import('../../schemas/judge.ts');
const { withoutComments } = await import('../../schemas/media/html.ts');
const { answer, judged } = await import('../reports/hand-made.ts');
const { exchangeOf } = await import('../schemas/exchange-of.ts');

beforeAll(() => startRedaction({ seed: 7, secrets: ['a-key-of-the-merchant'] }));

describe('the count of steps', () => {
  const numbers = (size: number) => Array.from({ length: size }, (_, index) => index);

  test('stays below the bound when each entry is looked at once', () => {
    expect(growthOf(numbers, 2_000, (list) => list.reduce((sum, one) => sum + one, 0))).toBeLessThan(
      belowQuadratic,
    );
  });

  test.each<[string, (list: number[]) => unknown]>([
    ['our own search', (list) => list.map((one) => list.find((other) => other === one))],
    ['a built-in search', (list) => list.every((one) => list.includes(one))],
    ['a search in a text', (list) => list.map(() => list.join().indexOf('none'))],
    ['a regular expression', (list) => list.map(() => /none/.test(list.join()))],
  ])('passes the bound with %s for each entry', (_what, work) => {
    expect(growthOf(numbers, 500, work)).toBeGreaterThan(belowQuadratic);
  });
});

describe('judging grows with its entries, not with their square', () => {
  const ordersFrom = (list: JsonObject[], count: number): JsonObject[] =>
    Array.from({ length: count }, (_, index) => ({
      ...list[index % list.length],
      order_no: `C-${index}`,
      transaction_id: `T-${index}`,
    }));

  // From half of what an answer may hold (section 8) to twice that, which is judged as well.
  test('a query', () => {
    const queryOf = (count: number) => {
      const orders_list = ordersFrom(answers.query.orders_list as JsonObject[], count);
      return exchangeOf('query', requests.query, { ...answers.query, orders_list });
    };
    expect(growthOf(queryOf, 50, judge)).toBeLessThan(belowQuadratic);
  });

  test('a review', () => {
    const reviewOf = (count: number) => {
      const orders = ordersFrom(requests.review.review_orders as JsonObject[], count);
      const results = ordersFrom(answers.review.review_orders as JsonObject[], count);
      return exchangeOf(
        'review',
        { ...requests.review, review_orders: orders },
        { ...answers.review, review_orders: results },
      );
    };
    expect(growthOf(reviewOf, 50, judge)).toBeLessThan(belowQuadratic);
  });

  // What grows with the body is bounded by the limits of the media, so these sizes stay below them.
  const hostile: readonly (readonly [string, DocumentedOperationId, number, (size: number) => string])[] = [
    ['brackets', 'query', 250_000, (size) => '['.repeat(size)],
    ['elements', 'direct-payment', 24_000, (size) => '<a>'.repeat(size)],
    ['forms', 'redirect-payment', 1_200, (size) => '<form name=theForm></form>'.repeat(size)],
    [
      'empty entries',
      'query',
      24_000,
      (size) => `{"return_status":"1","return_message":"OK","orders_list":[${'{},'.repeat(size)}{}]}`,
    ],
    [
      'numbers as members',
      'refund-search',
      5_000,
      (size) => `{"refund_orders":[{${Array.from({ length: size }, (_, index) => `"m${index}":1`).join()}}]}`,
    ],
    [
      'foreign entries',
      'capture',
      10_000,
      (size) =>
        `{"return_status":"1","capture_orders":[${Array.from({ length: size }, (_, index) => `{"order_no":"${index}","transaction_id":"x"}`).join()}]}`,
    ],
  ];
  test.each(hostile)('an answer of %s', (_what, operation, size, bodyOf) => {
    const bodyOfSize = (length: number) => exchangeOf(operation, requests[operation], bodyOf(length));
    let found = 0;
    const growth = growthOf(bodyOfSize, size, (exchange) => {
      found = judge(exchange).findings.length;
    });
    expect(found).toBeGreaterThan(0);
    expect(growth).toBeLessThan(belowQuadratic);
  });
});

describe('reading grows with the text', () => {
  test.each([
    [
      'prose',
      (size: number) =>
        `<!DOCTYPE html><html><!--${'what nobody reads, said at length. '.repeat(size / 35)}--></html>`,
    ],
    ['comments that do not end', (size: number) => '<!-- '.repeat(size / 5)],
    ['tags whose quotes do not close', (size: number) => '<a b="'.repeat(size / 6)],
    ['scripts that do not end', (size: number) => '<script><!--'.repeat(size / 12)],
    ['signs of equality', (size: number) => `<a ${'= '.repeat(size / 2)}`],
  ])('leaving comments out: %s', (_what, pageOf) => {
    expect(growthOf(pageOf, 200_000, withoutComments)).toBeLessThan(belowQuadratic);
  });

  test.each<[string, number, (size: number) => string]>([
    ['nesting', 100_000, (size) => '['.repeat(size)],
    ['letters', 100_000, (size) => `a@${'a'.repeat(size)}`],
    ['open tags', 10_000, (size) => '<respon>'.repeat(size)],
    ['open quotes', 15_000, (size) => `<a "${"<a '".repeat(size)}`],
    ['declarations', 12_000, (size) => '<![<!['.repeat(size)],
    ['field names', 15_000, (size) => 'card="'.repeat(size)],
    ['attributes', 4_000, (size) => `<x ${'card="4" '.repeat(size)}>`],
    ['more attributes than are read', 40_000, (size) => `<x ${'card="4" '.repeat(size)}>`],
  ])('masking %s', (_what, size, bodyOf) => {
    const exchangeOf = (length: number) => judged({ received: answer(bodyOf(length)) });
    expect(growthOf(exchangeOf, size, redactExchange)).toBeLessThan(belowQuadratic);
  });
});
