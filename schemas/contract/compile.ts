import type { ValidateFunction } from 'ajv/dist/2020.js';
import { defined } from '../defined.ts';
import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { isObject, listOf, objectOf, pointerSteps, valueAt } from '../json.ts';
import { stepsOfPath } from '../media/decoded.ts';
import { rawSchemas } from '../message-schemas.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../types.ts';
import { type Breach, breachesOf, createBreachCollector, pathOfPointer } from './breach.ts';
import { compiler } from './compiler.ts';
import type { Recording } from './recording.ts';

const deepest = 64;

/** A message schema with every `$ref` resolved; keywords next to a `$ref` take precedence. */
export function expandFile(file: string): JsonObject {
  const { $id: _id, $schema: _schema, $defs: _defs, ...root } = rawFile(file);
  return expandObject(root, file, 0);
}

/** The expanded schema at a reference such as `file#/pointer`. */
function expandReference($ref: string): JsonObject {
  return expandObject({ $ref }, '', 0);
}

function rawFile(file: string): JsonObject {
  const schema = rawSchemas()[file];
  if (schema === undefined) throw new Error(`schemas/messages/${file} is missing`);
  return schema;
}

function expand(schema: JsonValue, file: string, depth: number): JsonValue {
  if (depth > deepest) throw new Error(`${file}: references run in a circle`);
  if (Array.isArray(schema)) return schema.map((part) => expand(part, file, depth + 1));
  return isObject(schema) ? expandObject(schema, file, depth + 1) : schema;
}

function expandObject(schema: JsonObject, file: string, depth: number): JsonObject {
  const { $ref, ...site } = schema;
  const here: JsonObject = {};
  for (const [name, part] of Object.entries(site)) {
    // These are values, not schemas: an example that contains "$ref" must stay unchanged.
    const plain =
      name === 'examples' || name === 'misfits' || name === 'const' || name === 'enum' || name === 'clause';
    here[name] = plain ? part : expand(part, file, depth);
  }
  if (typeof $ref !== 'string') return here;
  const [target = '', pointer = ''] = $ref.split('#');
  const home = target === '' ? file : (target.split('/').at(-1) ?? file);
  return { ...expandTarget(home, pointer, depth), ...here };
}

function expandTarget(file: string, pointer: string, depth: number): JsonObject {
  const found = valueAt(rawFile(file), pointerSteps(pointer));
  const expanded = found === undefined ? undefined : expand(found, file, depth + 1);
  if (!isObject(expanded)) throw new Error(`${file}#${pointer} names no schema`);
  const { $id: _id, $schema: _schema, $defs: _defs, ...rest } = expanded;
  return rest;
}

const mergeable = new Set(['title', 'description', '$comment', 'type', 'properties', 'required', 'clause']);

/** Merges the groups of an `allOf` into one object schema, so that `properties` has every field. */
function flattenGroups(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  let joined: JsonObject = rest;
  const kept: JsonValue[] = [];
  for (const group of allOf) {
    if (isObject(group) && Object.keys(group).every((name) => mergeable.has(name)))
      joined = join(joined, group);
    else kept.push(group);
  }
  return kept.length === 0 ? joined : { ...joined, allOf: kept };
}

// The outer schema takes precedence; members of the group come first, as in the document.
function join(outer: JsonObject, group: JsonObject): JsonObject {
  const joined: JsonObject = { ...outer };
  joined.properties = { ...objectOf(group.properties), ...objectOf(outer.properties) };
  const required = [...new Set([...listOf(outer.required), ...listOf(group.required)])];
  if (required.length > 0) joined.required = required;
  if (isObject(group.clause)) joined.clause = joinClauses(objectOf(outer.clause), group.clause);
  return joined;
}

function joinClauses(outer: JsonObject, group: JsonObject): JsonObject {
  const joined: JsonObject = { ...group, ...outer };
  if (isObject(outer.required) && isObject(group.required))
    joined.required = { ...group.required, ...outer.required };
  return joined;
}

const clause = { type: '2.8/inputs/repeated-value' };

