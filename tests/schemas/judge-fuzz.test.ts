import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Medium } from '../../schemas/types.ts';
import { requests } from './corpus/requests.ts';
import { stylesOf } from './corpus/styles.ts';
import { exchangeOf } from './exchange-of.ts';

const seed = 20250131;
const mostFindings = 100;
const operationsBy = (medium: Medium) =>
  documentedOperations.filter(({ answers }) => answers === medium).map(({ id }) => id);

/** Bodies of a medium: random bytes, and conforming answers with pieces cut, doubled, moved or overwritten. */
function bodies(operation: DocumentedOperationId): fc.Arbitrary<Uint8Array> {
  const valid = stylesOf(operation).map(({ body }) => Buffer.from(body));
  const mutated = fc
    .tuple(
      fc.constantFrom(...valid),
      fc.array(fc.record({ at: fc.nat(5000), length: fc.nat(60), insert: pieces }), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([body, cuts]) =>
      cuts.reduce((bytes, { at, length, insert }) => {
        const start = at % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + length)]);
      }, Buffer.from(body)),
    );
  return fc.oneof(
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
    { weight: 9, arbitrary: mutated },
  );
}

const marks = [
  '',
  '"',
  '{',
  '[',
  ']',
  '}',
  ',',
  ':',
  '<',
  '>',
  '&',
  '\0',
  '1e999',
  'null',
  '"__proto__":',
  '<![CDATA[',
  '\\',
  '\uFEFF',
  '*',
];
const pieces = fc.oneof(
  fc.constantFrom(...marks.map((mark) => Buffer.from(mark))),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text)),
);

function check(operation: DocumentedOperationId, body: Uint8Array, status: number): void {
  const judgement = judge(exchangeOf(operation, requests[operation], body, { status }));
  const perClause = new Map<string, number>();
  for (const { clause, verdict, received, expected } of judgement.findings) {
    perClause.set(clause, (perClause.get(clause) ?? 0) + 1);
    if (verdict === 'suite-error' || received.length > 300 || expected.length > 300)
      throw new Error(`${verdict} ${clause}: ${received}`);
  }
  if (Math.max(0, ...perClause.values()) > mostFindings) throw new Error('too many findings of one clause');
  // An empty body may be a refusal, never more.
  if (body.length === 0 && judgement.outcome === 'accepted') throw new Error('an empty answer was accepted');
}

describe('a fuzzed answer', () => {
  test.each(['json', 'xml', 'html'] as const)(
    'is judged without a fault of the suite, 10,000 in %s',
    (medium) => {
      const operations = operationsBy(medium);
      const numRuns = Math.ceil(10_000 / operations.length);
      for (const operation of operations) {
        const property = fc.property(
          bodies(operation),
          fc.constantFrom(200, 200, 200, 201, 404, 500),
          (body, status) => check(operation, body, status),
        );
        expect(fc.check(property, { seed, numRuns, endOnFailure: true }).counterexample).toBeNull();
      }
    },
  );

  const hostile: readonly (readonly [string, DocumentedOperationId, string])[] = [
    ['10 MB of brackets', 'query', '['.repeat(10_000_000)],
    ['10 MB of elements', 'direct-payment', '<a>'.repeat(3_300_000)],
    ['10 MB of forms', 'redirect-payment', '<form>'.repeat(1_700_000)],
    [
      'a hundred thousand empty entries',
      'query',
      `{"return_status":"1","return_message":"OK","orders_list":[${'{},'.repeat(99_990)}{}]}`,
    ],
    [
      'a hundred thousand numbers as members',
      'refund-search',
      `{"refund_orders":[{${Array.from({ length: 99_990 }, (_, index) => `"m${index}":1`).join()}}]}`,
    ],
    [
      'forty thousand foreign entries',
      'capture',
      `{"return_status":"1","capture_orders":[${Array.from({ length: 40_000 }, (_, index) => `{"order_no":"${index}","transaction_id":"x"}`).join()}]}`,
    ],
  ];
  test.each(hostile)('costs under a second of processor time: %s', (_title, operation, body) => {
    const exchange = exchangeOf(operation, requests[operation], body);
    judge(exchangeOf(operation, requests[operation], ''));
    const before = process.cpuUsage();
    const { findings } = judge(exchange);
    const { user, system } = process.cpuUsage(before);
    expect(findings.length).toBeGreaterThan(0);
    expect((user + system) / 1e6).toBeLessThan(1);
  });
});
