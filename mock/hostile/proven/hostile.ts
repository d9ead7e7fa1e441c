import { defined } from '../../../schemas/defined.ts';
import type { ClauseId, DocumentedOperationId } from '../../../schemas/types.ts';
import { allOf, type Change, rewiring } from '../../behaviour.ts';
import { startMock } from '../../server.ts';

/** A running hostile service on loopback. */
interface ListeningHostile {
  readonly baseUrl: string;
  /** One entry per request; requests to an address that it only refers to begin with `elsewhere`. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

/**
 * How a run must end: `clean` with exit 0, with or without warnings; `warned` with warnings and exit 0; `failed` as
 * non-conformant with exit 1; `open` as incomplete with exit 3; `never-green` as either of the last two.
 */
export type HostileEnd = 'clean' | 'warned' | 'failed' | 'open' | 'never-green';

/** How a run must end, in words with the exit status. */
export const endWords: Readonly<Record<HostileEnd, string>> = {
  clean: 'conformant, perhaps with warnings (0)',
  warned: 'conformant-with-warnings (0)',
  failed: 'non-conformant (1)',
  open: 'incomplete (3)',
  'never-green': 'non-conformant or incomplete (1 or 3)',
};

/** The required outcome of a run against a hostile service. */
export interface HostileVerdict {
  readonly end: HostileEnd;
  /** The clause that must fail. */
  readonly fails?: string;
  /** Maximum number of requests of the run. */
  readonly most: number;
}

/** A hostile service, and the required outcome of a short run of one operation against it. */
export interface Hostile {
  readonly name: string;
  /** The behaviour of the service in one sentence. */
  readonly does: string;
  readonly operation: DocumentedOperationId;
  /** Starts the service on a loopback port; a free one if absent or 0. */
  start(port?: number): Promise<ListeningHostile>;
  /** Set if it stays silent longer than the timeout, so that a run can use a short one. */
  readonly silent?: true;
  readonly expects: HostileVerdict;
}

/** Secrets that a caller sends to a hostile service, besides cards; the service leaks them where it can. */
export const callerSecrets = {
  key: 'practice-key-of-the-embedded-endpoint',
  header: 'Hk7-entrusted-in-a-header-Zq9',
} as const;

/** Starts the embedded endpoint with a hostile change; its admission and memory stay correct. */
async function startHostileEndpoint(port: number | undefined, change: Change): Promise<ListeningHostile> {
  const heard: string[] = [];
  const counted = rewiring((wire, { operation }) => {
    heard.push(operation);
    return wire;
  });
  const endpoint = await startMock({
    ...defined({ port }),
    signing: { recipe: 'hmac-sha256', key: callerSecrets.key },
    change: allOf(change, counted),
  });
  return { baseUrl: endpoint.url, heard, stop: () => endpoint.close() };
}

/** The behaviour, the operation, the end of a run or the clause that fails, and the change made at each start. */
export type HostileRow = readonly [
  does: string,
  operation: DocumentedOperationId,
  expects: HostileEnd | ClauseId,
  change: (operation: DocumentedOperationId) => Change,
  more?: Pick<Hostile, 'silent'>,
];

/** The hostile services of a table: the embedded endpoint with a change, so that a short run passes the opening. */
export function hostilesFrom(table: Readonly<Record<string, HostileRow>>): readonly Hostile[] {
  return Object.entries(table).map(([name, [does, operation, expected, change, more]]) => ({
    name,
    does,
    operation,
    ...more,
    start: (port) => startHostileEndpoint(port, change(operation)),
    expects: Object.hasOwn(endWords, expected)
      ? { end: expected as HostileEnd, most: 60 }
      : { end: 'failed', fails: expected, most: 60 },
  }));
}

/** Returns a function that counts calls from 1. */
export function counter(): () => number {
  let number = 0;
  return () => {
    number += 1;
    return number;
  };
}
