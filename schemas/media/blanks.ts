import { limits } from './limits.ts';

/** Processes a body in chunks and removes the middle of long runs of blanks. */
export interface BlankSqueeze {
  /** The part of the next chunk that is kept. */
  take(chunk: Uint8Array): Uint8Array;
  /** The bytes still held back at the end of the body. */
  end(): Uint8Array;
  /** Number of bytes removed so far. */
  readonly leftOut: number;
}

// The number of removed bytes is a multiple of this, so that UTF-16 and UTF-32 code units stay intact.
const widestUnit = 4;

/** True if NUL bytes at the start of a body show characters of two or four bytes. */
export function isWide(start: Uint8Array): boolean {
  return start.subarray(0, widestUnit).includes(0);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Starts to process a body. No documented value has 4,096 blanks, so nothing that is judged is lost. */
export function startSqueeze(wide: boolean): BlankSqueeze {
  const held = new Uint8Array(widestUnit);
  // State between two chunks; local variables make the loop below several times faster.
  const state = { holds: 0, run: 0, sinceBlank: widestUnit, leftOut: 0 };
  return {
    take(chunk) {
      const kept = Buffer.allocUnsafe(chunk.length + state.holds);
      let { holds, run, sinceBlank, leftOut } = state;
      let length = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] as number;
        if (isBlank(byte)) sinceBlank = 0;
        // The NUL bytes of a wide blank belong to it.
        else sinceBlank = wide && byte === 0 ? sinceBlank + 1 : widestUnit;
        if (sinceBlank >= widestUnit) {
          for (let back = 0; back < holds; back += 1) kept[length++] = held[back] as number;
          run = 0;
          holds = 0;
          kept[length++] = byte;
        } else if (run < limits.blankRun) {
          run += 1;
          kept[length++] = byte;
        } else {
          held[holds++] = byte;
          if (holds === widestUnit) {
            leftOut += widestUnit;
            holds = 0;
          }
        }
      }
      Object.assign(state, { holds, run, sinceBlank, leftOut });
      // A short slice of a long buffer would keep all of it in memory.
      return length * 2 < kept.length ? Buffer.from(kept.subarray(0, length)) : kept.subarray(0, length);
    },
    end: () => held.slice(0, state.holds),
    get leftOut() {
      return state.leftOut;
    },
  };
}

/** The body without the middle of its long runs of blanks, if it exceeds the size that is judged. */
export function squeezeBlanks(body: Uint8Array): { readonly body: Uint8Array; readonly blanks: number } {
  if (body.length <= limits.bytes || body.length > limits.readBytes) return { body, blanks: 0 };
  const squeeze = startSqueeze(isWide(body));
  const kept = squeeze.take(body);
  return { body: Buffer.concat([kept, squeeze.end()]), blanks: squeeze.leftOut };
}
