import { expect, onTestFinished, test, vi } from 'vitest';
import { plainVariant, variantRows } from '../../cli/prove/variant-list.ts';
import { dialects } from '../../mock/dialects/registry.ts';
import { faults } from '../../mock/faults/registry.ts';
import { about } from '../../specs/support/about.ts';
import { metBy, undeclared, type Variant } from '../../specs/support/variants.ts';

const refund = about('refund');
const journey = about('query', { journey: true, needs: ['refund'] });
const rowsOf = (some: typeof faults, ways: typeof dialects) =>
  variantRows({ faults: some, dialects: ways }) as readonly Variant[];
const namesOf = (variants: readonly Variant[]) => variants.map(({ name }) => name);

test('the plain endpoint meets only what a fault meets where no dialect is proved', () => {
  const [fault] = faults.filter(
    ({ operation, situation }) => operation === 'refund' && situation === undefined,
  );
  if (fault === undefined) throw new Error('no such fault');
  const rows = rowsOf([fault], []);
  expect(namesOf(metBy(rows, refund, 'any'))).toEqual([`faults/${fault.id}`, plainVariant]);
  expect(metBy(rows, journey, 'any')).toHaveLength(2);
  expect(metBy(rows, about('payout'), 'any')).toEqual([]);
});

test('the plain endpoint meets all beside a dialect and beside what is wrong all over', () => {
  expect(namesOf(metBy(rowsOf([], dialects.slice(0, 1)), about('payout'), 'any'))).toContain(plainVariant);
  const wrong: Variant = { name: 'faults/wrong-all-over' };
  expect(namesOf(metBy([wrong, ...rowsOf([], [])], about('payout'), 'any'))).toContain(plainVariant);
});

test('a fault of one situation meets the tests of that situation', () => {
  const [fault] = faults.filter(({ situation }) => situation !== undefined);
  if (fault === undefined) throw new Error('no such fault');
  const rows = rowsOf([fault], []);
  expect(metBy(rows, about(fault.operation), 'something else')).toEqual([]);
  expect(metBy(rows, about(fault.operation), `answers ${fault.situation} alike`)).toHaveLength(2);
});

test('a fault of several situations meets the tests of each', () => {
  const row: Variant = { name: 'faults/any', operation: 'refund', title: ['one entry', 'no entry'] };
  const meets = (title: string) => metBy([row], refund, title).length === 1;
  expect(['answers one entry', 'answers no entry', 'answers two entries'].map(meets)).toEqual([
    true,
    true,
    false,
  ]);
});

test('a dialect meets the tests that call what it touches', () => {
  const rows = rowsOf(
    [],
    dialects.filter(({ name }) => name === 'payer-left-out'),
  );
  expect(namesOf(metBy(rows, about('payout'), 'any'))).toContain('dialects/payer-left-out');
  expect(metBy(rows, about('query', { needs: ['payout'] }), 'any')).toHaveLength(2);
  expect(metBy(rows, refund, 'any')).toEqual([]);
});

test('in a whole proof what is wrong all over meets a share of the longest tests', () => {
  const wrong = faults.filter(({ id }) => id === 'refuses-everything');
  const [row] = variantRows({ faults: wrong, dialects: [], whole: true }) as readonly Variant[];
  if (row === undefined) throw new Error('no such fault');
  onTestFinished(() => void vi.unstubAllEnvs());
  const shares = ['7', '8', '9'].map((seed) => {
    vi.stubEnv('CONFORMANCE_SEED', seed);
    const titles = Array.from({ length: 60 }, (_, at) => `test ${at}`);
    return titles.filter((title) => metBy([row], about('refund', { many: true }), title).length === 1);
  });
  // A third, and another one for another seed.
  expect(shares.map(({ length }) => Math.round(length / 10))).toEqual([2, 2, 2]);
  expect(new Set(shares.map(String)).size).toBe(3);
  expect(metBy([row], refund, 'one')).toHaveLength(1);
});

test('names an operation that a test calls beside those of its details', () => {
  const plain: Variant = { name: plainVariant };
  expect(undeclared(plain, journey, ['refund', 'query'])).toBeUndefined();
  expect(undeclared(plain, refund, ['refund', 'query'])).toBe('query');
  expect(undeclared({ ...plain, operation: 'refund' }, refund, ['query'])).toBeUndefined();
});
