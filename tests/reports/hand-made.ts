import type { FindingValues } from '../../schemas/findings/said.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { wordsOf } from '../../schemas/findings/words.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type {
  Answer,
  Exchange,
  Finding,
  JsonObject,
  JudgedExchange,
  Judgement,
  OperationId,
} from '../../schemas/types.ts';

/** Parts of a hand-made exchange; everything left out is a plain accepted refund. */
export interface Parts {
  readonly id?: string;
  readonly operation?: OperationId;
  readonly sent?: Partial<Exchange['sent']>;
  readonly received?: Exchange['received'];
  readonly page?: Exchange['page'];
  readonly origin?: Partial<Exchange['origin']>;
  readonly judgement?: Partial<Judgement>;
}

export function answer(body: string | Uint8Array, status = 200, type = 'application/json'): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { kind: 'answer', status, headers: { 'content-type': type }, body: bytes, durationMs: 3.4 };
}

const refundRequest: JsonObject = {
  merchant_id: '100001',
  account_id: '100001001',
  refund_orders: [
    {
      transaction_id: 'T1',
      order_no: 'ORDER-1',
      currency: 'EUR',
      amount: '12.34',
      refund_amount: '1.00',
      refund_reason: 'size',
    },
  ],
  encryption_data: 'ab'.repeat(32),
};

const refundAnswer = {
  account_id: '100001001',
  refund_orders: [
    {
      amount: '12.34',
      currency: 'EUR',
      order_no: 'ORDER-1',
      refund_amount: '1.00',
      refund_message: 'R0000:Success',
      refund_reason: 'size',
      refund_reference: 'R-1',
      refund_reference_id: 'T1-01',
      refund_status: '1',
      transaction_id: 'T1',
    },
  ],
  return_message: 'OK',
  return_status: '1',
  encryption_data: 'ab'.repeat(32),
  merchant_id: '100001',
};

/** A judged exchange written by hand. */
export function judged(parts: Parts = {}): JudgedExchange {
  const id = parts.id ?? '000000000a';
  const operation = parts.operation ?? 'refund';
  const value = parts.sent?.value ?? refundRequest;
  return {
    exchange: {
      id,
      operation,
      sent: {
        method: 'POST',
        url: `https://sandbox.example${isDocumented(operation) ? (operationOf(operation).path ?? '') : ''}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
        encoding: 'json',
        value,
        signed: false,
        intent: 'valid',
        ...parts.sent,
      },
      received: parts.received ?? answer(JSON.stringify(refundAnswer)),
      ...(parts.page && { page: parts.page }),
      origin: {
        test: 'refund › answers',
        file: 'specs/refund.spec.ts',
        ordinal: 0,
        seed: 7,
        ...parts.origin,
      },
    },
    judgement: {
      exchange: id,
      operation,
      outcome: 'accepted',
      request: 'complete',
      findings: [],
      exercised: [],
      observations: [],
      ...parts.judgement,
    },
  };
}

/** A finding written by hand, from what it expected and received; its words follow from them. */
export function finding({
  expected = say('such-as', [], 'a decimal string', '"12.34"'),
  received = sayValue(12.34),
  ...parts
}: Partial<Omit<Finding, keyof FindingValues | 'values'> & FindingValues> = {}): Finding {
  return {
    clause: '2.9/amount/decimal',
    verdict: 'fail',
    operation: 'refund',
    path: 'refund_orders[0].amount',
    message: 'An amount must be a decimal string',
    kind: 'type',
    values: { expected, received },
    expected: wordsOf(expected),
    received: wordsOf(received),
    exchange: '000000000a',
    ...parts,
  };
}

/** A known deviation of the refund that `finding` is about. */
export const knownDeviation = {
  id: 'D-1',
  clause: '2.9/amount/decimal',
  operation: 'refund',
  reason: 'r',
  owner: 'o',
  expires: '2027-01-01',
  trial: { test: 'refund › answers', seed: 7 },
} as const;
