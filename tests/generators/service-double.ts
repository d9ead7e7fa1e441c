import type { Client as Service } from '../../generators/situations.ts';
import { operationOf } from '../../schemas/operations.ts';
import type {
  DocumentedOperationId,
  Finding,
  JsonObject,
  JudgedExchange,
  Outcome,
} from '../../schemas/types.ts';

/** A request as the double saw it. */
export interface Seen {
  readonly operation: DocumentedOperationId;
  readonly body: JsonObject;
}

const refusal = { return_status: '0', return_message: 'declined' };
const declined = JSON.stringify(refusal);

/** An exchange as a situation looks at it. */
export function exchanged(
  operation: DocumentedOperationId,
  body: JsonObject,
  {
    outcome = 'accepted',
    status = 200,
    headers = {},
    findings = [],
    text = declined,
    answer = outcome === 'refused' && text === declined ? refusal : {},
  }: {
    outcome?: Outcome;
    answer?: JsonObject;
    status?: number;
    headers?: Readonly<Record<string, string>>;
    findings?: readonly Partial<Finding>[];
    text?: string;
  },
): JudgedExchange {
  // The answer to a card payment is XML, whose members stand below its root.
  const decoded = operationOf(operation).answers === 'xml' ? { respon: answer } : answer;
  return {
    exchange: {
      operation,
      sent: { value: body },
      received: { kind: 'answer', status, headers, body: Buffer.from(text) },
    },
    judgement: { operation, outcome, answer: decoded, findings },
  } as unknown as JudgedExchange;
}

/** A small service that accepts everything that it can know about, and a list of what it was asked. */
export function serviceDouble(react: (seen: Seen, all: readonly Seen[]) => void = () => {}): {
  readonly service: Service;
  readonly seen: Seen[];
} {
  const seen: Seen[] = [];
  const answers = (operation: DocumentedOperationId, body: JsonObject): JsonObject => {
    const { batch, lists } = operationOf(operation);
    const paid = seen
      .filter((one) => one.operation === 'direct-payment')
      .map((one) => one.body.order_no ?? '');
    if (lists !== undefined) return { [lists.field]: paid.map((order_no) => ({ order_no })) };
    if (batch !== undefined) {
      const entries = body[batch.field] as JsonObject[];
      return { [batch.field]: entries.map((entry) => ({ ...entry, [batch.status]: '1' })) };
    }
    const recurring = body.subscription === undefined ? {} : { recurring_id: `R-${String(body.order_no)}` };
    return { transaction_id: `T-${String(body.order_no)}`, order_no: body.order_no ?? '', ...recurring };
  };
  const service: Service = {
    async send(operation, body) {
      const one = { operation, body };
      const answer = answers(operation, body);
      seen.push(one);
      react(one, seen);
      return exchanged(operation, body, { answer });
    },
  };
  return { service, seen };
}
