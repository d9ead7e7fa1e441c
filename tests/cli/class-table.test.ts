import { expect, test } from 'vitest';
import { classTable, coverageLines } from '../../cli/investigate/generate.ts';
import { defaultContext } from '../../generators/context.ts';
import { documentedOperations } from '../../schemas/operations.ts';

test('the table names every class that a request carries', () => {
  const named = new Set(classTable().flatMap((row) => /^\|[^|]*\| `([^`]+)`/.exec(row)?.[1] ?? []));
  const carried = documentedOperations.flatMap(({ id }) =>
    coverageLines(id, defaultContext, 1).flatMap((line) => {
      const [, classes = ''] = /^ {2}[\w.]+: ([\w-]+(?: ×\d+)?(?:, [\w+:/-]+(?: ×\d+)?)*)$/.exec(line) ?? [];
      return classes === '' ? [] : classes.split(', ').map((name) => name.replace(/ ×\d+$/, ''));
    }),
  );
  expect(carried.length).toBeGreaterThan(named.size);
  const run = new Set(['as-named']);
  expect([...new Set(carried)].filter((name) => !named.has(name) && !run.has(name))).toEqual([]);
});
