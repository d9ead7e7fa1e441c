import { given } from '../../schemas/given.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { type Change, rewiring } from '../manner.ts';
import { textOf } from '../operations/request-member.ts';
import type { Wire } from '../reply.ts';
import { onWire } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const crash: Omit<Wire, 'delayMs'> = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>500 Internal Server Error</h1></body></html>',
};

/** Answers processed calls of one operation with a server error under a condition. */
function crashing(operation: DocumentedOperationId, when: (request: JsonObject) => boolean): Change {
  return onWire(operation, (wire, { request }) => (when(request) ? crash : wire));
}

/** The clause that a valid call of an operation is answered with status 200. */
export function status200(operation: DocumentedOperationId): ClauseId {
  return `${operationOf(operation).section}/status-200`;
}

const always = documentedOperations.map(({ id: operation }) =>
  plant({
    id: `${operation}-server-error`,
    clause: status200(operation),
    description: 'every valid call ends in a 500',
    change: crashing(operation, () => true),
  }),
);

const onOddInput = documentedOperations.map(({ id: operation }) =>
  plant({
    id: `${operation}-crashes-on-odd-input`,
    clause: '7.8/robustness',
    description: 'a call that breaks a rule ends in a 500',
    change: rewiring((wire, about, reply) =>
      about.operation === operation && !reply.accepted ? crash : wire,
    ),
  }),
);

const entriesOf = (request: JsonObject, field: string) =>
  Array.isArray(request[field]) ? request[field] : [];

/** Crashes that only some valid inputs bring about: what boundaries and properties are there to find. */
const seldom: readonly (readonly [
  id: string,
  DocumentedOperationId,
  string,
  (request: JsonObject) => boolean,
  rare?: true,
])[] = [
  [
    'refund-crashes-at-37-entries',
    'refund',
    'a 500 at exactly 37 entries',
    (request) => entriesOf(request, 'refund_orders').length === 37,
    true,
  ],
  [
    'capture-crashes-at-limit',
    'capture',
    'a 500 at exactly 50 entries',
    (request) => entriesOf(request, 'capture_orders').length === 50,
    true,
  ],
  [
    'review-crashes-above-64-entries',
    'review',
    'a 500 above 64 entries',
    (request) => entriesOf(request, 'review_orders').length > 64,
    true,
  ],
  [
    'cancel-crashes-on-one-entry',
    'cancel',
    'a 500 for a batch of one',
    (request) => entriesOf(request, 'cancel_orders').length === 1,
  ],
  [
    'direct-payment-crashes-on-other-scripts',
    'direct-payment',
    'a 500 for a first_name beyond ASCII',
    (request) => /[^ -~]/.test(textOf(request, 'first_name')),
  ],
  [
    'direct-payment-crashes-on-subscription',
    'direct-payment',
    'a 500 when a subscription is sent',
    (request) => request.subscription !== undefined,
  ],
  [
    'direct-payment-crashes-on-long-note',
    'direct-payment',
    'a 500 for a note of more than 200 characters',
    (request) => textOf(request, 'note').length > 200,
  ],
  [
    'apm-payment-crashes-on-person',
    'apm-payment',
    'a 500 when a person is sent',
    (request) => request.person !== undefined,
  ],
  [
    'apm-payment-crashes-without-person',
    'apm-payment',
    'a 500 when no person is sent',
    (request) => request.person === undefined,
  ],
  [
    'redirect-payment-crashes-on-cart',
    'redirect-payment',
    'a 500 when cart_items are sent',
    (request) => request.cart_items !== undefined,
  ],
  [
    'redirect-payment-crashes-on-large-amount',
    'redirect-payment',
    'a 500 for amounts of a million and more',
    (request) => textOf(request, 'amount').length > 9,
  ],
  [
    'payout-crashes-on-documents',
    'payout',
    'a 500 when person_documents are sent',
    (request) => JSON.stringify(request).includes('"person_documents"'),
  ],
  [
    'payout-crashes-without-payer',
    'payout',
    'a 500 when no payer is sent',
    (request) => request.payer === undefined,
  ],
];

/** Server errors: on every valid call, on odd ones, and on a few valid ones only (4, 7.8). */
export const crashFaults: readonly Fault[] = [
  ...always,
  ...onOddInput,
  ...seldom.map(([id, operation, description, when, rare]) =>
    plant({
      id,
      clause: status200(operation),
      operation,
      description,
      ...given({ rare }),
      change: crashing(operation, when),
    }),
  ),
];
