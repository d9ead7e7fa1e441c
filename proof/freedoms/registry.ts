import type { ChangeOf } from '../../mock/behaviour.ts';
import { allOf } from '../../mock/behaviour.ts';
import type { ClauseId, JsonValue } from '../../schemas/types.ts';
import { entries } from './entries.ts';
import type { Freedom } from './freedom.ts';
import { limits } from './limits.ts';
import { members } from './members.ts';
import { pages } from './pages.ts';
import { payouts } from './payouts.ts';
import { refusals } from './refusals.ts';
import { settlement } from './settlement.ts';
import { unreadable } from './unreadable.ts';
import { values } from './values.ts';
import { writing } from './writing.ts';

const all = {
  ...limits,
  ...entries,
  ...settlement,
  ...unreadable,
  ...values,
  ...payouts,
  ...members,
  ...refusals,
  ...pages,
  ...writing,
};

/** Everything that the document leaves open, in the order in which a service applies what it uses. */
export const freedoms: readonly Freedom[] = Object.entries(all).map(([name, row]) => ({ name, ...row }));

const byName = new Map(freedoms.map((freedom) => [freedom.name, freedom]));

/** The freedom with this name, or undefined. */
export function findFreedom(name: string): Freedom | undefined {
  return byName.get(name);
}

/** A freedom in use: its row, and the parameters that a service chose. */
export interface Used {
  readonly freedom: Freedom;
  readonly parameters: JsonValue;
}

/** The change of a service that uses some freedoms, for each operation. */
export function changeOf(used: readonly Used[]): ChangeOf {
  const inOrder = freedoms.flatMap((freedom) => used.filter((one) => one.freedom.name === freedom.name));
  const others = used.filter((one) => !byName.has(one.freedom.name));
  const changes = [...inOrder, ...others].map(({ freedom: { touches, change }, parameters }) => ({
    touches,
    change: change(parameters),
  }));
  return (operation) => {
    const own = changes.filter(({ touches }) => touches?.includes(operation) ?? true);
    return own.length === 0 ? undefined : allOf(...own.map(({ change }) => change));
  };
}

/** The clauses that may warn about a service. */
export function warnsOf(used: readonly Used[]): ReadonlySet<ClauseId> {
  return new Set(used.flatMap(({ freedom, parameters }) => freedom.warns(parameters)));
}
