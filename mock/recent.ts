import { secretClassOf } from '../schemas/contract.ts';
import type { JsonObject, JsonValue } from '../schemas/types.ts';
import type { Outcome } from './world.ts';

const longest = 2_000;

/** Copies a value for display: secret fields show only their class, long texts their start, arrays three entries. */
export function maskValue(value: JsonValue, name = ''): JsonValue {
  const secret = name === '' ? undefined : secretClassOf(name);
  if (secret !== undefined && value !== null && value !== '') return `(${secret})`;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.slice(0, 3).map((entry) => maskValue(entry, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [maskText(member), maskValue(inner, member)]),
  );
}

/** Cuts a text to 2,000 characters and hides every run of digits that could be a card number. */
export function maskText(text: string): string {
  return text.slice(0, longest).replace(/(?:[0-9][ -]?){11,}[0-9]/g, '(digits)');
}

/** Number of exchanges kept, and the maximum bytes of a request whose fields are shown. */
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

/** The newest exchanges of a process, for display only; answers never depend on it. */
export interface Recent {
  /** Adds an exchange and returns its number. */
  add(world: string, path: string, outcome: Outcome, bytes: number): number;
  /** Newest first, with secrets masked. */
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
      // Masked here rather than in `add`, because most exchanges are never shown.
      return filled.map((one) => ({ ...one, request: maskValue(one.request) }));
    },
  };
}
