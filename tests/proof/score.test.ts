import { expect, test } from 'vitest';
import type { Sight } from '../../cli/prove/read-proof.ts';
import { scoreFault } from '../../cli/prove/score.ts';
import type { Fault } from '../../mock/faults/fault.ts';
import type { Finding, Verdict } from '../../schemas/types.ts';

const clause = '2.9/refund_amount/echo';
const fault = (verdict: Fault['verdict']): Fault => ({
  id: 'refund-amount-changed',
  clause,
  operation: 'refund',
  description: 'refund_amount is another one',
  verdict,
  change: (manner) => manner,
});

const cited = (verdict: Verdict, by = clause): Sight => {
  const finding = { clause: by, verdict } as Finding;
  return {
    exchanges: 1,
    own: [],
    findings: [finding],
    answers: new Map([['one', verdict]]),
    tests: new Set(),
    exercisedIn: () => new Set(),
    judged: [],
  };
};
const stateOf = (wanted: Fault['verdict'], sight: Sight) => scoreFault(fault(wanted), sight).state;

test('a fault is caught by its clause with the verdict that it deserves', () => {
  expect(stateOf('fail', cited('fail'))).toBe('caught');
  expect(stateOf('warn', cited('warn'))).toBe('caught');
  expect(stateOf('warn', cited('fail'))).toBe('caught');
});

test('a milder verdict does not catch it, nor does another clause', () => {
  expect(stateOf('fail', cited('warn'))).toBe('caught-mildly');
  expect(stateOf('fail', cited('inconclusive'))).toBe('survived');
  expect(stateOf('fail', cited('fail', '2.9/amount/echo'))).toBe('caught-by-another');
});
