import { clauseOf } from '../../schemas/clauses.ts';
import type { ClauseId } from '../../schemas/types.ts';
import { allOf, type Change } from '../manner.ts';
import type { SignatureCheck } from '../signature.ts';
import { type DeclaredLife, declaredLines } from './lives.ts';

/** What of an acquirer is not in its manner: where it listens and whom it lets in. */
export interface Setting {
  /** Path before `/v1`, without a slash at its end. */
  readonly prefix?: string;
  /** How it signs; the key is the endpoint's. */
  readonly signing?: Omit<SignatureCheck, 'key'>;
  /** Addresses registered for the query (5.4). */
  readonly addresses?: readonly string[];
  /** Speaks https with the certificate of a private authority, and asks for a certificate of its clients. */
  readonly mutualTls?: true;
}

/** One thing that an acquirer insists on or does in its own way. */
export interface Habit {
  /** What its merchants read about it, in a sentence. */
  readonly insists: string;
  /** The sections that leave it the freedom. */
  readonly because: string;
  readonly change?: Change;
  readonly setting?: Setting;
}

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
