import type { Breach } from './contract/breach.ts';
import { inspect, schemaOf } from './contract/compile.ts';
import { blanksOf, filled } from './contract/filled.ts';
import { type Feature, startRecording, type Undocumented } from './contract/recording.ts';
import { isObject, listOf, objectOf, pointerSteps } from './json.ts';
import { operationOf } from './operations.ts';
import { isBlank } from './outcome.ts';
import { placesOf } from './schema-places.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from './types.ts';

export type { Breach } from './contract/breach.ts';
export { mayBeEmpty } from './contract/filled.ts';
export type { Feature } from './contract/recording.ts';
export { type SecretClass, secretClassOf } from './contract/secrets.ts';
export { rawSchemas } from './message-schemas.ts';

/** The expanded request schema of an operation: fields in place, payment groups joined into plain `properties`. */
export function requestSchema(operation: DocumentedOperationId): JsonObject {
  return schemaOf(`${operation}.request`);
}

/** Members that a request of an operation needs: those that clauses oblige the caller to send, and the rest of what makes it complete. */
export function coreOf(operation: DocumentedOperationId): readonly string[] {
  const { required = [] } = requestSchema(operation);
  return [...new Set([...operationOf(operation).core, ...listOf(required).map(String)])];
}

/** The expanded schema of an operation's decoded answer; for the redirect payment that of its static page. */
export function answerSchema(operation: DocumentedOperationId): JsonObject {
  return schemaOf(operation === 'redirect-payment' ? 'redirect-payment.page' : `${operation}.answer`);
}

/** The members of answers at or below those of a name, and the clauses on what they hold. */
export function formOf(operation: DocumentedOperationId, name: string): ReadonlySet<string> {
  const answers = operation === 'redirect-payment' ? [postedFormSchema(), staticInputsSchema()] : [];
  const all = [answerSchema(operation), ...answers].flatMap((schema) => placesOf(schema));
  const own = all.filter(({ steps }) => steps.includes(name));
  const held = own.flatMap(({ steps, schema: { clause = null } }) => [
    steps.at(-1) ?? '',
    ...Object.values(typeof clause === 'string' ? [clause] : objectOf(clause)).flatMap((id) =>
      isObject(id) ? Object.values(id) : [id],
    ),
  ]);
  return new Set(held.filter((one) => typeof one === 'string'));
}

/** The expanded schema of the form that the redirect page posts (2.8): input name to text. */
export function postedFormSchema(): JsonObject {
  return schemaOf('redirect-payment.posted');
}

/** The expanded schema of the inputs that `theForm` holds before any script runs (2.8): input name to value. */
export function staticInputsSchema(): JsonObject {
  return schemaOf('redirect-payment.static');
}

/** What a check of a message against its schema found. */
export interface Inspection {
  readonly breaches: readonly Breach[];
  /** Clauses whose keyword was really evaluated. */
  readonly exercised: ReadonlySet<ClauseId>;
  readonly undocumented: readonly Undocumented[];
}

/** What an answer's check may depend on besides the answer. */
export interface AnswerContext {
  /** The request's logical body. */
  readonly request?: JsonObject;
  readonly features?: ReadonlySet<Feature>;
  /** True for a refusal, which is never judged as the thing refused. */
  readonly isRefusal?: boolean;
}

/** Checks a request body against the caller's clauses. */
export function inspectRequest(operation: DocumentedOperationId, value: JsonValue): Inspection {
  const recording = startRecording();
  // 2.2: a token names the card that is stored for it, so its data need not be sent again.
  const isStored = operation === 'direct-payment' && !isBlank(objectOf(value).token_id);
  // What a request breaks decides its grade, so what only samples show does not count; that it was looked at does.
  const breaches = inspect(`${operation}.request`, value, recording).filter(
    ({ soft, clause }) => soft !== true && !(isStored && clause === '4.1/request/card-data/present'),
  );
  return { breaches, ...recording };
}