/** Adds the static inputs and the request fields: the form posts both as text (2.8). */
function withOtherInputs(posted: JsonObject, ...others: readonly JsonObject[]): JsonObject {
  const named = objectOf(posted.properties);
  const added = others.flatMap(({ properties }) => Object.entries(objectOf(properties)));
  const inputs = added
    .filter(([name]) => !Object.hasOwn(named, name))
    .map(([name, field]) => [name, asText(field)]);
  return { ...posted, properties: { ...named, ...Object.fromEntries(inputs) } };
}

function asText(field: JsonValue): JsonObject {
  const { type, description, examples, secret } = objectOf(field);
  const said = type === 'string' ? { description, examples, secret } : { secret };
  return { type: 'string', ...defined(said), clause };
}

/** A message of the contract: a request, an answer, the decoded redirect page, its static inputs or its posted form. */
export type MessageFile =
  | `${DocumentedOperationId}.request`
  | `${Exclude<DocumentedOperationId, 'redirect-payment'>}.answer`
  | 'redirect-payment.page'
  | 'redirect-payment.static'
  | 'redirect-payment.posted';

const expanded = new Map<MessageFile, JsonObject>();
const instrumented = new Map<MessageFile, JsonObject>();
const checks = new Map<MessageFile, ValidateFunction>();

/** The messages with a schema file of their own, such as `capture.answer`: all but the static inputs. */
export function messageFiles(): readonly MessageFile[] {
  return Object.keys(rawSchemas())
    .map((file) => file.replace(/\.schema\.json$/, ''))
    .filter((name): name is MessageFile => /\.(?:request|answer|page|posted)$/.test(name));
}

/** The expanded schema of a message: references resolved, payment groups merged. */
export function schemaOf(file: MessageFile): JsonObject {
  const known = expanded.get(file) ?? expandMessage(file);
  expanded.set(file, known);
  return known;
}

function expandMessage(file: MessageFile): JsonObject {
  if (file === 'redirect-payment.static') return flattenGroups(staticInputs());
  const schema = flattenGroups(expandFile(`${file}.schema.json`));
  return file === 'redirect-payment.posted'
    ? withOtherInputs(schema, schemaOf('redirect-payment.static'), schemaOf('redirect-payment.request'))
    : schema;
}

// The static inputs are defined in the file of the page, but judged as one object of name and value.
function staticInputs(): JsonObject {
  return expandReference('redirect-payment.page.schema.json#/$defs/staticInputs');
}

/** Checks a message against its schema, which is compiled at first use, and records what was evaluated. */
export function inspect(
  file: MessageFile,
  value: JsonValue,
  recording: Recording,
  /** The value as received, if `value` is a copy without its empty members. */
  came: JsonValue = value,
): Breach[] {
  const validate = checkOf(file);
  const breaches = validate.call(recording, value)
    ? []
    : breachesOf(validate.errors ?? [], instrumentedSchema(file), value);
  // The further inputs of a page are not documented, and camel-case names are common there (2.8, 4.3).
  if (file === 'redirect-payment.posted') keepMissedSpellings(recording);
  return [
    ...breaches.map((breach) => withNearName(withWhatCame(breach, came), recording, value)),
    ...listedBreaches(recording, came),
    ...nearBreaches(recording, value, breaches),
  ];
}

/** The expanded schema of a message with the keywords that record what is evaluated. */
function instrumentedSchema(file: MessageFile): JsonObject {
  const known = instrumented.get(file) ?? instrumentSchema(schemaOf(file));
  instrumented.set(file, known);
  return known;
}

function checkOf(file: MessageFile): ValidateFunction {
  const known = checks.get(file) ?? compiler().compile(instrumentedSchema(file));
  checks.set(file, known);
  return known;
}

/** Removes near spellings of members that are not reported as missing. */
function keepMissedSpellings({ undocumented, unlisted }: Recording): void {
  const missed = new Set(unlisted.map(({ name }) => name));
  undocumented.forEach((found, index) => {
    if (found.near === undefined || missed.has(found.near)) return;
    const { near: _near, ...rest } = found;
    undocumented[index] = rest;
  });
}

