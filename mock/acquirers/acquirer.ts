import type { ClauseId } from '../../schemas/types.ts';
import { allOf, type Change } from '../manner.ts';
import type { Habit, Setting } from './habit.ts';
import type { DeclaredLife } from './lives.ts';

/** A whole service made of several habits, all of which the document allows. */
export interface Acquirer {
  readonly name: string;
  /** Who it is, in a sentence. */
  readonly description: string;
  readonly habits: readonly Habit[];
  /** What an order goes through, and which calls it takes on its way. */
  readonly life: DeclaredLife;
  /** Clauses that warn about it, and why it must not be otherwise. */
  readonly announces: readonly ClauseId[];
}

/** The manner of an acquirer: its habits one after the other. */
export function changeOf({ habits }: Acquirer): Change {
  return allOf(...habits.flatMap(({ change }) => (change === undefined ? [] : [change])));
}

/** The setting of an acquirer: what its habits say of it together. */
export function settingOf({ habits }: Acquirer): Setting {
  return Object.assign({}, ...habits.map(({ setting }) => setting)) as Setting;
}
