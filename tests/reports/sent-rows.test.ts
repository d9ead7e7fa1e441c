import { expect, test } from 'vitest';
import type { SentNote } from '../../reports/evidence/lines.ts';
import { sentRows } from '../../reports/statement/summaries.ts';

const one: SentNote = {
  kind: 'sent',
  operation: 'refund',
  classes: ['emoji', 'longest'],
  fields: { refund_reason: 'a-', order_no: '.n' },
  forbidden: [{ why: 'the target file says its value', fields: ['order_no'] }],
  missing: 'a run of 1 cases sends fewer',
};
const other: SentNote = {
  kind: 'sent',
  operation: 'refund',
  classes: ['cjk', 'emoji', 'longest'],
  fields: { refund_reason: 'axa', order_no: '..a' },
  forbidden: [],
};

test('what tests of an operation sent is one row, the worst outcome of each pair', () => {
  const [row, ...more] = sentRows([one, other]);
  expect(more).toEqual([]);
  expect(row).toEqual({
    operation: 'refund',
    classes: ['cjk', 'emoji', 'longest'],
    fields: { refund_reason: 'axa', order_no: '..a' },
    forbidden: [],
  });
});

test('what no test sent stays missing, and says why', () => {
  const [row] = sentRows([one]);
  expect(row).toMatchObject({ missing: one.missing, forbidden: one.forbidden });
});
