import { expect, test } from 'vitest';
import { failedClauses } from '../../../reports/certificate/cause-cards.ts';
import type { Statement } from '../../../reports/statement/format.ts';

const clause = '2.9/refund_reference_id/shape';
const message = 'refund_reference_id must be a transaction_id, a hyphen and two digits';

const failing = (said: string) =>
  ({
    findings: [{ clause, verdict: 'fail', operation: 'refund', message: said }],
    findingGroups: [
      {
        clause,
        operation: 'refund',
        verdict: 'fail',
        kind: 'shape',
        count: 2,
        exchanges: 2,
        paths: [],
        example: 0,
      },
    ],
  }) as unknown as Statement;

test('the first screen names no example that could be taken for the cause', () => {
  const row = failedClauses(failing(`${message} (met with script-in-any-place in refund_reason)`)).html;
  expect(row).toContain(`${message} <span`);
  expect(row).not.toContain('script-in-any-place');
});

test('the first screen keeps every other word of a failed clause', () => {
  expect(failedClauses(failing(`${message} (as sent)`)).html).toContain(`${message} (as sent) <span`);
});
