import { given } from '../../../schemas/given.ts';
import { isObject } from '../../../schemas/json.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';
import { allOf, type Change, reshaping, rewiring } from '../../manner.ts';
import type { About, Wire } from '../../reply.ts';
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

/** Most requests of a short run against a service that lets it pass the opening. */
export const shortRun = 60;

/** Starts the embedded endpoint with a hostile change: admission and memory stay those of an honest service. */
export async function startDisguised(port: number | undefined, change: Change): Promise<ListeningHostile> {
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

/** Changes the members of accepted answers of one operation; `number` counts them from 1. */
export function saying(
  operation: DocumentedOperationId,
  change: (value: JsonObject, about: About, number: number) => JsonObject,
): Change {
  let number = 0;
  return reshaping((reply, about) => {
    if (about.operation !== operation || !reply.accepted || !('value' in reply)) return reply;
    number += 1;
    return { ...reply, value: change(reply.value, about, number) };
  });
}

/** Changes every entry of the accepted batch answers of one operation. */
export function sayingOfEntries(
  operation: DocumentedOperationId,
  change: (entries: readonly JsonObject[]) => readonly JsonObject[],
): Change {
  const { batch } = operationOf(operation);
  return saying(operation, (value) => {
    const entries = batch === undefined ? undefined : value[batch.field];
    if (batch === undefined || !Array.isArray(entries)) return value;
    return { ...value, [batch.field]: [...change(entries.filter(isObject))] };
  });
}

/** Changes accepted answers of one operation on the wire; `number` counts them from 1. */
export function sending(
  operation: DocumentedOperationId,
  change: (wire: Wire, about: About, number: number) => Wire,
): Change {
  let number = 0;
  return rewiring((wire, about, reply) => {
    if (about.operation !== operation || !reply.accepted) return wire;
    number += 1;
    return change(wire, about, number);
  });
}
