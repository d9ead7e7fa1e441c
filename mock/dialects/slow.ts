import { rewiring } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** Every answer takes its time. */
export const slow: Dialect = {
  name: 'slow',
  reason: 'Section 8: time-outs are not shown, so no answer is late.',
  declares: { warns: [] },
  change: rewiring((wire) => ({ ...wire, delayMs: 60 })),
};
