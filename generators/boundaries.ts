import { hash } from 'fast-check';
import { coreMembersOf, requestSchema } from '../schemas/contract.ts';
import { defined } from '../schemas/defined.ts';
import { isObject } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import { appraise, type Changed } from './appraise.ts';
import { type BaseOptions, baseOf, controlEntries } from './base.ts';
import { changePart, partAt } from './changes/edit.ts';
import {
  amountChanges,
  arrayChanges,
  digitChanges,
  injectionChanges,
  numberChanges,
  objectChanges,
  shapedChanges,
  sizeChanges,
  textChanges,
  unknownMember,
  type ValueChange,
} from './changes/value-changes.ts';
import { amountCaps, type MakeContext } from './context.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { RequestCase } from './request.ts';
import { digitsOf } from './values/identity.ts';
import { formatCents, parseCents, payablePart, scaledTo } from './values/money.ts';
import { codeShapes } from './values/sampled-shapes.ts';
import { shapeNameOf } from './values/shape-name.ts';

type Entries = readonly JsonObject[];
/** One way to select or change the entries of a batch; it is given one entry more than the limit. */
interface BatchChange {
  readonly name: string;
  /** Path of the change; the array itself by default. */
  readonly at?: string;
  readonly entries: (all: Entries) => Entries;
  readonly known: NonNullable<Changed['known']>;
}

function sizeName(field: string, size: number): string {
  return `${field}/${size}-${size === 1 ? 'entry' : 'entries'}`;
}

function sizes(operation: DocumentedOperationId, field: string, limit: number): BatchChange[] {
  const clauseOf = (size: number): ClauseId =>
    size === 0 ? '1.3/empty-batch' : size > limit ? `8/${operation}/over-limit` : `8/${operation}/at-limit`;
  return [0, 1, limit - 1, limit, limit + 1].map((size) => ({
    name: sizeName(field, size),
    entries: (all) => all.slice(0, size),
    known: {
      expectation: size === 0 ? 'not-shown' : size > limit ? 'refused' : 'accepted',
      clause: clauseOf(size),
    },
  }));
}

function repeats(field: string): BatchChange[] {
  const known = { expectation: 'not-shown', clause: '1.3/repeated-order' } as const;
  const second = (all: Entries, change: (first: JsonObject, next: JsonObject) => JsonObject): Entries => {
    const [first = {}, next = {}] = all;
    return [first, change(first, next)];
  };
  return [
    { name: `${field}/same-entry-twice`, entries: (all) => second(all, (first) => first), known },
    {
      name: `${field}/one-transaction-two-orders`,
      entries: (all) =>
        second(all, (first, next) => ({ ...next, transaction_id: first.transaction_id ?? '' })),
      known,
    },
    {
      name: `${field}/one-order-two-transactions`,
      entries: (all) => second(all, (first, next) => ({ ...next, order_no: first.order_no ?? '' })),
      known,
    },
  ];
}

function foreignEntries(
  field: string,
  operation: DocumentedOperationId,
  { currencies = ['USD', 'EUR'] }: Pick<MakeContext, 'currencies'>,
): BatchChange[] {
  const known = { expectation: 'not-shown', clause: '1.3/refused-entry' } as const;
  const last = `${field}[1]`;
  const second = (all: Entries, change: JsonObject): Entries => [all[0] ?? {}, { ...all[1], ...change }];
  const stranger = {
    transaction_id: digitsOf(operation, 'stranger'),
    order_no: `unknown-${digitsOf(operation)}`,
  };
  const dearer = ({ amount, currency }: JsonObject = {}) =>
    formatCents((parseCents(String(amount)) ?? 0n) + scaledTo(1n, String(currency)));
  // An account with a single currency has no other currency to send.
  const another = (currency: JsonValue | undefined) => currencies.find((one) => one !== currency);
  return [
    { name: `${field}/unknown-order`, at: last, entries: (all) => second(all, stranger), known },
    {
      name: `${field}/other-amount`,
      at: `${last}.amount`,
      entries: (all) => second(all, { amount: dearer(all[1]) }),
      known,
    },
    ...(currencies.length < 2
      ? []
      : [
          {
            name: `${field}/other-currency`,
            at: `${last}.currency`,
            entries: (all: Entries) => second(all, { currency: another(all[1]?.currency) ?? '' }),
            known,
          },
        ]),
  ];
}

/** Refunds of the first order in parts, each given in thousandths of its amount. */
function refunded(all: Entries, ...permille: bigint[]): Entries {
  const [first = {}] = all;
  const cents = parseCents(String(first.amount)) ?? 1000n;
  return permille.map((part) => ({
    ...first,
    refund_amount: formatCents(payablePart((cents * part) / 1000n, cents, String(first.currency))),
  }));
}

