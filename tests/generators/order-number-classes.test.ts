import { expect, test } from 'vitest';
import { defaultContext, type OrderNumbers } from '../../generators/context.ts';
import { coveringPlan } from '../../generators/covering.ts';
import { drawOf, orderNumberClasses } from '../../generators/value-classes.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const digits = [...'0123456789'];
const rules: Readonly<Record<string, OrderNumbers | undefined>> = {
  'no rules': undefined,
  'digits behind a prefix': { characters: digits, longest: 16, prefix: '77' },
  'capitals and digits': { characters: [...digits, ...letters], longest: 12, prefix: 'AB' },
  everything: {
    characters: ['-', ...digits, ...letters, '_', ...letters.map((one) => one.toLowerCase())],
    longest: 40,
  },
  'signs of all kinds': { characters: ['R', ...digits, '.', '/', ':'], longest: 20, prefix: 'R' },
};

test.each(Object.entries(rules))('order numbers of every class keep %s', (_name, orderNumbers) => {
  const classes = orderNumberClasses({ prefix: 'R', ...(orderNumbers && { orderNumbers }) });
  for (const { id, make } of classes) {
    const numbers = Array.from({ length: 300 }, (_none, at) => String(make(drawOf(at, `R-${at}`, id))));
    expect(new Set(numbers).size, id).toBe(300);
    const other = String(make(drawOf(0, 'S-0', id)));
    expect(numbers, id).not.toContain(other);
    if (orderNumbers === undefined) continue;
    const { characters, longest = 64, prefix = '' } = orderNumbers;
    for (const number of numbers) {
      expect(number.length, id).toBeLessThanOrEqual(longest);
      expect(number.startsWith(prefix), id).toBe(true);
      expect(
        [...number].filter((one) => !characters.includes(one)),
        id,
      ).toEqual([]);
    }
  }
});

test('each class of order numbers has what its name says', () => {
  const made = (orderNumbers: OrderNumbers | undefined) =>
    new Map(
      orderNumberClasses({ prefix: 'R', ...(orderNumbers && { orderNumbers }) }).map((one) => [
        one.id,
        String(one.make(drawOf(0, 'R-1', one.id))),
      ]),
    );
  for (const some of [undefined, rules.everything]) {
    const numbers = made(some);
    expect(numbers.get('digits-only')).toMatch(/^[0-9]+$/);
    expect(numbers.get('leading-zeros')).toMatch(/^00[0-9]+$/);
    expect(numbers.get('mixed-case')).toMatch(/[a-z].*[A-Z]|[A-Z].*[a-z]/);
    expect(numbers.get('hyphen-and-underscore')).toMatch(/-.*_/);
    expect(numbers.get('longest')).toHaveLength(some?.longest ?? 64);
  }
  expect(made(undefined).get('255-characters')).toHaveLength(255);
  expect(made(undefined).get('other-signs')).toMatch(/^2031\/07\..*#1:a\+b$/);
  expect(made(rules['signs of all kinds']).get('other-signs')).toMatch(/^R..\...\//);
});

test('what the numbering of a target does not allow is not sent, with that reason', () => {
  const orderNumbers = rules['digits behind a prefix'];
  const plan = coveringPlan(
    'direct-payment',
    { ...defaultContext, ...(orderNumbers && { orderNumbers }) },
    1,
  );
  const left = plan.notSent.filter(({ field }) => field === 'order_no');
  expect(left.map((one) => one.class).sort()).toEqual(['hyphen-and-underscore', 'mixed-case', 'other-signs']);
  expect(new Set(left.map(({ why }) => why))).toEqual(
    new Set(['the order numbers of the target have no such characters']),
  );
  const sent = new Set(
    plan.requests.flatMap(({ carries }) =>
      carries.filter(({ field }) => field === 'order_no').map((one) => one.class),
    ),
  );
  expect([...sent].sort()).toEqual(['as-numbered', 'digits-only', 'leading-zeros', 'longest']);
});
