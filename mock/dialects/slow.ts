import { digestOf, numberFrom } from '../derive.ts';
import { rewiring } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** One answer in forty takes its time. */
export const slow: Dialect = {
  name: 'slow',
  reason: 'Section 8: time-outs are not shown, so an answer that takes 400 ms is not late.',
  declares: { warns: [] },
  change: rewiring((wire, { request }) =>
    numberFrom(digestOf(JSON.stringify(request)), 8, 40) === 0 ? { ...wire, delayMs: 400 } : wire,
  ),
};
