import type { Verdict } from '../../schemas/types.ts';

/** One sign for each verdict, the same in the terminal and on pages. */
export const marks: Readonly<Record<Verdict, string>> = {
  'suite-error': '‼',
  fail: '✗',
  inconclusive: '?',
  'not-tested': '–',
  warn: '!',
  observed: 'i',
  pass: '✓',
  'not-applicable': '·',
  'not-testable': '·',
};
