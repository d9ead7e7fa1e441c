import { expect, test } from 'vitest';
import type { Fault } from '../../mock/faults/fault.ts';
import type { JudgedService } from '../../proof/judged-service.ts';
import { scoreFault } from '../../proof/score.ts';
import type { Finding, JudgedExchange, Verdict } from '../../schemas/types.ts';

const clause = '2.9/refund_amount/echo';
const fault = (verdict: Fault['verdict']): Fault => ({
  id: 'refund-amount-changed',
  clause,
  operation: 'refund',
  description: 'refund_amount is another one',
  verdict,
  change: (behaviour) => behaviour,
});

const sight = (judged: JudgedService['judged'], ...findings: readonly Finding[]): JudgedService => ({
  judged,
  findings,
  exercised: new Set(),
  observedAt: () => [],
});
const answer = {} as JudgedExchange;
const cited = (verdict: Verdict, by = clause): JudgedService =>
  sight([answer], { clause: by, verdict } as Finding);
const stateOf = (wanted: Fault['verdict'], seen: JudgedService, plain = sight([])) =>
  scoreFault(fault(wanted), seen, () => plain).state;

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

test('a fault that changes no answer is equivalent, and one without a request not met', () => {
  expect(stateOf('fail', sight([answer]), sight([answer]))).toBe('equivalent');
  expect(stateOf('fail', sight([answer]))).toBe('survived');
  expect(stateOf('fail', sight([]))).toBe('not-met');
});
