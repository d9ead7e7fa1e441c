import { expect, test } from 'vitest';
import { plainVariant, variantRows } from '../../cli/prove/variant-list.ts';
import { dialects } from '../../mock/dialects/registry.ts';
import { faults } from '../../mock/faults/registry.ts';
import { about } from '../../specs/support/about.ts';
import { metBy, type Variant } from '../../specs/support/variants.ts';

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
