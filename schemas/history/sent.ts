import type { DocumentedOperationId, JsonObject } from '../types.ts';

/**
 * Outcome of the values of one class in one field, worst first. `crashed`: a server error or an unreadable answer.
 * `refused`: refused although the plain request was accepted. `changed`: a finding that the plain request does not
 * cause. `unclear`: sent with other values that explain the result. `missing`: planned, but the run ended or was too
 * short. `forbidden`: the target or the document excludes it.
 */
export const sentOutcomes = [
  'crashed',
  'refused',
  'changed',
  'accepted',
  'unclear',
  'missing',
  'forbidden',
] as const;
/** The outcome of the values of one class in one field. */
export type SentOutcome = (typeof sentOutcomes)[number];

/** The letter of each outcome in a row; a dot is a class that the field does not have. */
const sentLetters = {
  accepted: 'a',
  refused: 'r',
  changed: 'c',
  crashed: 'x',
  unclear: 'u',
  missing: '-',
  forbidden: 'n',
} as const satisfies Record<SentOutcome, string>;

/** Outcomes of the values that the requests of one operation carried, by field and class. */
export interface SentRow {
  readonly operation: DocumentedOperationId;
  /** Names of the classes, in the order of the letters. */
  readonly classes: readonly string[];
  /** One letter per class for each field, for example `a-.r`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why classes are forbidden, and in which fields. */
  readonly forbidden: readonly { readonly why: string; readonly fields: readonly string[] }[];
  /** Why planned classes are missing. */
  readonly missing?: string;
}

const outcomeOf = new Map<string, SentOutcome>(
  Object.entries(sentLetters).map(([outcome, letter]) => [letter, outcome as SentOutcome]),
);

/** The outcome of a letter; undefined if the field does not have the class. */
export function outcomeOfLetter(letter: string | undefined): SentOutcome | undefined {
  return letter === undefined ? undefined : outcomeOf.get(letter);
}

/** The worse of two outcomes. */
export function worseOutcome(one: SentOutcome, other: SentOutcome): SentOutcome {
  return sentOutcomes.indexOf(one) <= sentOutcomes.indexOf(other) ? one : other;
}

/** The outcomes of one field as letters, one per class. */
export function lettersOf(outcomes: ReadonlyMap<string, SentOutcome>, classes: readonly string[]): string {
  const letters = classes.map((name) => {
    const outcome = outcomes.get(name);
    return outcome === undefined ? '.' : sentLetters[outcome];
  });
  return letters.join('').replace(/\.+$/, '');
}

const collation = new Intl.Collator('en', { numeric: true });

/** Compares class names with numbers in numeric order: `entries-9` before `entries-10`. */
export function compareClasses(one: string, other: string): number {
  return collation.compare(one, other);
}

/** The field name under which the classes of body layout are listed. */
export const bodyField = 'body';

/** Fingerprint of a refused class, for example "refuses emoji in note". */
export function refusalText(field: string, kind: string): string {
  return `refuses ${kind} in ${field === bodyField ? 'the body' : field}`;
}

const sizePrefix = 'entries-';

/** The class of batches with the given number of entries. */
export function classOfSize(size: number): string {
  return `${sizePrefix}${size}`;
}

/** Prefix of order numbers that no service knows, at the start or after a text and a blank. */
export const unknownPrefix = 'unknown';

const unknownNumber = new RegExp(`^${unknownPrefix}-| ${unknownPrefix}-[0-9a-z]+$`);

/** True if the entry is about an order that no service knows, so that it cannot have an effect. */
export function isUnknownOrder({ order_no }: JsonObject): boolean {
  return typeof order_no === 'string' && unknownNumber.test(order_no);
}
