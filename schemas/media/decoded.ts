import { defined } from '../defined.ts';
import { changeAt, isObject } from '../json.ts';
import type { JsonValue } from '../types.ts';
import { limits } from './limits.ts';

/** Kinds of irregularity in a readable body. */
export type NoteKind =
  | 'byte-order-mark'
  | 'charset'
  | 'duplicate-member'
  | 'dtd'
  | 'entity'
  | 'namespace'
  | 'attribute'
  | 'repeated-element'
  | 'mixed-content';

/** One irregularity of a body; `path` such as `capture_orders[1].amount`, absent for the whole body. */
export interface MediaNote {
  readonly kind: NoteKind;
  readonly path?: string;
  /** One line without values from the body. */
  readonly detail: string;
  /** Name of the attribute, for attributes only. */
  readonly name?: string;
}

/** Reasons why a body cannot be decoded. */
export type ProblemKind =
  | 'empty'
  | 'too-large'
  | 'too-deep'
  | 'too-many-members'
  | 'not-utf8'
  | 'unknown-charset'
  | 'malformed'
  | 'several-roots'
  | 'undefined-entity';

/** The reason why decoding stopped; `at` such as `line 3, column 7`; `detail` has no values from the body. */
export interface MediaProblem {
  readonly kind: ProblemKind;
  readonly at?: string;
  readonly detail: string;
}

/** The value of a body or the reason why it cannot be decoded, with its irregularities. */
export type Decoded =
  | { readonly ok: true; readonly value: JsonValue; readonly notes: readonly MediaNote[] }
  | { readonly ok: false; readonly problem: MediaProblem; readonly notes: readonly MediaNote[] };

/** The result for a body that was decoded. */
export function readable(value: JsonValue, notes: readonly MediaNote[] = []): Decoded {
  return { ok: true, value, notes };
}

/** The result for a body that could not be decoded. */
export function unreadable(problem: MediaProblem, notes: readonly MediaNote[] = []): Decoded {
  return { ok: false, problem, notes };
}

/** Collects the notes of one body: at most `limits.notes`, plus all on entities, as these affect what is judged. */
export interface NoteCollector {
  readonly notes: MediaNote[];
  add(kind: NoteKind, detail: string, path?: string, name?: string): void;
}

/** Starts an empty pad, or one that continues earlier notes. */
export function createNoteCollector(before: readonly MediaNote[] = []): NoteCollector {
  const notes = [...before];
  return {
    notes,
    add(kind, detail, path, name) {
      if (kind === 'entity' || notes.length < limits.notes)
        notes.push({ kind, detail, ...defined({ path, name }) });
    },
  };
}

/** The paths whose text refers to an entity that only the DTD of the body defines. */
export function entityPlaces({ notes }: Decoded): readonly string[] {
  return notes.flatMap(({ kind, path = '' }) => (kind === 'entity' ? [path] : []));
}

/** The steps of a path in a note. */
export function stepsOfPath(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

/** The value without texts that contain such an entity: they cannot be compared with other exchanges. */
export function knownValue(decoded: Decoded & { readonly ok: true }): JsonValue {
  return entityPlaces(decoded).reduce<JsonValue>(
    (known, place) =>
      changeAt(known, stepsOfPath(place), (old) => (isObject(old) ? old : undefined)) ?? known,
    decoded.value,
  );
}

/** Formats a position in a text, counted from one: `line 3, column 7`. */
export function placeOf(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}
