import { listOf } from '../../schemas/json.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { type Change, countInMemo, onWire, rewiring } from '../behaviour.ts';
import { type About, textOf, type Wire } from '../reply.ts';
import { type Fault, faultFrom, planted } from './fault.ts';

const crash: Omit<Wire, 'delayMs'> = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>500 Internal Server Error</h1></body></html>',
};

/** Answers processed calls of one operation with status 500 if the request meets the condition. */
function crashing(
  operation: DocumentedOperationId,
  when: (request: JsonObject) => boolean = () => true,
): Change {
  return onWire(operation, (wire, { request }) => (when(request) ? crash : wire));
}

/** The clause that requires status 200 for a valid call of an operation. */
export function status200(operation: DocumentedOperationId): ClauseId {
  return `${operationOf(operation).section}/status-200`;
}

const always = documentedOperations.map(({ id: operation }) =>
  faultFrom({
    id: `${operation}-server-error`,
    clause: status200(operation),
    description: 'every valid call ends in a 500',
    change: crashing(operation),
  }),
);

const onOddInput = documentedOperations.map(({ id: operation }) =>
  faultFrom({
    id: `${operation}-crashes-on-odd-input`,
    clause: '7.8/robustness',
    description: 'a call that breaks a rule ends in a 500',
    change: rewiring((wire, about, reply) =>
      about.operation === operation && !reply.accepted ? crash : wire,
    ),
  }),
);

const sends = (name: string) => (request: JsonObject) => request[name] !== undefined;
const entriesIn = (request: JsonObject, field: string) => listOf(request[field]).length;

/** Crashes on some valid requests: operation, last part of the id, description and condition. */
const seldom: readonly (readonly [
  DocumentedOperationId,
  id: string,
  description: string,
  (request: JsonObject) => boolean,
])[] = [
  [
    'refund',
    'at-37-entries',
    'at exactly 37 entries',
    (request) => entriesIn(request, 'refund_orders') === 37,
  ],
  ['capture', 'at-limit', 'at exactly 50 entries', (request) => entriesIn(request, 'capture_orders') === 50],
  ['review', 'above-64-entries', 'above 64 entries', (request) => entriesIn(request, 'review_orders') > 64],
  ['cancel', 'on-one-entry', 'for a batch of one', (request) => entriesIn(request, 'cancel_orders') === 1],
  [
    'direct-payment',
    'on-other-scripts',
    'for a first_name beyond ASCII',
    (request) => /[^ -~]/.test(textOf(request, 'first_name')),
  ],
  ['direct-payment', 'on-subscription', 'when a subscription is sent', sends('subscription')],
  [
    'direct-payment',
    'on-long-note',
    'for a note of more than 200 characters',
    (request) => textOf(request, 'note').length > 200,
  ],
  ['apm-payment', 'on-person', 'when a person is sent', sends('person')],
  ['apm-payment', 'without-person', 'when no person is sent', (request) => !sends('person')(request)],
  ['redirect-payment', 'on-cart', 'when cart_items are sent', sends('cart_items')],
  [
    'redirect-payment',
    'on-large-amount',
    'for amounts of a million and more',
    (request) => textOf(request, 'amount').length > 9,
  ],
  [
    'payout',
    'on-documents',
    'when person_documents are sent',
    (request) => JSON.stringify(request).includes('"person_documents"'),
  ],
  ['payout', 'without-payer', 'when no payer is sent', (request) => !sends('payer')(request)],
];

// These need a batch of a certain size.
const rareCrashes: ReadonlySet<string> = new Set(['at-37-entries', 'at-limit', 'above-64-entries']);

/** Status 500 on every valid call, on refused calls, or on some valid calls only (4, 7.8). */
export const crashFaults: readonly Fault[] = [
  ...always,
  ...onOddInput,
  ...seldom.map(([operation, id, description, when]) =>
    faultFrom({
      id: `${operation}-crashes-${id}`,
      clause: status200(operation),
      description: `a 500 ${description}`,
      ...(rareCrashes.has(id) ? { rare: true } : {}),
      change: crashing(operation, when),
    }),
  ),
];

const refused = (about: About, wire: Wire): boolean => {
  const { batch } = operationOf(about.operation);
  return typeof wire.body === 'string' && batch !== undefined && wire.body.includes(`"${batch.status}":"0"`);
};

const isSecond = ({ memo, operation }: About): boolean => {
  const met = (memo.get(`success ${operation}`) ?? 0) + 1;
  countInMemo(memo, `success ${operation}`, met);
  return met % 2 === 0;
};

/** Error status for a batch with a failed entry, by operation. */
const codes = { refund: 404, capture: 422, review: 400, cancel: 409 } as const;

/** Deviations of the status line and the connection (4, 7.1, 7.8). */
export const statusFaults: readonly Fault[] = [
  ...Object.entries(codes).map(([name, status]) => {
    const operation = name as keyof typeof codes;
    return faultFrom({
      id: `${operation}-failed-entry-as-${status}`,
      clause: '7.1/http-200',
      ...(operation === 'refund' ? {} : { rare: true }),
      description: `a batch with an order that cannot be done is answered with ${status}`,
      change: onWire(operation, (wire, about) => (refused(about, wire) ? { ...wire, status } : wire)),
    });
  }),
  ...(['query', 'refund-search'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-answers-404`,
      clause: '7.1/http-200',
      description: 'the search is answered with 404',
      change: onWire(operation, (wire) => ({ ...wire, status: 404 })),
    }),
  ),
  ...planted({
    'payout-answers-202': {
      clause: '4.11/status-200',
      description: 'the result comes with status 202',
      change: onWire('payout', (wire) => ({ ...wire, status: 202 })),
    },
    'direct-payment-answers-201': {
      clause: '4.1/status-200',
      description: 'the result comes with status 201',
      change: onWire('direct-payment', (wire) => ({ ...wire, status: 201 })),
    },
  }),
  ...(['direct-payment', 'apm-payment', 'redirect-payment', 'cancel-subscription', 'payout'] as const).map(
    (operation) =>
      faultFrom({
        id: `${operation}-success-as-422`,
        clause: status200(operation),
        description: 'every second success comes with status 422',
        change: onWire(operation, (wire, about) => (isSecond(about) ? { ...wire, status: 422 } : wire)),
      }),
  ),
  ...(['direct-payment', 'query', 'refund', 'redirect-payment'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-body-truncated`,
      clause: status200(operation),
      description: 'the connection dies in the middle of the body',
      meets: 'as documented|one result entry',
      change: onWire(operation, (wire) => ({ ...wire, cut: 'half' })),
    }),
  ),
  ...planted({
    'capture-connection-dies': {
      clause: '4.5/status-200',
      description: 'the connection dies instead of an answer',
      // Its first request: behind others, the service may have ended an idle connection.
      meets: 'an entry for each order that it does not know',
      change: onWire('capture', (wire) => ({ ...wire, cut: 'nothing' })),
    },
    'review-connection-dies-on-odd-input': {
      clause: '7.8/robustness',
      description: 'the connection dies when a call breaks a rule',
      meets: 'malformed calls',
      change: rewiring((wire, about, reply) =>
        about.operation === 'review' && !reply.accepted ? { ...wire, cut: 'nothing' } : wire,
      ),
    },
  }),
];
