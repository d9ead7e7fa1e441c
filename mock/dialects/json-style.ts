import { encodeJson } from '../../schemas/media/json.ts';
import { styling } from '../manner.ts';
import { allBut, type Dialect } from './dialect.ts';

/** JSON written another way: members backwards, indented, everything beyond ASCII and every slash escaped. */
export const jsonStyle: Dialect = {
  name: 'json-style',
  reason: 'JSON leaves order of members, white space and escapes to its writer (1.4).',
  declares: { warns: [] },
  touches: allBut('direct-payment', 'redirect-payment'),
  change: styling({
    json: (value) =>
      `\r\n${encodeJson(value, { indent: 2, ascii: true, slashes: true, order: 'reversed' })}\n`,
  }),
};
