import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { limits } from '../../schemas/media/limits.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Medium } from '../../schemas/types.ts';
import { pageOf, staticNames } from './corpus/page.ts';
import { requests } from './corpus/requests.ts';
import { stylesOf } from './corpus/styles.ts';
import { exchangeOf } from './exchange-of.ts';

const seed = 20250131;
const mostFindings = 100;
const operationsBy = (medium: Medium) =>
  documentedOperations.filter(({ answers }) => answers === medium).map(({ id }) => id);

/** Bodies of a medium: random bytes, and conforming answers with pieces cut, doubled, moved or overwritten. */
function bodies(operation: DocumentedOperationId): fc.Arbitrary<Uint8Array> {
  const valid = (
    operation === 'redirect-payment' ? smallPages : stylesOf(operation).map(({ body }) => body)
  ).map((body) => Buffer.from(body));
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

// Most of the cost of a page is its inputs, and four of them can be broken in as many ways as sixteen.
const smallPages = [
  '<form name="theForm" method="POST" action="/v1/checkout/pay">',
  '<FORM NAME=theForm ACTION=go>',
].map((form) =>
  pageOf({ form, inputs: staticNames.slice(0, 4).map((name) => `<input type="hidden" name="${name}">`) }),
);

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
// Drawn once: what is cut in matters less than where, and drawing JSON anew costs more than judging it.
const drawn = fc.sample(
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text)),
  ),
  { numRuns: 200, seed },
);
const pieces = fc.constantFrom(...marks.map((mark) => Buffer.from(mark)), ...drawn);

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
    'is judged without a fault of the suite, 3,000 in %s',
    (medium) => {
      const operations = operationsBy(medium);
      const numRuns = Math.ceil(3_000 / operations.length);
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

  test.each(['query', 'direct-payment', 'redirect-payment'] as const)(
    'of more than is read is never judged as one that was: %s',
    (operation) => {
      const body = Buffer.alloc(limits.bytes + 1, operation === 'query' ? '[' : '<a>');
      expect(judge(exchangeOf(operation, requests[operation], body)).findings).toMatchObject([
        { clause: '1.4/body/bounded', verdict: 'warn' },
        { clause: expect.stringMatching(/^1\.4\/(?:json|xml|html)$/), verdict: 'inconclusive' },
      ]);
    },
  );
});
