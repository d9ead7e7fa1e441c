import { callerBreaches } from '../../generators/appraise.ts';
import { type Field, fieldsOf } from '../../generators/fields.ts';
import type { RequestCase } from '../../generators/request.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { curlOf, prerequisitesOf } from '../../reports/exports/repeat.ts';
import { redactExchange, redactValue, redactValueOf } from '../../reports/redact.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import {
  answerSchema,
  postedFormSchema,
  requestSchema,
  type SecretClass,
  staticInputsSchema,
} from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import { checkoutFormsOf, membersOf } from '../../schemas/history/outcome.ts';
import { anyEntry, groupedBy, isObject, leavesOf, pathOf } from '../../schemas/json.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import {
  type ClauseId,
  type DocumentedOperationId,
  type Finding,
  type JsonObject,
  type JsonValue,
  type JudgedExchange,
  type Verdict,
  verdicts,
} from '../../schemas/types.ts';
import type { Session } from './session.ts';

/** Returns the first clause of a schema about its own shape. */
function clauseOfField({ clause }: JsonObject): ClauseId | undefined {
  if (typeof clause === 'string') return clause;
  if (!isObject(clause)) return undefined;
  const { type, pattern, ...others } = clause;
  return [pattern, type, ...Object.values(others)].find(
    (id): id is string => typeof id === 'string' && hasClause(id),
  );
}

/** Returns the words for an array, object or value whose schema has no description. */
function plainDescription({ kind, schema: { type } }: Field): string {
  if (kind === 'leaf') return typeof type === 'string' ? `a ${type}` : 'text';
  return kind === 'array' ? 'an array' : 'an object';
}

type DocumentedField = ReturnType<typeof describeField>;

/** Returns one documented field for display. */
function describeField(field: Field, core: ReadonlySet<string>) {
  const { schema, steps, kind } = field;
  const clause = clauseOfField(schema);
  const statement = clause !== undefined && hasClause(clause) ? clauseOf(clause).statement : undefined;
  const example = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  const [first = ''] = steps;
  return {
    /** Path with `[]` for any entry: `refund_orders[].amount`. */
    path: pathOf(steps),
    kind,
    /** Completes "is …": `a decimal string such as "12.34"`. */
    description: typeof schema.description === 'string' ? schema.description : plainDescription(field),
    ...defined({
      clause,
      statement,
      example,
      secret: typeof schema.secret === 'string' ? (schema.secret as SecretClass) : undefined,
      // Part of a complete request.
      core: (steps.length === 1 && core.has(first)) || undefined,
    }),
  };
}

/**
 * The request or its answer. The answer of a redirect payment is a page: `answer` is the form posted by its script,
 * `static` its inputs before. For other operations both are the same (2.8).
 */
type Side = 'request' | 'answer' | 'static';

function schemaOfSide(operation: DocumentedOperationId, side: Side): JsonObject {
  if (side === 'request') return requestSchema(operation);
  if (operationOf(operation).answers !== 'html') return answerSchema(operation);
  return side === 'answer' ? postedFormSchema() : staticInputsSchema();
}

/** Returns the signature field, which generators leave to the sender. */
function signatureOf({ properties }: JsonObject): Field[] {
  const name = 'encryption_data';
  const schema = isObject(properties) ? properties[name] : undefined;
  return isObject(schema) ? [{ steps: [name], label: name, schema, kind: 'leaf' }] : [];
}

/** Returns every documented field of one side of an operation, in document order. */
export function documentedFields(operation: DocumentedOperationId, side: Side): readonly DocumentedField[] {
  const core = new Set(side === 'request' ? operationOf(operation).core : []);
  const schema = schemaOfSide(operation, side);
  return [...fieldsOf(schema), ...signatureOf(schema)].map((field) => describeField(field, core));
}

