import { given } from '../given.ts';
import { changeAt, isObject } from '../json.ts';
import type { JsonValue } from '../types.ts';
import { limits } from './limits.ts';

/** What was odd about a body that could be read nevertheless. */
export type NoteKind =
  | 'byte-order-mark'
  | 'charset'
  | 'duplicate-member'
  | 'number-range'
  | 'escape'
  | 'dtd'
  | 'entity'
  | 'namespace'
  | 'attribute'
  | 'repeated-element'
  | 'mixed-content'
  | 'nested-form';

/** One oddity of a body; `path` as in `capture_orders[1].amount`, absent for the whole body. */
export interface MediaNote {
  readonly kind: NoteKind;
  readonly path?: string;
  /** One line, free of values from the body. */
  readonly detail: string;
  /** Of an attribute: its name. */
  readonly name?: string;
}

/** Why a body has no value. */
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

/** What stopped the reading; `at` is `line 3, column 7`, and `detail` is free of values from the body. */
export interface MediaProblem {
  readonly kind: ProblemKind;
  readonly at?: string;
  readonly detail: string;
}

/** A body as a value, or the reason why it has none; either way with its oddities. */
export type Decoded =
  | { readonly ok: true; readonly value: JsonValue; readonly notes: readonly MediaNote[] }
  | { readonly ok: false; readonly problem: MediaProblem; readonly notes: readonly MediaNote[] };

/** Builds the result of a body that was read. */
export function readable(value: JsonValue, notes: readonly MediaNote[] = []): Decoded {
  return { ok: true, value, notes };
}

/** Builds the result of a body that could not be read. */
export function unreadable(problem: MediaProblem, notes: readonly MediaNote[] = []): Decoded {
  return { ok: false, problem, notes };
}

/** Collects the notes of one body, at most `limits.notes` of them besides those of entities, which decide what is judged. */
export interface NotePad {
  readonly notes: MediaNote[];
  add(kind: NoteKind, detail: string, path?: string, name?: string): void;
}

/** Starts an empty pad, or one that goes on from notes taken before. */
export function createNotePad(before: readonly MediaNote[] = []): NotePad {
  const notes = [...before];
  return {
    notes,
    add(kind, detail, path, name) {
      if (kind === 'entity' || notes.length < limits.notes)
        notes.push({ kind, detail, ...given({ path, name }) });
    },
  };
}

/** The places whose text refers to an entity that only the document type declaration of the body defines. */
export function entityPlaces({ notes }: Decoded): readonly string[] {
  return notes.flatMap(({ kind, path = '' }) => (kind === 'entity' ? [path] : []));
}

/** The steps of a path as notes write it. */
export function stepsOfPath(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

/** What is known of a body: a text with such an entity in it must not be compared with those of other exchanges. */
export function knownValue(decoded: Decoded & { readonly ok: true }): JsonValue {
  return entityPlaces(decoded).reduce<JsonValue>(
    (known, place) =>
      changeAt(known, stepsOfPath(place), (old) => (isObject(old) ? old : undefined)) ?? known,
    decoded.value,
  );
}

/** Writes a place in a text, counted from one: `line 3, column 7`. */
export function placeOf(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}
