import type { Breach } from './contract/breach.ts';
import { inspect, messageFiles, schemaOf } from './contract/compile.ts';
import { type Feature, startRecording, type Undocumented } from './contract/recording.ts';
import { defined } from './defined.ts';
import { isBlank } from './history/outcome.ts';
import { isObject, listOf, objectOf, pointerSteps } from './json.ts';
import { operationOf } from './operations.ts';
import { placesOf } from './schema-places.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from './types.ts';

export type { Breach } from './contract/breach.ts';
export type { Feature } from './contract/recording.ts';
export { rawSchemas } from './message-schemas.ts';

/** Kind of secret in a field; it decides how the field is redacted in everything kept or shown. */
export type SecretClass = 'card' | 'security-code' | 'token' | 'signature' | 'personal';

// If two messages classify a name differently, the stricter class applies everywhere.
const strictestFirst: readonly SecretClass[] = ['card', 'security-code', 'signature', 'token', 'personal'];
let classes: ReadonlyMap<string, SecretClass> | undefined;

/** The redaction class of a field name, including the alternate names of 2.8; undefined for open fields. */
export function secretClassOf(fieldName: string): SecretClass | undefined {
  classes ??= collectClasses();
  return classes.get(fieldName);
}

function collectClasses(): ReadonlyMap<string, SecretClass> {
  const found = new Map<string, SecretClass>();
  for (const { steps, schema } of messageFiles().flatMap((file) => placesOf(schemaOf(file)))) {
    const name = steps.at(-1) ?? '';
    const secret = schema.secret as SecretClass | undefined;
    if (secret === undefined) continue;
    const before = found.get(name);
    if (before === undefined || strictestFirst.indexOf(secret) < strictestFirst.indexOf(before))
      found.set(name, secret);
  }
  return found;
}

/** Texts that the document lets be empty (2.6, 2.11), or demands even with nothing to report (7.1, 7.2, 7.5). */
const mayBeEmpty: ReadonlySet<string> = new Set([
  'note',
  'refund_processing_date',
  'return_message',
  'error_message',
  'refund_message',
  'failure_reason',
  'failure_type',
]);

/** Texts of a listed record that repeat what the caller of the payment or the refund may not have sent (2.2, 2.4, 2.9). */
function mayBeUnsent(): ReadonlySet<string> {
  const { core } = operationOf('direct-payment');
  const own = Object.keys(objectOf(requestSchema('direct-payment').properties));
  unsent ??= new Set([...own.filter((name) => !core.includes(name)), 'contract_name', 'refund_reason']);
  return unsent;
}

let unsent: ReadonlySet<string> | undefined;

/** How the empty members of an answer count, besides blank texts, which are absent. */
interface Emptiness {
  /** In a success, null counts as absent; its presence is checked first and reported once. */
  readonly nulls?: boolean;
  /** In a refusal, null, an empty object and an empty array: some services write every member and leave it empty. */
  readonly all?: boolean;
  /** Further texts that say nothing where they are empty. */
  readonly silent?: ReadonlySet<string>;
}

/** The value, or a copy without its empty members: the document does not show how "no value" is written (2.14). */
export function filled(value: JsonValue, emptiness: Emptiness = {}): JsonValue {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => filled(entry, emptiness));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  if (!isObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const [name, member] of Object.entries(value)) {
    const part = typeof member === 'object' ? filled(member, emptiness) : member;
    if (part === member && !isEmpty(name, part, emptiness)) continue;
    copy ??= { ...value };
    if (isEmpty(name, part, emptiness)) delete copy[name];
    else copy[name] = part;
  }
  return copy ?? value;
}

function isEmpty(name: string, value: JsonValue, { nulls = false, all = false, silent }: Emptiness): boolean {
  if (typeof value === 'string')
    return !mayBeEmpty.has(name) && value.trim() === '' && silent?.has(name) !== true;
  if (value === null) return nulls || all;
  return all && typeof value === 'object' && Object.keys(value).length === 0;
}

/** The expanded request schema of an operation; payment groups are merged into plain `properties`. */
export function requestSchema(operation: DocumentedOperationId): JsonObject {
  return schemaOf(`${operation}.request`);
}

/** Members that a complete request of an operation needs: those that clauses require and the other core fields. */
export function coreMembersOf(operation: DocumentedOperationId): readonly string[] {
  const { required = [] } = requestSchema(operation);
  return [...new Set([...operationOf(operation).core, ...listOf(required).map(String)])];
}