const refundParts: readonly BatchChange[] = [
  {
    name: 'refund_orders/refund-above-amount',
    entries: (all) => refunded(all, 2000n),
    known: { expectation: 'refused', clause: '2.9/refund_amount/within-amount' },
  },
  {
    name: 'refund_orders/two-parts-within-amount',
    entries: (all) => refunded(all, 300n, 400n),
    known: { expectation: 'not-shown', clause: '1.3/repeated-order' },
  },
  {
    name: 'refund_orders/two-parts-above-amount',
    entries: (all) => refunded(all, 700n, 800n),
    known: { expectation: 'not-shown', clause: '2.9/refund_amount/sum-above-amount' },
  },
];

/** The changes to the batch of an operation: sizes around the limits, wrong or repeated orders, refunds in parts. */
function batchChanges(
  operation: DocumentedOperationId,
  context: Pick<MakeContext, 'currencies'>,
): BatchChange[] {
  const { batch } = operationOf(operation);
  if (batch === undefined) return [];
  const { field, limit } = batch;
  return [
    ...sizes(operation, field, limit),
    ...repeats(field),
    ...foreignEntries(field, operation, context),
    ...(operation === 'refund' ? refundParts : []),
  ];
}

interface BodyChange {
  readonly name: string;
  readonly at: string;
  readonly change: (body: JsonObject) => JsonObject | undefined;
  readonly known?: Changed['known'];
}

/** Returns a change of `item_total` that makes the sum of the parts miss the amount by the least of its currency. */
function offBy(units: bigint): BodyChange['change'] {
  return (body) => {
    const items = parseCents(String(body.item_total));
    const cents = scaledTo(units, String(body.currency));
    return items === undefined || items + cents < 0n
      ? undefined
      : { ...body, item_total: formatCents(items + cents) };
  };
}

const totals: readonly BodyChange[] = [
  { name: 'totals/one-cent-over', at: 'item_total', change: offBy(1n) },
  { name: 'totals/one-cent-under', at: 'item_total', change: offBy(-1n) },
  {
    name: 'totals/discount-above-amount',
    at: 'discount',
    change: (body) => {
      const amount = parseCents(String(body.amount));
      return body.discount === undefined || amount === undefined
        ? undefined
        : { ...body, discount: formatCents(amount * 2n) };
    },
  },
];

// The identifier begins with "unknown", so that it cannot match a real merchant of the service.
const strangers: readonly BodyChange[] = [
  {
    name: 'merchant_id/unknown',
    at: 'merchant_id',
    change: (body) => ({ ...body, merchant_id: `unknown-${digitsOf('merchant').slice(0, 12)}` }),
    known: { expectation: 'refused', clause: '5.3/unknown-merchant' },
  },
  {
    name: 'account_id/unknown',
    at: 'account_id',
    change: (body) => ({ ...body, account_id: `unknown-${digitsOf('account').slice(0, 12)}` }),
    known: { expectation: 'refused', clause: '5.3/unknown-account' },
  },
];

const layers: readonly BodyChange[] = [
  { name: 'body/unknown-member', at: unknownMember, change: (body) => ({ ...body, [unknownMember]: 'x' }) },
  {
    name: 'body/nested-deeper',
    at: 'request',
    change: ({ merchant_id = '', account_id = '', ...rest }) => ({ merchant_id, account_id, request: rest }),
  },
];

/** A change that sets all optional values of a request to `null` at once. */
function withNulls(operation: DocumentedOperationId): BodyChange {
  const core = coreMembersOf(operation);
  const nulls = (value: JsonValue): JsonValue =>
    JSON.parse(JSON.stringify(value, (_name, part) => (typeof part === 'object' ? part : null)));
  return {
    name: 'body/null-for-optional-members',
    at: 'request',
    change: (body) => {
      const rest = Object.entries(body).filter(([name]) => !core.includes(name));
      return rest.length === 0
        ? undefined
        : { ...body, ...Object.fromEntries(rest.map(([name, value]) => [name, nulls(value)])) };
    },
  };
}

/** Changes to the body as a whole: inconsistent totals, unknown identifiers, unknown or nested members. */
function orderBoundaries(operation: DocumentedOperationId, bodyFor: (name: string) => JsonObject): Changed[] {
  const { family, encoding } = operationOf(operation);
  const changes = [
    ...(family === 'payment' ? totals : []),
    ...strangers,
    ...layers,
    ...(encoding === 'form' ? [] : [withNulls(operation)]),
  ];
  return changes.flatMap(({ name, at, change, known }) => {
    const body = change(bodyFor(name));
    const changed = { operation, name, kind: 'boundary', at, gap: 'formats' } as const;
    return body === undefined ? [] : [{ ...changed, body, ...defined({ known }) }];
  });
}

/** Country codes that ISO 3166 does not assign. Currencies have none here: a target may restrict currencies. */
const unassigned: Readonly<Record<string, string>> = table({
  country: 'OO',
  countryCodeText: 'OO',
});

