import type { MakeContext } from '../../../generators/context.ts';
import { isUnlikeSamples } from '../../../schemas/contract.ts';
import { entriesOf, membersOf } from '../../../schemas/history/outcome.ts';
import { isDocumented, operationOf } from '../../../schemas/operations.ts';
import { ordersIn } from '../../../schemas/rules/run/orders.ts';
import type { Finding, JsonObject, JsonValue, JudgedExchange, OperationId } from '../../../schemas/types.ts';

/** What one worker knows about the orders of a run. */
export interface OwnOrders {
  /** Records a request before it is sent; an odd one breaks the document on purpose. */
  note(operation: OperationId, body: JsonObject, odd: boolean): void;
  /**
   * The exchange with the findings that may fail a test during the run. A search also lists orders from requests that
   * broke the document, in this worker or another, as they were sent: findings about those wait for the end of the run.
   */
  tellable(judged: JudgedExchange): JudgedExchange;
}

/** Opens the register of one worker. */
export function openOwnOrders({
  prefix,
  orderNumbers,
}: Pick<MakeContext, 'prefix' | 'orderNumbers'>): OwnOrders {
  const odd = new Set<JsonValue>();
  const known = new Set<JsonValue>();

  const mayTell = (order: JsonValue = null): boolean => {
    if (odd.has(order)) return false;
    if (known.has(order) || order === null) return true;
    // Another client's order was not sent by this run.
    return orderNumbers === undefined && !String(order).startsWith(`${prefix}-`);
  };

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
      const { field } = operation.lists ?? {};
      if (field === undefined || judgement.answer === undefined) return judged;
      const records = entriesOf(operation, membersOf(operation, judgement.answer));
      const isTellable = ({ path }: Finding): boolean => {
        const [, list, at] = /^(\w+)\[([0-9]+)\]\./.exec(path) ?? [];
        return list !== field || mayTell(records[Number(at)]?.order_no);
      };
      return { exchange, judgement: { ...judgement, findings: judgement.findings.filter(isTellable) } };
    },
  };
}
