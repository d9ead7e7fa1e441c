import { closeSync, openSync, readSync } from 'node:fs';
import type { EvidenceExchange } from './lines.ts';

/** A line as its bytes, which are written as they are. */
export interface LineBytes {
  readonly bytes: Uint8Array;
  /** Characters of the line. */
  readonly length: number;
}

/** Where a line stands that a worker of this run wrote. */
export interface WrittenLine {
  readonly file: string;
  readonly start: number;
  readonly bytes: number;
  readonly characters: number;
}

const places = new WeakMap<EvidenceExchange, WrittenLine>();

/** Notes where the line of an exchange stands; only of one that says the same when it is written again. */
export function noteWritten(exchange: EvidenceExchange, line: WrittenLine): void {
  places.set(exchange, line);
}

/** Reads lines of exchanges as they were written, so that merging them writes nothing anew. */
export interface WrittenLines {
  /** The line of an exchange; undefined when it is not known where it stands. */
  lineOf(exchange: EvidenceExchange): LineBytes | undefined;
  close(): void;
}

/** Opens the files of the lines that were noted, each when it is first needed. */
export function openWrittenLines(): WrittenLines {
  const handles = new Map<string, number>();
  const handleOf = (file: string) => {
    const handle = handles.get(file) ?? openSync(file, 'r');
    handles.set(file, handle);
    return handle;
  };
  return {
    lineOf(exchange) {
      const place = places.get(exchange);
      if (place === undefined) return undefined;
      const bytes = Buffer.allocUnsafe(place.bytes);
      const handle = handleOf(place.file);
      for (let read = 0; read < bytes.length; ) {
        const more = readSync(handle, bytes, read, bytes.length - read, place.start + read);
        if (more === 0) return undefined;
        read += more;
      }
      return { bytes, length: place.characters };
    },
    close() {
      for (const handle of handles.values()) closeSync(handle);
      handles.clear();
    },
  };
}
