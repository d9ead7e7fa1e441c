import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

/** What was sent so far. */
export interface Spent {
  readonly requests: number;
  readonly amount: number;
}

/** Counts what is sent, for one process or for all workers of a run. */
export interface Tally {
  /** Adds one request if `fits` says so to what was spent before it; tells whether it was added. */
  take(amount: number): { readonly taken: boolean; readonly before: Spent };
}

/** Decides whether one more request fits what was spent before it. */
export type Fits = (before: Spent, amount: number) => boolean;

const nothing: Spent = { requests: 0, amount: 0 };

/** Counts in memory. */
export function memoryTally(fits: Fits): Tally {
  let spent: Spent = { requests: 0, amount: 0 };
  return {
    take(amount) {
      const before = spent;
      const taken = fits(before, amount);
      if (taken) spent = added(before, amount);
      return { taken, before };
    },
  };
}

/**
 * Counts in a file that several processes append to. Each claim is one line, and every process reads all lines in
 * the order of the file by the same rule, so that all agree on which claims fitted without any lock; `already` was spent before the first of them.
 */
export function fileTally(file: string, fits: Fits, already: Spent = nothing): Tally {
  mkdirSync(dirname(file), { recursive: true });
  let spent = already;
  let offset = 0;
  let rest = '';
  return {
    take(amount) {
      const own = randomUUID();
      appendFileSync(file, `${own} ${amount}\n`);
      let answer = { taken: false, before: spent };
      const text = rest + readFrom(file, offset);
      offset += Buffer.byteLength(text) - Buffer.byteLength(rest);
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      for (const line of text.slice(0, end).split('\n').filter(Boolean)) {
        const [claim, claimed] = line.split(' ');
        const before = spent;
        const taken = fits(before, Number(claimed));
        if (taken) spent = added(before, Number(claimed));
        if (claim === own) answer = { taken, before };
      }
      return answer;
    },
  };
}

function added(before: Spent, amount: number): Spent {
  return { requests: before.requests + 1, amount: before.amount + amount };
}

function readFrom(file: string, offset: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - offset));
    const read = readSync(descriptor, bytes, 0, bytes.length, offset);
    return bytes.toString('latin1', 0, read);
  } finally {
    closeSync(descriptor);
  }
}
