import type { DocumentedOperationId, JsonObject } from '../types.ts';

/**
 * What became of the values of one class in one field, worst first. `crashed`: a server error, or an answer that cannot be
 * read. `refused`: refused although the plain request was accepted. `changed`: a finding that the plain request does not
 * cause. `unclear`: met with others that explain what happened. `missing`: planned, and the run ended or was too short.
 * `forbidden`: the target or the document speaks against sending it.
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
/** What became of the values of one class in one field. */
export type SentOutcome = (typeof sentOutcomes)[number];

/** The letter that stands for an outcome in the rows of a statement; a dot is a class that the field does not have. */
export const sentLetters = {
  accepted: 'a',
  refused: 'r',
  changed: 'c',
  crashed: 'x',
  unclear: 'u',
  missing: '-',
  forbidden: 'n',
} as const satisfies Record<SentOutcome, string>;

/** What the requests of one operation carried, by field and class of values. */
export interface SentRow {
  readonly operation: DocumentedOperationId;
  /** Names of the classes, in the order of the letters. */
  readonly classes: readonly string[];
  /** For each field a letter for each class, as in `a-.r`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why classes are forbidden, and of which fields. */
  readonly forbidden: readonly { readonly why: string; readonly fields: readonly string[] }[];
  /** Why planned classes are missing. */
  readonly missing?: string;
}

const outcomeOf = new Map<string, SentOutcome>(
  Object.entries(sentLetters).map(([outcome, letter]) => [letter, outcome as SentOutcome]),
);

/** The outcome of a letter; undefined where the field has no such class. */
export function outcomeOfLetter(letter: string | undefined): SentOutcome | undefined {
  return letter === undefined ? undefined : outcomeOf.get(letter);
}

/** The worse of two outcomes. */
export function worseOutcome(one: SentOutcome, other: SentOutcome): SentOutcome {
  return sentOutcomes.indexOf(one) <= sentOutcomes.indexOf(other) ? one : other;
}

/** Writes the outcomes of one field as letters, one for each class. */
export function lettersOf(outcomes: ReadonlyMap<string, SentOutcome>, classes: readonly string[]): string {
  const letters = classes.map((name) => {
    const outcome = outcomes.get(name);
    return outcome === undefined ? '.' : sentLetters[outcome];
  });
  return letters.join('').replace(/\.+$/, '');
}

const collation = new Intl.Collator('en', { numeric: true });

/** The order of the names of classes: `entries-9` before `entries-10`. */
export function compareClasses(one: string, other: string): number {
  return collation.compare(one, other);
}

/** The field name under which the ways to write a body are listed with the fields. */
export const bodyField = 'body';

/** What is observed where a class is refused: "refuses emoji in note". */
export function refusalText(field: string, kind: string): string {
  return `refuses ${kind} in ${field === bodyField ? 'the body' : field}`;
}

const sizePrefix = 'entries-';

/** The name of the class of batches of so many entries. */
export function classOfSize(size: number): string {
  return `${sizePrefix}${size}`;
}

/** How many entries a class is about; undefined for every other class. */
export function sizeOfClass(name: string): number | undefined {
  return name.startsWith(sizePrefix) ? Number(name.slice(sizePrefix.length)) : undefined;
}

/** What the numbers of orders begin with that no service knows, alone or after a text and a blank. */
export const unknownPrefix = 'unknown';

const unknownNumber = new RegExp(`^${unknownPrefix}-| ${unknownPrefix}-[0-9a-z]+$`);

/** Tells the entry of an order that no service knows, so that nothing can come of asking for it. */
export function isUnknownOrder({ order_no }: JsonObject): boolean {
  return typeof order_no === 'string' && unknownNumber.test(order_no);
}
