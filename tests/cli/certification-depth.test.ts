import { describe, expect, test } from 'vitest';
import { demandDepth } from '../../cli/project/run-checks.ts';
import { operationIds } from '../../schemas/types.ts';

const whole = { profile: 'certification', operations: operationIds, runs: 25 } as const;

describe('profile certification', () => {
  test('takes its own depth, a larger one, and nothing smaller', () => {
    expect(() => demandDepth(whole)).not.toThrow();
    expect(() => demandDepth({ ...whole, runs: 100 })).not.toThrow();
    expect(() => demandDepth({ ...whole, runs: 24 })).toThrow(
      'Profile certification does not accept CONFORMANCE_RUNS=24: its depth is 25 cases per property or more',
    );
  });

  test.each([
    [{ ...whole, grep: 'refund' }, 'CONFORMANCE_GREP'],
    [{ ...whole, operations: ['refund'] as const }, 'CONFORMANCE_OPERATION'],
  ])('refuses what would leave something out', (settings, variable) => {
    expect(() => demandDepth(settings)).toThrow(`does not accept ${variable}: `);
  });

  test('leaves every other profile alone', () => {
    const small = { profile: 'ci', operations: ['refund'], runs: 1, grep: 'x' } as const;
    expect(() => demandDepth(small)).not.toThrow();
  });
});
