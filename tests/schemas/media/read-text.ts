import type { Decoded } from '../../../schemas/media/decoded.ts';
import type { JsonValue } from '../../../schemas/types.ts';

/** Text as UTF-8 bytes. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The value of a body that must be readable, or its problem. */
export function valueIn(decoded: Decoded): JsonValue {
  return decoded.ok ? decoded.value : `unreadable: ${decoded.problem.kind}`;
}

/** The kind of the problem of a body, or `none`. */
export function problemOf(decoded: Decoded): string {
  return decoded.ok ? 'none' : decoded.problem.kind;
}

/** Kinds of the notes with their paths, `kind path`. */
export function notesOf(decoded: Decoded): string[] {
  return decoded.notes.map((note) => (note.path === undefined ? note.kind : `${note.kind} ${note.path}`));
}
