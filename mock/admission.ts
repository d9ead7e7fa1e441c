import { type Breach, validateRequest } from '../schemas/contract.ts';
import { briefWordsOf } from '../schemas/findings/words.ts';
import { given } from '../schemas/given.ts';
import { operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { Decisions } from './manner.ts';
import { type Refusal, refusal, textOf } from './reply.ts';
import { isSigned, type SignatureCheck } from './signature.ts';

/** Shapes that come back in answers and that the samples show throughout: the endpoint takes no others. */
const shapes: Readonly<Record<string, readonly [RegExp, string]>> = table({
  amount: [/^[0-9]+\.[0-9]{2}$/, 'a decimal with two fraction digits'],
  refund_amount: [/^[0-9]+\.[0-9]{2}$/, 'a decimal with two fraction digits'],
  currency: [/^[A-Za-z]{3}$/, 'a 3-letter code'],
});

/** Says which amount or currency of an order operation could not be answered in the shape of the samples (1.1, 2.2, 2.9). */
function unanswerable(operation: DocumentedOperationId, request: JsonObject): string | undefined {
  const { batch, family } = operationOf(operation);
  if (batch === undefined) return family === 'payment' ? firstMisfit(request, '') : undefined;
  const entries = request[batch.field];
  if (!Array.isArray(entries)) return undefined;
  for (const [index, entry] of entries.entries()) {
    const misfit = firstMisfit(entry as JsonObject, `${batch.field}[${index}].`);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function firstMisfit(value: JsonObject, path: string): string | undefined {
  for (const [name, [shape, words]] of Object.entries(shapes)) {
    const text = value[name];
    if (typeof text === 'string' && !shape.test(text)) return `${path}${name} is not ${words}`;
  }
  return undefined;
}

/** What the endpoint guards besides the schemas. */
export interface Guard {
  readonly signing?: SignatureCheck;
  /** Merchants and accounts that exist; the endpoint's own when absent. */
  readonly merchants?: Register;
  /** Addresses registered for the query (5.4); all when there is no register. */
  readonly addresses?: readonly string[];
}

/** Decides whether a request is taken at all; undefined when it is. */
export function admit(
  operation: DocumentedOperationId,
  request: JsonObject,
  address: string,
  decide: Decisions,
  guard: Guard,
): Refusal | undefined {
  if (decide.checksSchema(operation, request)) {
    const breach = firstBreach(operation, request);
    if (breach !== undefined) return refusal(kindOf(breach), textFor(breach), request);
    const misfit = unanswerable(operation, request);
    if (misfit !== undefined) return refusal('schema', misfit, request);
  }
  if (
    decide.checksSignature(operation, request) &&
    guard.signing !== undefined &&
    guard.signing.recipe !== 'none' &&
    !isSigned(request, guard.signing, decide.signaturePart(operation))
  ) {
    return refusal(
      'signature',
      `encryption_data is not the ${guard.signing.recipe} signature of this request`,
      request,
    );
  }
  if (decide.checksParty(operation, request)) {
    const unknown = unknownParty(
      textOf(request, 'merchant_id'),
      textOf(request, 'account_id'),
      guard.merchants,
    );
    if (unknown !== undefined) return refusal('unknown', unknown, request);
  }
  if (
    operation === 'query' &&
    decide.checksAddress &&
    guard.addresses !== undefined &&
    !guard.addresses.includes(address)
  ) {
    return refusal('address', 'the address of the caller is not registered for the query', request);
  }
  return undefined;
}

const known = new WeakMap<
  JsonObject,
  { readonly operation: DocumentedOperationId; readonly breach?: Breach }
>();

// Many worlds are sent the same request.
function firstBreach(operation: DocumentedOperationId, request: JsonObject): Breach | undefined {
  const before = known.get(request);
  if (before?.operation === operation) return before.breach;
  // Batches have their own word on size, and card payments on the card, which a token may stand for.
  const breach = validateRequest(operation, request).find(
    ({ keyword, clause }) => keyword !== 'maxItems' && clause !== '4.1/request/card-data/present',
  );
  known.set(request, { operation, ...given({ breach }) });
  return breach;
}

function kindOf(breach: Breach): 'signature' | 'schema' {
  return breach.keyword === 'required' && breach.path.endsWith('encryption_data') ? 'signature' : 'schema';
}

// What was received stays out of the answer: it may be a card number.
function textFor({ path, keyword, expected }: Breach): string {
  const place = path === '' ? 'the body' : path.slice(0, 120).replace(/[^ -~]/g, '?');
  if (keyword === 'required') return `${place} is missing`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return `${place} is not documented here`;
  // Examples in the schemas' words may be card numbers too.
  return `${place} is not ${briefWordsOf(expected)}`;
}

/** Merchants by `merchant_id`, each with its accounts. */
export type Register = Readonly<Record<string, readonly string[]>>;

/**
 * The merchants that exist, each with its accounts (5.3). The first account of the first merchant is the one that
 * the suite's own target file names, the second is its other account; the second merchant has nothing in common with them.
 */
export const merchants: Register = {
  '100001': ['100001001', '100001002'],
  '200002': ['200002001'],
};

/** Says why a merchant and account are not known; undefined when they are. */
export function unknownParty(
  merchantId: string,
  accountId: string,
  register: Register = merchants,
): string | undefined {
  const accounts = Object.hasOwn(register, merchantId) ? register[merchantId] : undefined;
  if (accounts === undefined) return 'merchant_id names no merchant of this endpoint';
  return accounts.includes(accountId) ? undefined : 'account_id names no account of this merchant';
}
