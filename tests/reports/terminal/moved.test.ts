import { expect, test } from 'vitest';
import { renderSummary } from '../../../reports/terminal/summary.ts';
import type { MovedRow } from '../../../schemas/rules/run/reconciliation.ts';
import { evidenceOf, statementOf } from '../small-register.ts';

const linesOf = (...moved: readonly MovedRow[]) => {
  const statement = { ...statementOf(evidenceOf({})), money: { moved, impossible: [] } };
  return renderSummary(statement, { out: '/out', from: '/' });
};
const row = (currency: string, sums: Partial<MovedRow>): MovedRow => ({ currency, unknown: 0, ...sums });

test('the currency with the largest sum stands first, however few its sums are', () => {
  const many = row('BRL', { paid: '8.88', captured: '2.00', refunded: '1.00', cancelled: '3.00' });
  expect(linesOf(many, row('EUR', { paid: '152.76' }))).toContain(
    'What moved: EUR paid 152.76; 1 more currency.',
  );
});
