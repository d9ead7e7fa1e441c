import { rewiring } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** One connection per answer. */
export const closesConnections: Dialect = {
  name: 'closes-connections',
  reason:
    'HTTP lets a server close a connection after each answer; the document says nothing about connections.',
  declares: { warns: [] },
  change: rewiring((wire) => ({ ...wire, headers: { ...wire.headers, connection: 'close' } })),
};
