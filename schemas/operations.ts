import type { DocumentedOperationId, Effect, Encoding, Medium, OperationId } from './types.ts';

/** Group of operations with the same form of request, answer and success. */
export type Family = 'payment' | 'batch' | 'search' | 'subscription' | 'payout';

/** The array of a batch request or answer and the names of its members (2.9 to 2.11, 8). */
export interface Batch {
  /** Member that holds the entries, in the request and in the answer. */
  readonly field: string;
  /** Request fields of an entry (2.9). */
  readonly entry: readonly string[];
  /** Maximum number of entries per request (section 8). */
  readonly limit: number;
  /** Status member of a result entry. */
  readonly status: string;
  /** Text member of a result entry. */
  readonly message: string;
}

/** The encoding of a request body by declared media type. */
export const encodingOfType = {
  'application/json': 'json',
  'application/xml': 'xml',
  'application/x-www-form-urlencoded': 'form',
} as const satisfies Record<string, Encoding>;

/** The media type of a request body by encoding. */
export const typeOfEncoding = {
  json: 'application/json',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
} as const satisfies Record<Encoding, keyof typeof encodingOfType>;

/** What the document fixes for one operation (sections 1, 4, 8). */
export interface Operation {
  readonly id: DocumentedOperationId;
  readonly family: Family;
  readonly title: string;
  /** Section of the endpoint. */
  readonly section: string;
  readonly path: string;
  /** Declared type of the body; the direct payment has none (4.1). */
  readonly declares?: keyof typeof encodingOfType;
  /** Encoding of the body unless the target sets another. */
  readonly encoding: Encoding;
  readonly answers: Medium;
  /** Section that describes the answer. */
  readonly describedIn: string;
  /** Entries sent and answered, for the four batch operations. */
  readonly batch?: Batch;
  /** Array of the answer and its maximum number of entries, for the two searches. */
  readonly lists?: { readonly field: string; readonly limit: number };
  readonly effect: Effect;
  /** True if it calls off what was asked for before, so that no amount moves. */
  readonly callsOff?: true;
  /** What could undo it, by the meaning of sections 1 and 4; for most operations nothing is shown. */
  readonly undoneBy: readonly DocumentedOperationId[];
  /**
   * Fields that a complete request needs besides those that a clause requires. For a batch, all entry fields of 2.9 are
   * core fields as well.
   */
  readonly core: readonly string[];
}

/** An operation for which the document shows no path, body or answer. */
type OperationWithoutPath = Pick<Operation, 'title' | 'section' | 'effect'> & {
  readonly id: Exclude<OperationId, DocumentedOperationId>;
  readonly path: undefined;
};

const envelope = ['merchant_id', 'account_id', 'encryption_data'] as const;
const order = ['merchant_id', 'account_id', 'order_no', 'currency', 'amount', 'encryption_data'] as const;
const entry = ['transaction_id', 'order_no', 'currency', 'amount'] as const;