/** The expanded schema of the decoded answer; for the redirect payment, of its static page. */
export function answerSchema(operation: DocumentedOperationId): JsonObject {
  return schemaOf(operation === 'redirect-payment' ? 'redirect-payment.page' : `${operation}.answer`);
}

/** The clauses that a schema part lists for its own value. */
function clausesAt({ clause = null }: JsonObject): readonly string[] {
  return Object.values(typeof clause === 'string' ? [clause] : objectOf(clause))
    .flatMap((id) => (isObject(id) ? Object.values(id) : [id]))
    .map(String);
}

/** The names of answer members at or below a given name, and the clauses on their values. */
export function formOf(operation: DocumentedOperationId, name: string): ReadonlySet<string> {
  const answers = operation === 'redirect-payment' ? [postedFormSchema(), staticInputsSchema()] : [];
  const all = [answerSchema(operation), ...answers].flatMap((schema) => placesOf(schema));
  const own = all.filter(({ steps }) => steps.includes(name));
  return new Set(own.flatMap(({ steps, schema }) => [steps.at(-1) ?? '', ...clausesAt(schema)]));
}

/** An answer member that is an object or array, with the clause that lists it and the clauses on its own value. */
interface OptionalPart {
  readonly name: string;
  readonly listedBy: ClauseId;
  readonly own: readonly ClauseId[];
}

/** The request member that activates a feature; no member activates risk reasons. */
const activatingMember: Readonly<Record<Feature, string>> = {
  subscription: 'subscription',
  token: 'token_id',
  risk: '',
};

/** The objects and arrays that answers may omit or leave empty whatever the request contains. */
export function optionalParts(operation: DocumentedOperationId): readonly OptionalPart[] {
  const asked = objectOf(requestSchema(operation).properties);
  const isAsked = (feature: string) => Object.hasOwn(asked, activatingMember[feature as Feature]);
  return placesOf(answerSchema(operation)).flatMap(({ schema }) =>
    [schema, objectOf(schema.then)].flatMap(({ listed }) => {
      const { clause, names, when } = objectOf(listed);
      const unasked = Object.entries(objectOf(when)).flatMap(([feature, some]) =>
        isAsked(feature) ? [] : listOf(some),
      );
      return [...listOf(names), ...unasked].map(String).flatMap((name) => {
        const part = objectOf(objectOf(schema.properties)[name]);
        const holds = part.properties !== undefined || part.items !== undefined;
        return holds ? [{ name, listedBy: String(clause), own: clausesAt(part) }] : [];
      });
    }),
  );
}

/** The expanded schema of the form that the redirect page posts (2.8): input name to text. */
export function postedFormSchema(): JsonObject {
  return schemaOf('redirect-payment.posted');
}

/** The expanded schema of the inputs of `theForm` before any script runs (2.8): input name to value. */
export function staticInputsSchema(): JsonObject {
  return schemaOf('redirect-payment.static');
}

/** The result of checking a message against its schema. */
export interface Inspection {
  readonly breaches: readonly Breach[];
  /** Clauses whose keyword was actually evaluated. */
  readonly exercised: ReadonlySet<ClauseId>;
  readonly undocumented: readonly Undocumented[];
}

/** Context of the check of an answer, besides the answer itself. */
export interface AnswerContext {
  /** The logical body of the request. */
  readonly request?: JsonObject;
  readonly features?: ReadonlySet<Feature>;
  /** JSON pointers of entries that were refused: of these no listed member is asked. */
  readonly refused?: ReadonlySet<string>;
  /** True if the operation was or will be carried out, whatever words the answer has for it. */
  readonly isDone?: boolean;
}

/** The words for success on which a schema asks for the members of a result; some services have others. */
const success: Readonly<Partial<Record<DocumentedOperationId, JsonObject>>> = {
  'cancel-subscription': { cancel_status: '1' },
  payout: { failure_reason: '', failure_type: '' },
};

/** The check of a request; `soft` has the sampled clauses that it misses while its stated shape holds. */
interface RequestInspection extends Inspection {
  readonly soft: ReadonlySet<ClauseId>;
}

