import { isUnlikeSamples } from '../../../schemas/contract.ts';
import { entriesOf, listedAt, membersOf } from '../../../schemas/history/outcome.ts';
import { isDocumented, operationOf } from '../../../schemas/operations.ts';
import { ordersIn } from '../../../schemas/rules/run/orders.ts';
import type { Finding, JsonObject, JsonValue, JudgedExchange, OperationId } from '../../../schemas/types.ts';

/** What one worker knows about the orders of a run. */
export interface OwnOrders {
  /** Records a request before it is sent; an odd one breaks the document on purpose. */
  note(operation: OperationId, body: JsonObject, odd: boolean): void;
  /**
   * The exchange with the findings that may fail a test during the run. A search also lists orders of other workers, earlier
   * runs and other clients, perhaps as requests that broke the document sent them: findings about any order that this worker
   * did not send as documented wait for the end of the run, when all requests are known.
   */
  tellable(judged: JudgedExchange): JudgedExchange;
}

/** Opens the register of one worker. */
export function openOwnOrders(): OwnOrders {
  const odd = new Set<JsonValue>();
  const known = new Set<JsonValue>();
  const mayTell = (order: JsonValue = null): boolean => known.has(order) && !odd.has(order);

  return {
    note(operation, body, isOdd) {
      const isUnlike = isOdd || (isDocumented(operation) && isUnlikeSamples(operation, body));
      for (const entry of ordersIn(operation, body)) {
        const { order_no: order = null } = entry;
        known.add(order);
        if (isUnlike) odd.add(order);
      }
    },
    tellable(judged) {
      const { exchange, judgement } = judged;
      if (judgement.findings.length === 0 || !isDocumented(exchange.operation)) return judged;
      const operation = operationOf(exchange.operation);
      if (operation.lists === undefined || judgement.answer === undefined) return judged;
      const records = entriesOf(operation, membersOf(operation, judgement.answer));
      const isTellable = ({ path }: Finding): boolean => {
        const { record } = listedAt(operation, records, path) ?? {};
        return record === undefined || mayTell(record.order_no);
      };
      return { exchange, judgement: { ...judgement, findings: judgement.findings.filter(isTellable) } };
    },
  };
}