/** The twelve operations of section 1. */
export const operations = {
  'direct-payment': {
    id: 'direct-payment',
    family: 'payment',
    title: 'Create a direct (card) payment',
    section: '4.1',
    path: '/v1/authorise',
    encoding: 'json',
    answers: 'xml',
    describedIn: '2.6',
    effect: 'moves-money',
    undoneBy: ['cancel', 'refund'],
    core: order,
  },
  'apm-payment': {
    id: 'apm-payment',
    family: 'payment',
    title: 'Create an APM payment',
    section: '4.2',
    path: '/v1/authorise',
    declares: 'application/json',
    encoding: 'json',
    answers: 'xml',
    describedIn: '2.7',
    effect: 'creates',
    undoneBy: [],
    core: order,
  },
  'redirect-payment': {
    id: 'redirect-payment',
    family: 'payment',
    title: 'Create a redirect (iFrame) payment',
    section: '4.3',
    path: '/v1/checkout',
    declares: 'application/xml',
    encoding: 'json',
    answers: 'html',
    describedIn: '2.8',
    effect: 'creates',
    undoneBy: [],
    core: order,
  },
  query: {
    id: 'query',
    family: 'search',
    title: 'Query a transaction',
    section: '4.4',
    path: '/v1/retrievalTrans',
    declares: 'application/x-www-form-urlencoded',
    encoding: 'form',
    answers: 'json',
    describedIn: '2.10',
    lists: { field: 'orders_list', limit: 100 },
    effect: 'reads',
    undoneBy: [],
    core: envelope,
  },
  capture: {
    id: 'capture',
    family: 'batch',
    title: 'Capture a transaction',
    section: '4.5',
    path: '/v1/capture',
    declares: 'application/json',
    encoding: 'json',
    answers: 'json',
    describedIn: '2.9',
    batch: { field: 'capture_orders', entry, limit: 50, status: 'capture_status', message: 'error_message' },
    effect: 'moves-money',
    undoneBy: ['refund'],
    core: [...envelope, 'capture_orders'],
  },
  review: {
    id: 'review',
    family: 'batch',
    title: 'Review a transaction',
    section: '4.6',
    path: '/v1/review',
    declares: 'application/json',
    encoding: 'json',
    answers: 'json',
    describedIn: '2.9',
    batch: {
      field: 'review_orders',
      entry: [...entry, 'review_flag'],
      limit: 100,
      status: 'review_status',
      message: 'error_message',
    },
    effect: 'moves-money',
    undoneBy: [],
    core: [...envelope, 'review_orders'],
  },
  cancel: {
    id: 'cancel',
    family: 'batch',
    title: 'Cancel a transaction',
    section: '4.7',
    path: '/v1/cancel',
    declares: 'application/json',
    encoding: 'json',
    answers: 'json',
    describedIn: '2.9',
    batch: { field: 'cancel_orders', entry, limit: 50, status: 'cancel_status', message: 'error_message' },
    effect: 'irreversible',
    callsOff: true,
    undoneBy: [],
    core: [...envelope, 'cancel_orders'],
  },
  'cancel-subscription': {
    id: 'cancel-subscription',
    family: 'subscription',
    title: 'Cancel a subscription',
    section: '4.8',
    path: '/v1/cancelsubscription',
    declares: 'application/xml',
    encoding: 'json',
    answers: 'json',
    describedIn: '2.12',
    effect: 'irreversible',
    callsOff: true,
    undoneBy: [],
    core: [...envelope, 'recurring_id', 'contract_name'],
  },
  refund: {
    id: 'refund',
    family: 'batch',
    title: 'Refund a transaction',
    section: '4.9',
    path: '/v1/refund',
    declares: 'application/json',
    encoding: 'json',
    answers: 'json',
    describedIn: '2.9',
    batch: {
      field: 'refund_orders',
      entry: [...entry, 'refund_amount', 'refund_reason'],
      limit: 50,
      status: 'refund_status',
      message: 'refund_message',
    },
    effect: 'moves-money',
    undoneBy: [],
    core: [...envelope, 'refund_orders'],
  },
  'refund-search': {
    id: 'refund-search',
    family: 'search',
    title: 'Search a refund transaction',
    section: '4.10',
    path: '/v1/retrievalRefund',
    declares: 'application/x-www-form-urlencoded',
    encoding: 'form',
    answers: 'json',
    describedIn: '2.11',
    lists: { field: 'refund_orders', limit: 100 },
    effect: 'reads',
    undoneBy: [],
    core: envelope,
  },
  payout: {
    id: 'payout',
    family: 'payout',
    title: 'Create a payout',
    section: '4.11',
    path: '/v1/payout',
    declares: 'application/json',
    encoding: 'json',
    answers: 'json',
    describedIn: '2.13',
    // The document shows no way to call a payout back.
    effect: 'irreversible',
    undoneBy: [],
    core: [...envelope, 'payment_amount', 'payment_currency', 'beneficiary', 'request_id'],
  },
  // 4.12 does not show what it does, so it is treated as one that creates.
  'optimise-payment-methods': {
    id: 'optimise-payment-methods',
    title: 'Optimise payment methods',
    section: '4.12',
    path: undefined,
    effect: 'creates',
  },
} as const satisfies Record<DocumentedOperationId, Operation> &
  Record<OperationWithoutPath['id'], OperationWithoutPath>;

const rows: readonly (Operation | OperationWithoutPath)[] = Object.values(operations);

/** The eleven documented operations, in the order of section 1. */
export const documentedOperations: readonly Operation[] = rows.filter((row) => row.path !== undefined);

const withoutPath: ReadonlySet<OperationId> = new Set(
  rows.filter(({ path }) => path === undefined).map(({ id }) => id),
);

/** The operations that answer with a JSON or XML object, not with a page. */
export const operationsOfObjects: readonly DocumentedOperationId[] = documentedOperations
  .filter(({ answers }) => answers !== 'html')
  .map(({ id }) => id);

/** Returns whether the document shows a path, body and answer for the operation. */
export function isDocumented(id: OperationId): id is DocumentedOperationId {
  return !withoutPath.has(id);
}

/** Returns whether the operation answers with one entry per payment in its request (1.3). */
export function isBatch(id: OperationId): boolean {
  return isDocumented(id) && operationOf(id).batch !== undefined;
}

/** The row of a documented operation, typed without its literal values. */
export function operationOf(id: DocumentedOperationId): Operation {
  return operations[id];
}

/** The effect of an operation on money and data. */
export function effectOf(operation: OperationId): Effect {
  return operations[operation].effect;
}

/** Returns whether a request for the operation asks the service to move the amount that it names. */
export function movesAmount(operation: OperationId): boolean {
  return effectOf(operation) !== 'reads' && !(isDocumented(operation) && operationOf(operation).callsOff);
}

/** The operations of some families, in the order of section 1. */
export function operationsOf(...families: readonly Family[]): readonly DocumentedOperationId[] {
  return documentedOperations.filter(({ family }) => families.includes(family)).map(({ id }) => id);
}