function changesOfText(field: Field, text: string): ValueChange[] {
  const shape = shapeNameOf(field.schema);
  const shaped = field.schema.pattern !== undefined || field.schema.sampled !== undefined;
  return [
    ...textChanges(text),
    // Free text gets every injection; other fields get one each in turn, as a request has a hundred of them.
    ...injectionChanges(shape === 'freeText' ? undefined : hash(field.label)),
    ...(shaped ? shapedChanges(text) : []),
    ...(shape === 'amount' ? amountChanges() : []),
    ...(shape === 'integerDigits' ? digitChanges() : []),
    ...(unassigned[shape] === undefined
      ? []
      : [{ kind: 'unassigned-code', gap: 'values', value: unassigned[shape] } satisfies ValueChange]),
    ...(codeShapes.has(shape)
      ? [{ kind: 'other-value', gap: 'values', value: 'zz' } satisfies ValueChange]
      : []),
  ];
}

/** Every change to one documented part of a request; the kind of a change does not depend on the value. */
function changesOf(field: Field, value: JsonValue, batch: string | undefined): ValueChange[] {
  const name = field.steps.findLast((step) => step !== '[]') ?? '';
  if (Array.isArray(value)) {
    const isBatch = field.steps.length === 1 && name === batch;
    return [...arrayChanges(value), ...(isBatch ? [] : sizeChanges(value))];
  }
  if (isObject(value)) return objectChanges(name, value);
  return typeof value === 'number' ? numberChanges(value) : changesOfText(field, String(value));
}

/** True if a form, which has only text, can carry the value: a number, a boolean or null would look like text. */
function isFormSafe({ value }: { readonly value: JsonValue | undefined }): boolean {
  return value === undefined || typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** True if a changed value stays within the amount that the target allows; other values are never sent. */
function isWithinLimit(field: Field, { value }: ValueChange, context: MakeContext): boolean {
  const cap = amountCaps(context)?.request;
  const shape = shapeNameOf(field.schema);
  if (cap === undefined || typeof value !== 'string') return true;
  if (shape === 'amount') return (parseCents(value) ?? 0n) <= cap;
  return shape !== 'integerDigits' || !/^\d+$/.test(value) || BigInt(value) * 100n <= cap;
}

/** Kinds of change that leave an identifier missing or naming nothing. */
const unidentifying: ReadonlySet<string> = new Set(['absent', 'null', 'empty', 'blank', 'very-long']);

function knownOf(field: Field, { kind }: ValueChange): Changed['known'] {
  const path = field.steps.join('.');
  if (!unidentifying.has(kind) && !kind.startsWith('injection-')) return undefined;
  if (path === 'merchant_id') return { expectation: 'refused', clause: '5.3/unknown-merchant' };
  return path === 'account_id' ? { expectation: 'refused', clause: '5.3/unknown-account' } : undefined;
}

/** Lists the boundary cases of an operation in the order of `boundaryChanges`, with their clauses and expectations. */
export function boundaries(...of: Parameters<typeof boundaryChanges>): readonly RequestCase[] {
  return boundaryChanges(...of).map(appraise);
}

/**
 * Lists the boundary changes of an operation, not yet appraised: every change to every part, batch sizes around the
 * limits, inconsistent totals and identifiers. The same seed gives the same changes in the same order.
 */
export function boundaryChanges(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  options?: BaseOptions,
): readonly Changed[] {
  const { batch, encoding } = operationOf(operation);
  const baseFor = baseOf(operation, context, seed, controlEntries, options);
  const changed = fieldsOf(requestSchema(operation), batch?.field).flatMap((field) => {
    const value = partAt(baseFor(`${field.label}/`).body, field.steps);
    if (value === undefined) return [];
    const changes = changesOf(field, value, batch?.field).filter(
      (one) => (encoding !== 'form' || isFormSafe(one)) && isWithinLimit(field, one, context),
    );
    return changes.flatMap((one): Changed[] => {
      const name = `${field.label}/${one.kind}`;
      const edit = changePart(baseFor(name).body, field.steps, () => one.value);
      const known = knownOf(field, one);
      const about = {
        operation,
        name,
        kind: 'boundary',
        gap: one.gap,
        ...defined({ known }),
      } as const;
      return edit === undefined ? [] : [{ ...about, ...edit }];
    });
  });
  return [
    ...batchBoundaries(operation, context, seed, options),
    ...changed,
    ...orderBoundaries(operation, (name) => baseFor(name).body),
  ];
}

function objectsOf(value: JsonValue | undefined): Entries {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The boundary changes of a batch as a whole (8, 1.3, 2.9); none for an operation without a batch. */
function batchBoundaries(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  options?: BaseOptions,
): Changed[] {
  const { batch } = operationOf(operation);
  if (batch === undefined) return [];
  const { field, limit } = batch;
  const baseFor = baseOf(operation, context, seed, limit + 1, options);
  return batchChanges(operation, context).map(({ name, at = field, entries, known }) => {
    const { body } = baseFor(name);
    const changed = { ...body, [field]: [...entries(objectsOf(body[field]))] };
    return { operation, name, kind: 'boundary', body: changed, at, gap: 'formats', known };
  });
}