/** The clauses of sampled shapes that a request misses where its stated shape holds; its grade leaves them aside. */
export function softBreaches(operation: DocumentedOperationId, value: JsonValue): ReadonlySet<ClauseId> {
  const breaches = inspect(`${operation}.request`, value, startRecording());
  return new Set(breaches.flatMap(({ soft, clause }) => (soft === true ? [clause] : [])));
}

/** Tells whether some value of a request misses its stated or sampled shape, such as an amount with three fraction digits. */
export function isUnlikeSamples(operation: DocumentedOperationId, value: JsonValue): boolean {
  return inspect(`${operation}.request`, value, startRecording()).some(
    ({ keyword }) => keyword !== 'required',
  );
}

/** The clauses on the caller that a request body breaks; empty when it fits. */
export function validateRequest(operation: DocumentedOperationId, value: JsonValue): readonly Breach[] {
  return inspectRequest(operation, value).breaches;
}

/** Checks a decoded answer, or the static page of the redirect payment, against the service's clauses. */
export function validateAnswer(
  operation: DocumentedOperationId,
  value: JsonValue,
  context: AnswerContext = {},
): Inspection {
  const recording = startRecording(context.request, context.features);
  if (operation === 'redirect-payment')
    return { breaches: inspect('redirect-payment.page', value, recording), ...recording };
  const file = `${operation}.answer` as const;
  const sent = blanksOf(context.request);
  if (context.isRefusal === true)
    return { breaches: inspect(file, filled(value, { all: true, sent }), recording, value), ...recording };
  const [shown, bare] = [filled(value, { sent }), filled(value, { nulls: true, sent })];
  const breaches = inspect(file, bare, recording, value);
  if (shown === bare) return { breaches, ...recording };
  const nulls = inspect(file, shown, startRecording(context.request, context.features)).filter(
    (breach) => breach.value === null,
  );
  return { breaches: withNulls(breaches, nulls), ...recording };
}

/** 2.14: null in a member that need not be there is a warning, said once; where it has to be there, it is not. */
function withNulls(breaches: readonly Breach[], nulls: readonly Breach[]): readonly Breach[] {
  const missed = new Set(breaches.flatMap(({ keyword, path }) => (keyword === 'required' ? [path] : [])));
  const [first, ...others] = nulls.filter(({ path }) => !missed.has(path));
  if (first === undefined) return breaches;
  const told = new Set([first, ...others].map(({ path }) => path));
  const rest = breaches.filter(({ keyword, path }) => keyword !== 'listed' || !told.has(path));
  return [...rest, { ...first, atMost: 'warn', ...(others.length === 0 ? {} : { more: others.length }) }];
}

/** A member that an answer lacks although its schema lists it. */
interface Lacking {
  /** From the top of the answer to the object that lacks it. */
  readonly steps: readonly string[];
  readonly name: string;
}

/** The members that an answer in JSON or XML lacks although its schema lists them, whatever the payment's features. */
export function lackingMembers(
  operation: Exclude<DocumentedOperationId, 'redirect-payment'>,
  value: JsonObject,
  request: JsonObject,
): Lacking[] {
  const recording = startRecording(request);
  inspect(`${operation}.answer`, value, recording);
  return recording.unlisted.map(({ pointer, name }) => ({ steps: pointerSteps(pointer), name }));
}

/** Checks the inputs that `theForm` holds before any script runs, as input name to value. */
export function validateStaticInputs(inputs: JsonObject): Inspection {
  const recording = startRecording();
  return { breaches: inspect('redirect-payment.static', inputs, recording), ...recording };
}

/** Checks the fields that the redirect page posted, as input name to text. */
export function validatePosted(fields: JsonObject, context: AnswerContext = {}): Inspection {
  const recording = startRecording(context.request, context.features);
  return { breaches: inspect('redirect-payment.posted', fields, recording), ...recording };
}
