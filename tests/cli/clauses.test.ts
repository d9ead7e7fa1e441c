import { expect, test } from 'vitest';
import { clauses } from '../../cli/clauses.ts';
import { whereChecked } from '../../schemas/checks.ts';
import { clauses as register } from '../../schemas/clauses.ts';
import { emptyFolder, runCommand } from './command.ts';

const checked = whereChecked();

test('every clause that can be judged is checked by a schema or a rule', () => {
  const unchecked = register
    .filter(({ gap, obliged }) => gap === undefined && obliged === 'service')
    .filter(({ id }) => !checked.has(id));
  expect(unchecked.map(({ id }) => id)).toEqual([]);
});

test('every check names a clause of the register', () => {
  const known = new Set(register.map(({ id }) => id));
  expect(checked.size).toBeGreaterThan(300);
  expect([...checked.keys()].filter((id) => !known.has(id))).toEqual([]);
});
