import { entriesOf } from '../../history/outcome.ts';
import { isObject } from '../../json.ts';
import { isDocumented, operationOf } from '../../operations.ts';
import type { Finding, JudgedExchange } from '../../types.ts';
import { type Fact, factsOf } from './facts.ts';
import { ordersIn } from './orders.ts';

// Run id, hyphen, and a number: twelve characters, or the part of a worker with a count (explore counts alone).
const numbered = /^([A-Za-z0-9-]{1,16}?)-(?:[0-9a-z]{12}|[0-9a-z]{5}-[0-9a-z]+|x[0-9a-z]+)$/;

/** The run id at the start of an order number of the suite; undefined for any other, such as one in a merchant's format. */
function runIdOf(order: unknown): string | undefined {
  return typeof order === 'string' ? numbered.exec(order)?.[1] : undefined;
}

/** Tells the orders of a run from those that an earlier run of the suite left at the service. */
export interface Runs {
  isOfThisRun(order: unknown): boolean;
  /** The different orders of earlier runs that the service lists. */
  readonly earlier: ReadonlySet<string>;
}

function listedIn({ operation, answer }: Fact) {
  return operation.lists === undefined ? [] : entriesOf(operation, answer);
}

/** Reads from the requests of a run which order numbers are its own. */
export function runsIn(exchanges: readonly JudgedExchange[]): Runs {
  const own = new Set<string | undefined>();
  for (const { exchange } of exchanges) {
    const { operation, sent } = exchange;
    if (!isDocumented(operation) || !isObject(sent.value)) continue;
    for (const { order_no } of ordersIn(operation, sent.value)) own.add(runIdOf(order_no));
  }
  const isOfThisRun = (order: unknown) => {
    const id = runIdOf(order);
    return id === undefined || own.has(id);
  };
  const listed = factsOf(exchanges).flatMap((fact) => listedIn(fact).map(({ order_no }) => order_no));
  return { isOfThisRun, earlier: new Set(listed.filter((one) => !isOfThisRun(one)).map(String)) };
}

// The suite refunds more than was paid, to see what happens, and a service lists that for ever.
const sums = '2.9/refund_amount/sum-above-amount';

/** Members of a listing that repeat what the request of the order held. */
const repeated =
  /(?:^|\.)(?:amount|currency|website|shopper_\w+|delivery_\w+|refund_amount|refund_reason|contract_name)$/;

/**
 * Returns whether a finding is about what an earlier run of the suite sent: a listed sum of refunds, or a listed value
 * that repeats a request, in a listing that shows the same of orders of this run.
 */
export function earlierFindings(
  exchanges: readonly JudgedExchange[],
  { isOfThisRun, earlier }: Runs,
): (finding: Finding) => boolean {
  if (earlier.size === 0) return () => false;
  const facts = factsOf(exchanges).filter(({ operation }) => operation.lists !== undefined);
  const byExchange = new Map(facts.map((fact) => [fact.judged.exchange.id, fact]));
  const shown = new Set(
    facts.flatMap((fact) =>
      listedIn(fact).some(({ order_no }) => isOfThisRun(order_no)) ? [fact.operation.id] : [],
    ),
  );
  return ({ exchange, clause, path, kind }) => {
    const fact = byExchange.get(exchange);
    if (fact === undefined || kind === 'card-in-clear') return false;
    const [, field, index] = /^(\w+)\[(\d+)\]\./.exec(path) ?? [];
    if (field !== operationOf(fact.operation.id).lists?.field) return false;
    if (isOfThisRun(listedIn(fact)[Number(index)]?.order_no)) return false;
    return clause === sums || (shown.has(fact.operation.id) && repeated.test(path));
  };
}
