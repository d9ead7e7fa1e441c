import { cardInTransaction } from './card-in-transaction.ts';
import { commandsInTransaction } from './commands-in-transaction.ts';
import { dearerAmounts } from './dearer-amounts.ts';
import type { HostileService } from './hostile-service.ts';
import { oneTransaction } from './one-transaction.ts';
import { strangersOrders } from './strangers-orders.ts';

/** Every hostile service, by name. */
export const hostileServices = {
  'strangers-orders': strangersOrders,
  'dearer-amounts': dearerAmounts,
  'one-transaction': oneTransaction,
  'card-in-transaction': cardInTransaction,
  'commands-in-transaction': commandsInTransaction,
} satisfies Record<string, HostileService>;

/** Name of a hostile service. */
export type HostileName = keyof typeof hostileServices;
