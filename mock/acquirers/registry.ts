import type { Acquirer } from './acquirer.ts';
import { automatic } from './automatic.ts';
import { captureFirst } from './capture-first.ts';
import { fullPayer } from './full-payer.ts';
import { gateway } from './gateway.ts';
import { localMethods } from './local-methods.ts';
import { memberships } from './memberships.ts';
import { oldHouse } from './old-house.ts';
import { privateLine } from './private-line.ts';
import { quiet } from './quiet.ts';
import { settlesLater } from './settles-later.ts';
import { sharedAccount } from './shared-account.ts';
import { testCards } from './test-cards.ts';

/** All acquirers: whole services that obey the document in their own ways. */
export const acquirers: readonly Acquirer[] = [
  fullPayer,
  captureFirst,
  automatic,
  settlesLater,
  gateway,
  privateLine,
  sharedAccount,
  localMethods,
  testCards,
  oldHouse,
  memberships,
  quiet,
];

const byName = new Map(acquirers.map((acquirer) => [acquirer.name, acquirer]));

/** The acquirer of a name, if there is one. */
export function findAcquirer(name: string): Acquirer | undefined {
  return byName.get(name);
}
