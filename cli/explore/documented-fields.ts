import { type Field, fieldsOf } from '../../generators/fields.ts';
import { clauses, hasClause } from '../../schemas/clauses.ts';
import {
  answerSchema,
  postedFormSchema,
  requestSchema,
  type SecretClass,
  staticInputsSchema,
} from '../../schemas/contract.ts';
import { given } from '../../schemas/given.ts';
import { isObject, pathOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';

/** One documented field as a reader sees it. */
export interface DocumentedField {
  /** Path with `[]` for any entry: `refund_orders[].amount`. */
  readonly path: string;
  readonly kind: Field['kind'];
  readonly clause?: ClauseId;
  readonly statement?: string;
  /** Completes "is …": `a decimal string such as "12.34"`. */
  readonly description: string;
  readonly example?: JsonValue;
  readonly secret?: SecretClass;
  /** Part of what makes a request complete. */
  readonly core?: true;
}

const statements: ReadonlyMap<ClauseId, string> = new Map(
  clauses.map(({ id, statement }) => [id, statement]),
);

/** The first clause that a schema names for its own shape. */
function clauseOfField({ clause }: JsonObject): ClauseId | undefined {
  if (typeof clause === 'string') return clause;
  if (!isObject(clause)) return undefined;
  const { type, pattern, ...others } = clause;
  return [pattern, type, ...Object.values(others)].find(
    (id): id is string => typeof id === 'string' && hasClause(id),
  );
}

/** What an array, object or value is called whose schema describes it by its parts only. */
function plainDescription({ kind, schema: { type } }: Field): string {
  if (kind === 'leaf') return typeof type === 'string' ? `a ${type}` : 'text';
  return kind === 'array' ? 'an array' : 'an object';
}

function describeField(field: Field, core: ReadonlySet<string>): DocumentedField {
  const { schema, steps, kind } = field;
  const clause = clauseOfField(schema);
  const statement = clause === undefined ? undefined : statements.get(clause);
  const example = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  const [first = ''] = steps;
  return {
    path: pathOf(steps),
    kind,
    ...given({ clause, statement }),
    description: typeof schema.description === 'string' ? schema.description : plainDescription(field),
    ...given({ example }),
    ...(typeof schema.secret === 'string' ? { secret: schema.secret as SecretClass } : {}),
    ...(steps.length === 1 && core.has(first) ? { core: true } : {}),
  };
}

/**
 * The request, or its answer. A redirect payment answers a page: `answer` is the form that it posts once its script
 * ran, `static` the inputs that it holds before; for the other operations the two are the same (2.8).
 */
export type Side = 'request' | 'answer' | 'static';

function schemaOfSide(operation: DocumentedOperationId, side: Side): JsonObject {
  if (side === 'request') return requestSchema(operation);
  if (operationOf(operation).answers !== 'html') return answerSchema(operation);
  return side === 'answer' ? postedFormSchema() : staticInputsSchema();
}

/** The signature, which generators leave to whoever sends. */
function signatureOf({ properties }: JsonObject): Field[] {
  const name = 'encryption_data';
  const schema = isObject(properties) ? properties[name] : undefined;
  return isObject(schema) ? [{ steps: [name], label: name, schema, kind: 'leaf' }] : [];
}

/** Every documented field of one side of an operation, in document order. */
export function documentedFields(operation: DocumentedOperationId, side: Side): readonly DocumentedField[] {
  const core = new Set(side === 'request' ? operationOf(operation).core : []);
  const schema = schemaOfSide(operation, side);
  return [...fieldsOf(schema), ...signatureOf(schema)].map((field) => describeField(field, core));
}
