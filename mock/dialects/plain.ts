import type { Dialect } from './dialect.ts';

/** The endpoint as it is, so that a proof can compare every variant with it. */
export const plain: Dialect = {
  name: 'plain',
  reason: 'The endpoint itself, which every other dialect changes in one respect.',
  declares: { warns: [] },
  change: (manner) => manner,
};
