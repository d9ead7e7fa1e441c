import { clauseOf } from '../../schemas/clauses.ts';
import type { ClauseId } from '../../schemas/types.ts';
import { allOf, type Change } from '../manner.ts';
import type { Habit, Setting } from './habit.ts';
import { type DeclaredLife, declaredLines } from './lives.ts';

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

/** An acquirer in Markdown: who it is, what it insists on, why the document allows it, the life of an order unless left out, what it announces. */
export function acquirerLines(
  { name, description, habits, life, announces }: Acquirer,
  withLife = true,
): readonly string[] {
  return [
    `## ${name}`,
    '',
    description,
    '',
    ...habits.map(({ insists, because }) => `- ${insists} _${because}_`),
    ...(withLife ? ['', 'Life of an order (all else is refused):', '', ...declaredLines(life)] : []),
    ...(announces.length === 0
      ? []
      : ['', `It announces warnings of: ${announces.map((id) => `\`${clauseOf(id).id}\``).join(', ')}.`]),
  ];
}
