import { type Breach, validateRequest } from '../schemas/contract.ts';
import { defined } from '../schemas/defined.ts';
import { briefWordsOf } from '../schemas/findings/words.ts';
import { operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { Decisions } from './behaviour.ts';
import { type Refusal, refusal, textOf } from './reply.ts';
import { isSigned, type SignatureCheck } from './signature.ts';

/** Formats of values that answers repeat and that every sample shows (1.1, 2.2, 2.9); other values are refused. */
const shapes: Readonly<Record<string, readonly [RegExp, string]>> = table({
  amount: [/^[0-9]+\.[0-9]{2}$/, 'a decimal with two fraction digits'],
  refund_amount: [/^[0-9]+\.[0-9]{2}$/, 'a decimal with two fraction digits'],
  currency: [/^[A-Za-z]{3}$/, 'a 3-letter code'],
});

/** Why an amount or currency of the request does not fit these formats; undefined if all fit. */
function oddAmountOrCurrency(operation: DocumentedOperationId, request: JsonObject): string | undefined {
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

/** The checks of the endpoint besides the schemas. */
export interface Guard {
  readonly signing?: SignatureCheck;
  /** Known merchants and accounts; those of the endpoint if absent. */
  readonly merchants?: Register;
  /** Addresses registered for the query (5.4); if absent, every address is accepted. */
  readonly addresses?: readonly string[];
}

/** The refusal of a request that fails a check before it is handled; undefined if it passes. */
export function whyNotAdmitted(
  operation: DocumentedOperationId,
  request: JsonObject,
  address: string,
  decide: Decisions,
  guard: Guard,
): Refusal | undefined {
  if (decide.checksSchema(operation, request)) {
    const breach = firstBreach(operation, request);
    if (breach !== undefined) return refusal(kindOf(breach), textFor(breach), request);
    const misfit = oddAmountOrCurrency(operation, request);
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

// Cached, because many worlds receive the same request.
function firstBreach(operation: DocumentedOperationId, request: JsonObject): Breach | undefined {
  const before = known.get(request);
  if (before?.operation === operation) return before.breach;
  // Handlers check batch sizes themselves, and card data, because a token may replace the card.
  const breach = validateRequest(operation, request).find(
    ({ keyword, clause }) => keyword !== 'maxItems' && clause !== '4.1/request/card-data/present',
  );
  known.set(request, { operation, ...defined({ breach }) });
  return breach;
}

function kindOf(breach: Breach): 'signature' | 'schema' {
  return breach.keyword === 'required' && breach.path.endsWith('encryption_data') ? 'signature' : 'schema';
}

// Received values stay out of the answer: they may be card numbers.
function textFor({ path, keyword, expected }: Breach): string {
  const place = path === '' ? 'the body' : path.slice(0, 120).replace(/[^ -~]/g, '?');
  if (keyword === 'required') return `${place} is missing`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return `${place} is not documented here`;
  // The words of a schema may contain an example card number, so the short form is used.
  return `${place} is not ${briefWordsOf(expected)}`;
}

/** Account ids by `merchant_id`. */
export type Register = Readonly<Record<string, readonly string[]>>;

/**
 * The known merchants and their accounts (5.3). The bundled target file uses the first merchant with its first account
 * and, as second account, its other one. The second merchant shares no account with them.
 */
export const merchants: Register = {
  '100001': ['100001001', '100001002'],
  '200002': ['200002001'],
};

/** Why the merchant or account is unknown; undefined if both are known. */
export function unknownParty(
  merchantId: string,
  accountId: string,
  register: Register = merchants,
): string | undefined {
  const accounts = Object.hasOwn(register, merchantId) ? register[merchantId] : undefined;
  if (accounts === undefined) return 'merchant_id names no merchant of this endpoint';
  return accounts.includes(accountId) ? undefined : 'account_id names no account of this merchant';
}
