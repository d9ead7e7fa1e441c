import { given } from '../../../schemas/given.ts';
import type { ClauseId, DocumentedOperationId } from '../../../schemas/types.ts';
import { allOf, type Change, rewiring } from '../../manner.ts';
import { startMock } from '../../server.ts';

/** A hostile service that listens on loopback, whatever it is made of. */
interface ListeningHostile {
  readonly baseUrl: string;
  /** One entry for each request; what came to an address that it only points at begins with `elsewhere`. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

/**
 * How a run must end: `clean` with exit 0, with warnings or without; `warned` with warnings and exit 0; `failed` as
 * non-conformant with exit 1; `open` as incomplete with exit 3; `never-green` in one of these two.
 */
export type HostileEnd = 'clean' | 'warned' | 'failed' | 'open' | 'never-green';

/** What must come out of a run against a hostile service. */
export interface HostileVerdict {
  readonly end: HostileEnd;
  /** A clause that must fail. */
  readonly fails?: string;
  /** Most requests that may be sent to it. */
  readonly most: number;
}

/** A hostile service with what must come out of a short run of one operation. */
export interface Hostile {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly does: string;
  readonly operation: DocumentedOperationId;
  /** Starts it on a port of loopback, a free one when absent or 0. */
  start(port?: number): Promise<ListeningHostile>;
  /** Says nothing for longer than a run waits, so that the run need not wait long. */
  readonly silent?: true;
  readonly expects: HostileVerdict;
}

/** What a caller entrusts to a hostile service besides cards, which the service gives away where it can. */
export const entrusted = {
  key: 'practice-key-of-the-embedded-endpoint',
  header: 'Hk7-entrusted-in-a-header-Zq9',
} as const;

/** Starts the embedded endpoint with a hostile change: admission and memory stay those of an honest service. */
async function startDisguised(port: number | undefined, change: Change): Promise<ListeningHostile> {
  const heard: string[] = [];
  const counted = rewiring((wire, { operation }) => {
    heard.push(operation);
    return wire;
  });
  const endpoint = await startMock({
    ...given({ port }),
    signing: { recipe: 'hmac-sha256', key: entrusted.key },
    change: allOf(change, counted),
  });
  return { baseUrl: endpoint.url, heard, stop: () => endpoint.close() };
}

/** What a service in disguise does, in which operation, how a run ends or the clause that fails, and its change, made at each start. */
export type Disguise = readonly [
  does: string,
  operation: DocumentedOperationId,
  expects: HostileEnd | ClauseId,
  change: (operation: DocumentedOperationId) => Change,
  more?: Pick<Hostile, 'silent'>,
];

const ends: readonly string[] = ['clean', 'warned', 'failed', 'open', 'never-green'] satisfies HostileEnd[];

/** The hostile services of a table by their names: the embedded endpoint, which lets a short run pass the opening, with a change. */
export function disguised(table: Readonly<Record<string, Disguise>>): readonly Hostile[] {
  return Object.entries(table).map(([name, [does, operation, expected, change, more]]) => ({
    name,
    does,
    operation,
    ...more,
    start: (port) => startDisguised(port, change(operation)),
    expects: ends.includes(expected)
      ? { end: expected as HostileEnd, most: 60 }
      : { end: 'failed', fails: expected, most: 60 },
  }));
}

/** Counts from 1. */
export function counter(): () => number {
  let number = 0;
  return () => {
    number += 1;
    return number;
  };
}
