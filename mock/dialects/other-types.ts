import { styling } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** Content types that do not name the medium. */
export const otherTypes: Dialect = {
  name: 'other-types',
  reason: 'The Content-Type of an answer is stated nowhere; only the medium of the body is (1.4).',
  declares: { warns: [] },
  change: styling({ types: { json: 'text/html;charset=UTF-8', xml: 'text/plain', html: 'text/html' } }),
};
