import { isUnlikeSamples } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { isDocumented, operationOf } from '../../operations.ts';
import { entriesOf, membersOf, objectsOf } from '../../outcome.ts';
import type { Finding, JsonObject, JsonValue, JudgedExchange, OperationId } from '../../types.ts';

/** What tells a finding of an exchange from the others of a run. */
export type FindingKey = Pick<Finding, 'exchange' | 'clause' | 'path'>;

/**
 * Findings of searches about values that the suite itself sent in requests which break the document, and which the service
 * took: what the caller broke is listed as it was sent, and that is not the answer of the service.
 */
export function listedAsSent(run: readonly JudgedExchange[]): readonly FindingKey[] {
  const deviating = run.filter(({ judgement }) => judgement.findings.length > 0);
  if (!deviating.some(({ exchange }) => listOf(exchange.operation) !== undefined)) return [];
  const taken = valuesTaken(run);
  if (taken.size === 0) return [];
  return deviating.flatMap(({ exchange, judgement }): readonly FindingKey[] => {
    if (!isDocumented(exchange.operation)) return [];
    const operation = operationOf(exchange.operation);
    const field = listOf(operation.id);
    if (field === undefined || judgement.answer === undefined) return [];
    const records = entriesOf(operation, membersOf(operation, judgement.answer));
    return judgement.findings.flatMap(({ clause, path, kind }) => {
      if (kind === 'card-in-clear') return [];
      const [, at, names] = /^\w+\[([0-9]+)\]\.(.+)$/.exec(path) ?? [];
      const record = path.startsWith(`${field}[`) ? records[Number(at)] : undefined;
      if (record === undefined || names === undefined) return [];
      const sent = taken.get(JSON.stringify(record.order_no ?? null));
      const value = valueIn(record, names.split('.'));
      const name = names.split('.').at(-1) ?? '';
      const isSent = value !== undefined && sent?.has(`${name}\n${JSON.stringify(value)}`) === true;
      return isSent ? [{ exchange: exchange.id, clause, path }] : [];
    });
  });
}

/** The member that lists what a search found. */
function listOf(operation: OperationId): string | undefined {
  return isDocumented(operation) ? operationOf(operation).lists?.field : undefined;
}

/** The orders that a request is about: its entries, or the request itself. */
export function ordersIn(operation: OperationId, body: JsonObject): readonly JsonObject[] {
  const field = isDocumented(operation) ? operationOf(operation).batch?.field : undefined;
  return field === undefined ? [body] : objectsOf(body[field]);
}

/** For every order of a request that was not refused, what was sent with it that the document does not allow, or that no sample shows. */
function valuesTaken(run: readonly JudgedExchange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>();
  for (const { exchange, judgement } of run) {
    if (judgement.outcome === 'refused') continue;
    const { value } = exchange.sent;
    if (!isObject(value) || !isDocumented(exchange.operation)) continue;
    // What fits every shape, sampled ones included, explains no finding.
    if (judgement.request !== 'broken' && !isUnlikeSamples(exchange.operation, value)) continue;
    for (const entry of ordersIn(exchange.operation, value)) {
      const odd = valuesIn(entry);
      const order = JSON.stringify(entry.order_no ?? null);
      const values = taken.get(order) ?? new Set();
      taken.set(order, values);
      for (const one of odd) values.add(one);
    }
  }
  return taken;
}

function valuesIn(value: JsonObject): readonly string[] {
  return Object.entries(value).flatMap(([name, part]) => [
    `${name}\n${JSON.stringify(part)}`,
    // A form or XML carries as text what was meant as a list, an object or a number.
    ...(typeof part === 'string' ? [] : [`${name}\n${JSON.stringify(JSON.stringify(part))}`]),
    ...(isObject(part) ? valuesIn(part) : []),
  ]);
}

function valueIn(record: JsonObject, names: readonly string[]): JsonValue | undefined {
  let part: JsonValue | undefined = record;
  for (const name of names) part = isObject(part) ? part[name] : undefined;
  return part;
}