/** Breaches for missing listed members, except those with a near spelling, which is reported instead. */
function listedBreaches({ unlisted, undocumented }: Recording, value: JsonValue): Breach[] {
  const replaced = new Set(undocumented.map(({ pointer, near }) => `${pointer}/${near}`));
  const pad = createBreachCollector();
  for (const { clause, pointer, name } of unlisted) {
    const place = `${pointer}/${name}`;
    if (replaced.has(place)) continue;
    pad.add(clause, place, () => ({
      clause,
      keyword: 'listed',
      path: pathOfPointer(pointer, value, name),
      kind: 'absent',
      expected: say('listed-member', [], name),
      received: sayAbsent(valueAt(value, pointerSteps(place))),
    }));
  }
  return pad.breaches();
}

/** Says for a member that counts as missing what came instead. */
function withWhatCame(breach: Breach, came: JsonValue): Breach {
  if (breach.keyword !== 'required') return breach;
  return { ...breach, received: sayAbsent(valueAt(came, stepsOfPath(breach.path))) };
}

function sayAbsent(came: JsonValue | undefined): Said {
  return typeof came === 'string' && came.trim() === '' ? say('empty-text') : sayValue(came);
}

/** Adds to a missing member the undocumented member whose name is a near spelling of it. */
function withNearName(breach: Breach, { undocumented }: Recording, value: JsonValue): Breach {
  if (breach.keyword !== 'required') return breach;
  const found = undocumented.find(
    ({ pointer, near }) => near !== undefined && pathOfPointer(pointer, value, near) === breach.path,
  );
  return found === undefined ? breach : { ...breach, received: say('none-but', [found.name.slice(0, 100)]) };
}

/** Breaches for undocumented members that nearly spell a missing member for which no stated clause is broken. */
function nearBreaches({ undocumented }: Recording, value: JsonValue, missed: readonly Breach[]): Breach[] {
  const stated = new Set(missed.filter(({ keyword }) => keyword === 'required').map(({ path }) => path));
  return undocumented.flatMap(({ pointer, name, near }) =>
    near === undefined || stated.has(pathOfPointer(pointer, value, near))
      ? []
      : {
          clause: '2.14/near-spelling',
          keyword: 'near-spelling',
          path: pathOfPointer(pointer, value, name.slice(0, 100)),
          kind: 'extra',
          expected: say('documented-name', [], near),
          received: sayValue(name),
        },
  );
}

/** Turns `sampled` into an assertion with its own clause, and adds to every object the members that it `knows`. */
function instrumentSchema(schema: JsonObject): JsonObject {
  const { sampled, ...instrumented } = mapParts(schema);
  const all = Array.isArray(instrumented.allOf) ? [...instrumented.allOf] : [];
  const soft = sampledClause(schema);
  if (isObject(sampled) && soft !== undefined) all.push({ ...sampled, clause: soft, soft: true });
  if (all.length > 0) instrumented.allOf = all;
  const known = knownNames(schema);
  if (
    known.length > 0 &&
    instrumented.additionalProperties !== false &&
    instrumented.unevaluatedProperties !== false
  ) {
    instrumented.knows = known;
  }
  return instrumented;
}

// Only the parts that apply to every message: a branch of a choice would report members of the other branches.
function mapParts(schema: JsonObject): JsonObject {
  const mapped: JsonObject = {};
  for (const [keyword, part] of Object.entries(schema)) {
    if ((keyword === 'properties' || keyword === 'patternProperties') && isObject(part)) {
      mapped[keyword] = Object.fromEntries(
        Object.entries(part).map(([name, value]) => [name, instrumentValue(value)]),
      );
    } else if (keyword === 'items' || keyword === 'additionalProperties') {
      mapped[keyword] = instrumentValue(part);
    } else if (keyword === 'allOf' && Array.isArray(part)) {
      // The outer object lists the known members of its parts; see knownNames.
      mapped[keyword] = part.map((value) =>
        isObject(value) ? { ...instrumentSchema(value), knows: [] } : value,
      );
    } else {
      mapped[keyword] = part;
    }
  }
  return mapped;
}

function instrumentValue(value: JsonValue): JsonValue {
  return isObject(value) ? instrumentSchema(value) : value;
}

function sampledClause(schema: JsonObject): string | undefined {
  const soft = isObject(schema.clause) ? schema.clause.sampled : undefined;
  return typeof soft === 'string' ? soft : undefined;
}

function knownNames(schema: JsonObject): string[] {
  const own = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isObject).flatMap(knownNames) : [];
  return [...own, ...parts];
}
