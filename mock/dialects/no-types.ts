import { styling } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** No Content-Type at all. */
export const noTypes: Dialect = {
  name: 'no-types',
  reason: 'The Content-Type of an answer is stated nowhere; HTTP lets a sender leave it out.',
  declares: { warns: [] },
  change: styling({ types: { json: undefined, xml: undefined, html: undefined } }),
};
