import { refusingWith } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Refusals as 422 with problem details. */
export const refusesWith422: Dialect = {
  name: 'refuses-with-422',
  reason: '7.8: error bodies are not shown, so any client error status may say what is wrong.',
  declares: { warns: [] },
  change: refusingWith(422, 'application/problem+json', (reason) =>
    JSON.stringify({ title: 'Unprocessable', status: 422, detail: reason }),
  ),
};
