import { entriesOf, listedAt, membersOf } from '../../history/outcome.ts';
import { isObject, valueAt } from '../../json.ts';
import { isDocumented, operationOf } from '../../operations.ts';
import type { Finding, JsonObject, JudgedExchange, OperationId } from '../../types.ts';
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
  /** True if the number of a listed order was, or may have been, given by this run or by another client. */
  isOfThisRun(order: unknown): boolean;
  /** True if no call of this run named the number of a listed order or was answered with its transaction. */
  isUnknown(listed: JsonObject): boolean;
  /** The different orders of earlier runs that the service lists. */
  readonly earlier: ReadonlySet<string>;
}

function listedIn({ operation, answer }: Fact): readonly JsonObject[] {
  return operation.lists === undefined ? [] : entriesOf(operation, answer);
}

/** Reads from the requests of a run which order numbers are its own, and from its payments which transactions. */
export function runsIn(exchanges: readonly JudgedExchange[]): Runs {
  const own = new Set<string | undefined>();
  const known = new Set<unknown>();
  for (const { exchange, judgement } of exchanges) {
    const { sent } = exchange;
    if (!isDocumented(exchange.operation)) continue;
    const operation = operationOf(exchange.operation);
    const orders = isObject(sent.value) ? ordersIn(operation.id, sent.value) : [];
    for (const { order_no, transaction_id } of orders) {
      own.add(runIdOf(order_no));
      known.add(order_no).add(transaction_id);
    }
    if (operation.lists === undefined && judgement.answer !== undefined)
      known.add(membersOf(operation, judgement.answer).transaction_id);
  }
  known.delete(undefined);
  const isOfThisRun = (order: unknown) => {
    const id = runIdOf(order);
    return id === undefined || own.has(id);
  };
  const listed = factsOf(exchanges).flatMap((fact) => listedIn(fact).map(({ order_no }) => order_no));
  return {
    isOfThisRun,
    isUnknown: ({ order_no, transaction_id }) => !known.has(order_no) && !known.has(transaction_id),
    earlier: new Set(listed.filter((one) => !isOfThisRun(one)).map(String)),
  };
}

// The suite refunds more than was paid, to see what happens, and a service lists that for ever.
const sums = '2.9/refund_amount/sum-above-amount';

/** Members of a listing that repeat what the request of the order held. */
const repeated =
  /(?:^|\.)(?:amount|currency|website|shopper_\w+|delivery_\w+|refund_amount|refund_reason|contract_name)$/;

/**
 * Returns whether a finding is about what an earlier run of the suite sent: a listed sum of refunds, or a listed value
 * that repeats a request, where the service writes the same member of another order as documented. An order is of an
 * earlier run by its number, or where no call of this run explains it and its number itself is odd: such as are sent to
 * see what happens.
 */
export function earlierFindings(
  exchanges: readonly JudgedExchange[],
  { isOfThisRun, isUnknown }: Runs,
): (finding: Finding) => boolean {
  const facts = factsOf(exchanges).filter(({ operation }) => operation.lists !== undefined);
  const byExchange = new Map(facts.map((fact) => [fact.judged.exchange.id, fact]));
  const placeOf = ({ exchange, path }: Pick<Finding, 'exchange' | 'path'>) => {
    const fact = byExchange.get(exchange);
    const place = fact && listedAt(fact.operation, listedIn(fact), path);
    return place && { fact, ...place };
  };
  const keyOf = ({ judged }: Fact, at: number, member: string) => `${judged.exchange.id} ${at} ${member}`;
  const odd = new Set(
    facts
      .flatMap(({ judged }) => judged.judgement.findings)
      .map((finding) => placeOf(finding))
      .flatMap((place) => (place ? [keyOf(place.fact, place.at, place.member)] : [])),
  );
  /** True if the service writes a member as documented for some order of its listings. */
  const isWritten = (operation: OperationId, member: string) =>
    facts.some(
      (fact) =>
        fact.operation.id === operation &&
        listedIn(fact).some(
          (record, at) =>
            valueAt(record, member.split('.')) !== undefined && !odd.has(keyOf(fact, at, member)),
        ),
    );
  return (finding) => {
    const place = placeOf(finding);
    if (place === undefined || finding.kind === 'card-in-clear') return false;
    const { fact, record, member, at } = place;
    const hasOddNumber = isUnknown(record) && odd.has(keyOf(fact, at, 'order_no'));
    if (isOfThisRun(record.order_no) && !hasOddNumber) return false;
    if (finding.clause === sums) return true;
    const isRepeated = repeated.test(member) || (hasOddNumber && member === 'order_no');
    return isRepeated && isWritten(fact.operation.id, member);
  };
}
