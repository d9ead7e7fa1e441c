import { describe, expect, test } from 'vitest';
import { demandDepth } from '../../cli/project/run-checks.ts';

const whole = { profile: 'certification', runs: 25 } as const;

describe('profile certification', () => {
  test('takes its own depth, a larger one, and nothing smaller', () => {
    expect(() => demandDepth(whole)).not.toThrow();
    expect(() => demandDepth({ ...whole, runs: 100 })).not.toThrow();
    expect(() => demandDepth({ ...whole, runs: 24 })).toThrow(
      'Profile certification does not accept CONFORMANCE_RUNS=24: its depth is 25 cases per property or more',
    );
  });

  test('leaves every other profile alone', () => {
    const small = { profile: 'ci', runs: 1 } as const;
    expect(() => demandDepth(small)).not.toThrow();
  });
});
