import { requestSchema } from '../schemas/contract.ts';
import { documentedOperations } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonValue } from '../schemas/types.ts';
import { boundaries } from './boundaries.ts';
import { defaultContext } from './context.ts';
import { fieldsOf } from './fields.ts';
import { isObject } from './schema-view.ts';

/** A request of a run, as far as the cover is concerned. */
export interface CoveredRequest {
  readonly operation: DocumentedOperationId;
  readonly body: JsonValue;
  /** Name of the generated case, when it came from one. */
  readonly caseName?: string | undefined;
}

/** How often one documented field was sent and left out. */
export interface FieldCover {
  /** Dotted path without indexes, for example `refund_orders.amount`. */
  readonly field: string;
  readonly present: number;
  readonly absent: number;
}

/** What the requests of a run reached of one operation. */
export interface OperationCover {
  readonly operation: DocumentedOperationId;
  readonly requests: number;
  readonly fields: readonly FieldCover[];
  /** Names of boundaries sent and not sent, in generated order. */
  readonly reached: readonly string[];
  readonly unreached: readonly string[];
}

function collect(value: JsonValue, path: string, found: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) collect(entry, path, found);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`;
    found.add(inner);
    collect(member, inner, found);
  }
}

const boundaryNames = new Map<DocumentedOperationId, readonly string[]>();

/** Names of an operation's boundaries, which depend on neither merchant nor seed. */
function namesOf(operation: DocumentedOperationId): readonly string[] {
  const names =
    boundaryNames.get(operation) ?? boundaries(operation, defaultContext, 0).map(({ name }) => name);
  boundaryNames.set(operation, names);
  return names;
}

function coverOf(operation: DocumentedOperationId, requests: readonly CoveredRequest[]): OperationCover {
  const counts = new Map<string, number>();
  for (const { body } of requests) {
    const found = new Set<string>();
    collect(body, '', found);
    for (const path of found) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const members = fieldsOf(requestSchema(operation)).filter(({ steps }) => steps.at(-1) !== '[]');
  const fields = members.map(({ label: field }) => {
    const present = counts.get(field) ?? 0;
    return { field, present, absent: requests.length - present };
  });
  const sent = new Set(requests.map(({ caseName }) => caseName));
  const names = namesOf(operation);
  return {
    operation,
    requests: requests.length,
    fields,
    reached: names.filter((name) => sent.has(name)),
    unreached: names.filter((name) => !sent.has(name)),
  };
}

/** Counts, for each documented operation, which fields were present and absent and which boundaries were reached. */
export function countCover(requests: readonly CoveredRequest[]): OperationCover[] {
  return documentedOperations.map(({ id }) =>
    coverOf(
      id,
      requests.filter(({ operation }) => operation === id),
    ),
  );
}