/** Checks a request body against the clauses on the caller. */
export function inspectRequest(operation: DocumentedOperationId, value: JsonValue): RequestInspection {
  const recording = startRecording();
  // 2.2: a token refers to a stored card, so the card data need not be sent again.
  const isStored = operation === 'direct-payment' && !isBlank(objectOf(value).token_id);
  // Breaches decide the grade of the request, so sampled shapes do not count as breaches; they count as exercised.
  const all = inspect(`${operation}.request`, value, recording);
  const breaches = all.filter(
    ({ soft, clause }) => soft !== true && !(isStored && clause === '4.1/request/card-data/present'),
  );
  const soft = new Set(all.flatMap((breach) => (breach.soft === true ? [breach.clause] : [])));
  return { breaches, soft, ...recording };
}

/** Returns whether a value of the request misses its stated or sampled shape, such as a third decimal in an amount. */
export function isUnlikeSamples(operation: DocumentedOperationId, value: JsonValue): boolean {
  return inspect(`${operation}.request`, value, startRecording()).some(
    ({ keyword }) => keyword !== 'required',
  );
}

/** The breaches of the caller's clauses by a request body; empty if it conforms. */
export function validateRequest(operation: DocumentedOperationId, value: JsonValue): readonly Breach[] {
  return inspectRequest(operation, value).breaches;
}

/** Checks a decoded answer, or the static page of the redirect payment, against the clauses on the service. */
export function validateAnswer(
  operation: DocumentedOperationId,
  value: JsonValue,
  context: AnswerContext = {},
): Inspection {
  const start = () => startRecording(context.request, context.features, context.refused);
  const recording = start();
  if (operation === 'redirect-payment')
    return { breaches: inspect('redirect-payment.page', value, recording), ...recording };
  const file = `${operation}.answer` as const;
  const silent = operationOf(operation).lists === undefined ? undefined : mayBeUnsent();
  const [shown, bare] = [
    filled(value, defined({ silent })),
    filled(value, { nulls: true, ...defined({ silent }) }),
  ];
  const found = inspect(file, bare, recording, value);
  const words = context.isDone === true ? success[operation] : undefined;
  const hasOthers = Object.entries(words ?? {}).some(([name, word]) => objectOf(bare)[name] !== word);
  const owed = hasOthers ? inspect(file, { ...objectOf(bare), ...words }, recording, value) : [];
  const known = new Set(found.map(({ path }) => path));
  const breaches = [...found, ...owed.filter(({ path }) => !known.has(path))];
  if (shown === bare) return { breaches, ...recording };
  const nulls = inspect(file, shown, start()).filter((breach) => breach.value === null);
  return { breaches: withNulls(breaches, nulls), ...recording };
}

/** 2.14: null in an optional member gives one warning; null in a required member counts as missing. */
function withNulls(breaches: readonly Breach[], nulls: readonly Breach[]): readonly Breach[] {
  const missed = new Set(breaches.flatMap(({ keyword, path }) => (keyword === 'required' ? [path] : [])));
  const [first, ...others] = nulls.filter(({ path }) => !missed.has(path));
  if (first === undefined) return breaches;
  const told = new Set([first, ...others].map(({ path }) => path));
  const rest = breaches.filter(({ keyword, path }) => keyword !== 'listed' || !told.has(path));
  return [...rest, { ...first, atMost: 'warn', ...(others.length === 0 ? {} : { more: others.length }) }];
}

/** A listed member that is missing from an answer. */
interface MissingMember {
  /** Path from the top of the answer to the object that lacks the member. */
  readonly steps: readonly string[];
  readonly name: string;
}

/** The members that a JSON or XML answer lacks although its schema lists them, whatever features the payment uses. */
export function missingMembers(
  operation: Exclude<DocumentedOperationId, 'redirect-payment'>,
  value: JsonObject,
  request: JsonObject,
): MissingMember[] {
  const recording = startRecording(request);
  inspect(`${operation}.answer`, value, recording);
  return recording.unlisted.map(({ pointer, name }) => ({ steps: pointerSteps(pointer), name }));
}

/** Checks the inputs of `theForm` before any script runs, given as input name to value. */
export function validateStaticInputs(inputs: JsonObject): Inspection {
  const recording = startRecording();
  return { breaches: inspect('redirect-payment.static', inputs, recording), ...recording };
}

/** Checks the fields that the redirect page posted, given as input name to text. */
export function validatePosted(fields: JsonObject, context: AnswerContext = {}): Inspection {
  const recording = startRecording(context.request, context.features);
  return { breaches: inspect('redirect-payment.posted', fields, recording), ...recording };
}
