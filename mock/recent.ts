import type { JsonObject, JsonValue } from '../schemas/types.ts';
import { maskValue } from './mask.ts';
import type { Outcome } from './world.ts';

/** Exchanges that the start page shows, and the most bytes of a request that is shown with its fields. */
const kept = { exchanges: 50, bytes: 50_000 } as const;

interface Seen {
  readonly number: number;
  readonly world: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly refused: string;
  readonly request: JsonValue;
}

/** The newest exchanges of a process, for people; no answer ever depends on it. */
export interface Recent {
  /** Adds an exchange and returns its number. */
  add(world: string, path: string, outcome: Outcome, bytes: number): number;
  /** Newest first, secrets masked. */
  list(): JsonObject[];
}

/** Opens an empty list. */
export function openRecent(): Recent {
  const seen: Seen[] = [];
  let number = 0;
  return {
    add(world, path, { about, refused, wire }, bytes) {
      number += 1;
      const request = bytes > kept.bytes ? `(${bytes} bytes)` : about.request;
      const { operation } = about;
      seen[number % kept.exchanges] = {
        number,
        world,
        path,
        operation,
        status: wire.status,
        refused: refused?.text ?? '',
        request,
      };
      return number;
    },
    list() {
      const filled = seen.filter((one) => one !== undefined).sort((a, b) => b.number - a.number);
      // Masking is for the few who look; the many who only call do not pay for it.
      return filled.map((one) => ({ ...one, request: maskValue(one.request) }));
    },
  };
}