/** Returns a value with each leaf changed by a function of the leaf and its path, as in `a.b[0].c`. */
function mapLeaves(
  value: JsonValue,
  change: (leaf: JsonValue, path: string) => JsonValue,
  path = '',
): JsonValue {
  if (Array.isArray(value)) return value.map((entry, at) => mapLeaves(entry, change, `${path}[${at}]`));
  if (!isObject(value)) return change(value, path);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapLeaves(member, change, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** Returns a masked body. */
export function maskBody(body: JsonObject): JsonObject {
  return redactValue(body) as JsonObject;
}

/** Puts the secrets back into an edited masked body wherever the mask is unchanged. */
export function unmaskBody(edited: JsonObject, original: JsonObject): JsonObject {
  const real = new Map<string, JsonValue>(leavesOf(original));
  const exact = new Map<string, JsonValue>();
  // An entry that was moved is found by its field and mask.
  const moved = new Map<string, JsonValue>();
  for (const [path, mask] of leavesOf(maskBody(original))) {
    const value = real.get(path);
    if (value === undefined || value === mask) continue;
    exact.set(`${path}\n${JSON.stringify(mask)}`, value);
    moved.set(`${anyEntry(path)}\n${JSON.stringify(mask)}`, value);
  }
  return mapLeaves(edited, (leaf, path) => {
    const text = JSON.stringify(leaf);
    return exact.get(`${path}\n${text}`) ?? moved.get(`${anyEntry(path)}\n${text}`) ?? leaf;
  }) as JsonObject;
}

/** Number of first entries shown of a long array; the last one is shown as well. */
const shownEntries = 2;
const longestText = 400;

/** Returns a JSON value as lines; long arrays and texts are shortened unless `full`. */
export function jsonLines(value: JsonValue, full: boolean): string {
  const shorten = (_name: string, inner: JsonValue): JsonValue => {
    if (Array.isArray(inner) && inner.length > shownEntries + 2) {
      const more = `… ${inner.length - shownEntries - 1} more entries (--full shows all)`;
      return [...inner.slice(0, shownEntries), more, ...inner.slice(-1)];
    }
    if (typeof inner !== 'string' || inner.length <= longestText) return inner;
    return `${inner.slice(0, longestText)}… (${inner.length} characters)`;
  };
  return JSON.stringify(value, full ? undefined : shorten, 2);
}

/** Deeper lines of markup are not indented further. */
const deepest = 40;

function markupLines(text: string): string {
  let depth = 0;
  return text
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (/^<\//.test(line)) depth = Math.max(0, depth - 1);
      const written = `${'  '.repeat(Math.min(depth, deepest))}${line.trim()}`;
      if (/^<[^/!?](?:[^>]*[^/])?>$/.test(line.trim()) && !line.includes('</')) depth += 1;
      return written;
    })
    .join('\n');
}

const mostCharacters = 6_000;

/** Returns the masked text of an answer with JSON and XML indented. */
export function readable(body: string, full: boolean): string {
  if (body.trim() === '') return '(empty body)';
  let text = body;
  try {
    return jsonLines(JSON.parse(body) as JsonValue, full);
  } catch {
    if (/^\s*<(?!!doctype html|html)/i.test(body)) text = markupLines(body);
  }
  return full || text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n… (--full shows all)`;
}

/** One sent request, masked, with its judgement, fields and curl command. */
export type SentCase = Awaited<ReturnType<typeof sendCase>>;

/** Returns `valid` if the case should be accepted and the edited body still fits its schema, else `odd`. */
function intentOf(
  { kind, expectation, operation, body: made }: RequestCase,
  body: JsonObject,
): 'valid' | 'odd' {
  if (kind !== 'valid' && expectation !== 'accepted') return 'odd';
  return body === made || callerBreaches(operation, body).length === 0 ? 'valid' : 'odd';
}

/** Sends a body made from a case and returns what was sent; `again` is the command that repeats it. */
export async function sendCase(session: Session, made: RequestCase, body: JsonObject, again: string) {
  const judged = await session.send(made.operation, body, {
    intent: intentOf(made, body),
    caseName: made.name,
  });
  return session.masking(() => {
    // Masked as the session asks.
    const exchange = redactExchange(judged);
    const curl = curlOf(exchange, session.place, {
      calls: () => prerequisitesOf(exchange, session.prepared.map(redactExchange)),
      again,
    });
    return { judged, exchange, fields: fieldVerdicts(judged, exchange), curl };
  });
}

/** Returns a sent case as JSON, masked, with the answer as received. */
export function reportOf({ exchange, fields, curl }: SentCase) {
  const { id, operation, sent, received, judgement, masked } = exchange;
  const { method, url, headers, value, intent } = sent;
  return {
    exchange: id,
    operation,
    request: { method, url, headers, body: value as JsonValue, intent },
    answer: received,
    outcome: judgement.outcome,
    grade: judgement.request,
    findings: judgement.findings,
    observations: judgement.observations,
    exercised: judgement.exercised,
    fields,
    masked,
    curl,
  };
}

/** The verdict on one field of an answer over all its entries. */
interface FieldVerdict {
  /** Path with `[]` for any entry: `refund_orders[].amount`. */
  readonly path: string;
  /** Worst verdict of its findings; `pass` if its clause was exercised, `observed` if no clause names it. */
  readonly verdict: Verdict | 'absent';
  /** Number of values received. */
  readonly values: number;
  /** The first value, masked. */
  readonly value?: JsonValue;
  readonly clause?: ClauseId;
  readonly description?: string;
  /** Indices of its findings in the judgement. */
  readonly findings: readonly number[];
}

/** Returns the documented members: those below the XML root, or the inputs of the form on a page. */
function membersIn({ exchange, judgement }: JudgedExchange): JsonObject {
  const { operation } = exchange;
  if (!isDocumented(operation) || judgement.answer === undefined) return {};
  const row = operationOf(operation);
  const members = membersOf(row, judgement.answer);
  if (row.answers !== 'html') return members;
  const inputs = checkoutFormsOf(members)[0]?.inputs;
  return Object.fromEntries(
    (Array.isArray(inputs) ? inputs : []).flatMap((input) => {
      const { name, value } = input as JsonObject;
      return typeof name === 'string' ? [[name, value ?? ''] satisfies [string, JsonValue]] : [];
    }),
  );
}

// Paths of findings begin with the XML root or the form, and may end with the property of an input.
function fieldOfFinding({ path }: Pick<Finding, 'path'>): string {
  return anyEntry(path.replace(/^(?:respon|theForm)\./, '').replace(/\.(?:value|type)$/, ''));
}

function verdictOf(
  field: DocumentedField | undefined,
  values: number,
  found: readonly Finding[],
  exercised: ReadonlySet<ClauseId>,
): FieldVerdict['verdict'] {
  const bad = verdicts.find((verdict) => found.some((finding) => finding.verdict === verdict));
  if (bad !== undefined) return bad;
  if (values === 0) return 'absent';
  if (field === undefined) return 'observed';
  return field.clause === undefined || exercised.has(field.clause) ? 'pass' : 'not-tested';
}

/** Returns a predicate for rows: of a field that may be one value or several, only the received form is shown. */
function isShown(rows: readonly FieldVerdict[]): (row: FieldVerdict) => boolean {
  const nameOf = ({ path }: FieldVerdict) => path.replaceAll('[]', '');
  const came = new Set(rows.filter(({ verdict }) => verdict !== 'absent').map(nameOf));
  const first = new Map(rows.toReversed().map((row) => [nameOf(row), row]));
  return (row) => row.verdict !== 'absent' || (!came.has(nameOf(row)) && first.get(nameOf(row)) === row);
}

/** Returns the verdict on every field: documented fields in document order, then the others. */
export function fieldVerdicts(judged: JudgedExchange, masked: EvidenceExchange): readonly FieldVerdict[] {
  const { operation } = judged.exchange;
  if (!isDocumented(operation)) return [];
  const came = groupedBy(leavesOf(redactValueOf(judged, membersIn(judged))), ([path]) => anyEntry(path));
  const { findings, exercised } = masked.judgement;
  const documented = new Map(
    documentedFields(operation, 'static')
      .filter(({ kind }) => kind === 'leaf')
      .map((field) => [field.path, field]),
  );
  const places = new Set([...documented.keys(), ...came.keys(), ...findings.map(fieldOfFinding)]);
  const looked = new Set(exercised);
  const rows = [...places].map((path): FieldVerdict => {
    const field = documented.get(path);
    const seen = came.get(path) ?? [];
    const indices = findings.flatMap((finding, index) => (fieldOfFinding(finding) === path ? [index] : []));
    const found = indices.flatMap((index) => findings[index] ?? []);
    return {
      path,
      verdict: verdictOf(field, seen.length, found, looked),
      values: seen.length,
      ...defined({ value: seen[0]?.[1] }),
      ...defined({ clause: field?.clause, description: field?.description }),
      findings: indices,
    };
  });
  return rows.filter(isShown(rows));
}
