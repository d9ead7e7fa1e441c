import { describe, expect, test } from 'vitest';
import { dialects } from '../../mock/dialects/registry.ts';
import { hasClause } from '../../schemas/clauses.ts';

describe.each(dialects)('the dialect $name', ({ reason, warns = [] }) => {
  test('names its reason and clauses that exist', () => {
    expect(reason.length).toBeGreaterThan(40);
    expect(warns.filter((clause) => !hasClause(clause))).toEqual([]);
  });
});
