import type { ErrorObject } from 'ajv/dist/2020.js';
import type { FindingKind, Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { isObject, listOf, objectOf, pathOf, pointerSteps, type Step } from '../json.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import { isDated } from './formats.ts';

/** One place where a message breaks its schema. */
export interface Breach {
  readonly clause: ClauseId;
  /** The JSON Schema keyword that failed, `listed` or `near-spelling`. */
  readonly keyword: string;
  /** For example `capture_orders[1].amount`. */
  readonly path: string;
  readonly kind: FindingKind;
  readonly expected: Said;
  readonly received: Said;
  /** True if only samples show the requirement. */
  readonly soft?: true;
  /** Upper bound for the verdict, below the evidence of the clause. */
  readonly atMost?: 'warn';
  /** The received value. */
  readonly value?: JsonValue;
  /** Number of further places that break the same clause and are only counted. */
  readonly more?: number;
}

/** Converts a JSON pointer into `root` to the path format of findings; `name` is appended as a member. */
export function pathOfPointer(pointer: string, root: JsonValue, name?: string): string {
  const steps: Step[] = [];
  let part: JsonValue | undefined = root;
  for (const step of pointerSteps(pointer)) {
    steps.push(Array.isArray(part) ? Number(step) : step);
    part = typeof part === 'object' && part !== null ? (part as JsonObject)[step] : undefined;
  }
  return pathOf(name === undefined ? steps : [...steps, name]);
}

const mostPerClause = 100;

/** Converts Ajv errors to breaches: one per place and cause; soft ones only if the place has no hard one. */
export function breachesOf(errors: readonly ErrorObject[], schema: JsonObject, root: JsonValue): Breach[] {
  const told = errors.filter(isReportable);
  const hard = new Set<string>();
  const typed = new Set<string>();
  const misshapen = new Set<string>();
  for (const error of told) {
    if (isSoft(error)) continue;
    hard.add(error.instancePath);
    if (error.keyword === 'type') typed.add(error.instancePath);
    if (error.keyword === 'pattern') misshapen.add(error.instancePath);
  }
  const pad = createBreachCollector();
  for (const error of told) {
    if (isSoft(error) && hard.has(error.instancePath)) continue;
    // A value of the wrong type fails its other keywords for the same reason.
    if (error.keyword !== 'type' && error.keyword !== 'required' && typed.has(error.instancePath)) continue;
    // A date is looked up in the calendar only if it is laid out as one.
    if (error.keyword === 'format' && misshapen.has(error.instancePath)) continue;
    pad.add(clauseOfError(error, schema), `${error.instancePath}/${memberOf(error) ?? ''}`, () =>
      breachOf(error, schema, root),
    );
  }
  return pad.breaches();
}

/** Collects breaches: at most 100 per clause; the last one has the number of the others in `more`. */
export function createBreachCollector() {
  const kept = new Map<ClauseId, { readonly list: Breach[]; readonly places: Set<string>; more: number }>();
  return {
    add(clause: ClauseId, place: string, write: () => Breach): void {
      const page = kept.get(clause) ?? { list: [], places: new Set<string>(), more: 0 };
      kept.set(clause, page);
      if (page.places.has(place)) return;
      if (page.list.length >= mostPerClause) {
        page.more += 1;
      } else {
        page.places.add(place);
        page.list.push(write());
      }
    },
    breaches(): Breach[] {
      return [...kept.values()].flatMap(({ list, more }) => {
        const last = list.at(-1);
        return more === 0 || last === undefined ? list : [...list.slice(0, -1), { ...last, more }];
      });
    },
  };
}

// Keywords without an entry here are about shape.
const kinds: Readonly<Record<string, FindingKind>> = table({
  required: 'absent',
  contains: 'absent',
  additionalProperties: 'extra',
  unevaluatedProperties: 'extra',
  type: 'type',
  maxItems: 'count',
});

function breachOf(error: ErrorObject, schema: JsonObject, root: JsonValue): Breach {
  const name = memberOf(error);
  const kind = kinds[error.keyword] ?? 'shape';
  const absent = kind === 'absent';
  const clause = clauseOfError(error, schema);
  return {
    clause,
    keyword: error.keyword,
    path: pathOfPointer(error.instancePath, root, name),
    kind,
    expected: isUnreal(error) ? realDay(String(error.data)) : expectedBy(error),
    received: absent
      ? say('none')
      : sayValue(name === undefined ? (error.data as JsonValue) : memberValue(error, name)),
    ...(isSoft(error) ? { soft: true } : {}),
    ...(absent || name !== undefined ? {} : { value: error.data as JsonValue }),
  };
}

/** Tells a date or time that is laid out as it must be: with the digits of a real one it would fit. */
function isUnreal({ data, parentSchema = {} }: ErrorObject): boolean {
  const { format, pattern } = firstShape(parentSchema as JsonObject);
  if (typeof data !== 'string' || typeof pattern !== 'string' || !isDated(format)) return false;
  let at = 0;
  return new RegExp(pattern, 'u').test(data.replaceAll(/[0-9]/g, () => '20240101'[at++] ?? '0'));
}

/** The shape of a value: that of the schema itself, or the first of a choice. */
function firstShape(schema: JsonObject): JsonObject {
  return schema.pattern === undefined ? objectOf(listOf(schema.anyOf)[0]) : schema;
}

// Digits of a time come after those of a day.
function realDay(text: string): Said {
  return say(
    'calendar',
    [],
    /^[0-9]{4}-?[0-9]{2}-?[0-9]{2}[T ]?[0-9]/.test(text) ? 'a real date and time' : 'a real date',
  );
}

function memberOf(error: ErrorObject): string | undefined {
  const params = error.params as Record<string, unknown>;
  const name =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  return typeof name === 'string' ? name : undefined;
}

function memberValue(error: ErrorObject, name: string): JsonValue | undefined {
  return isObject(error.data as JsonValue) ? (error.data as JsonObject)[name] : undefined;
}

function isSoft(error: ErrorObject): boolean {
  return (error.parentSchema as JsonObject | undefined)?.soft === true;
}

// "must match one of" already covers the errors of its branches; Ajv adds "if" to the errors of "then".
function isReportable({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'if' && !/\/(?:anyOf|oneOf|contains|not|if)\//.test(schemaPath);
}

/** The clause of an error; 30 February breaks that of the format, in a choice as well. */
function clauseOfError(error: ErrorObject, schema: JsonObject): ClauseId {
  const parent = (error.parentSchema ?? {}) as JsonObject;
  const calendar = objectOf(parent.clause).format;
  const { pattern } = firstShape(parent);
  const isLaidOut =
    error.keyword === 'anyOf' &&
    typeof error.data === 'string' &&
    typeof pattern === 'string' &&
    new RegExp(pattern, 'u').test(error.data);
  return isLaidOut && typeof calendar === 'string' ? calendar : clauseOfKeyword(error, schema);
}

/** The clause of the failing keyword: its own, or that of the nearest enclosing schema. */
function clauseOfKeyword(error: ErrorObject, schema: JsonObject): ClauseId {
  const own = clauseIn(error.parentSchema as JsonObject, error.keyword, memberOf(error));
  if (own !== undefined) return own;
  let found = '';
  let part: JsonValue | undefined = schema;
  for (const step of pointerSteps(error.schemaPath.slice(1))) {
    const name = decodeURIComponent(step);
    if (isObject(part)) found = clauseIn(part, name, undefined) ?? found;
    part = typeof part === 'object' && part !== null ? (part as JsonObject)[name] : undefined;
  }
  return found;
}

function clauseIn(schema: JsonObject, keyword: string, member: string | undefined): ClauseId | undefined {
  const { clause } = schema;
  if (typeof clause === 'string') return clause;
  const ids = isObject(clause) ? clause[keyword] : undefined;
  if (typeof ids === 'string') return ids;
  const id = isObject(ids) && member !== undefined ? ids[member] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function expectedBy(error: ErrorObject): Said {
  const schema = (error.parentSchema ?? {}) as JsonObject;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'contains':
      return say('one-such', [], String(schema.description));
    case 'required':
      return say('member', [], String(params.missingProperty));
    case 'maxItems':
      return say('at-most', [], Number(params.limit));
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return say('documented-only');
    default:
  }
  // The description of a whole message does not describe its type.
  const isWhole = error.keyword === 'type' && error.instancePath === '';
  if (typeof schema.description === 'string' && !isWhole)
    return described(schema.description, schema.examples);
  if (error.keyword === 'type') return say('type', [], withArticle([params.type].flat().join(' or ')));
  return say('rule-of-schema', [], error.message ?? error.keyword);
}

/** The description of a schema, with its final example separated. */
function described(description: string, examples: JsonValue | undefined): Said {
  const example = Array.isArray(examples) && examples.length > 0 ? JSON.stringify(examples[0]) : undefined;
  const end = ` such as ${example}`;
  return example !== undefined && description.endsWith(end)
    ? say('such-as', [], description.slice(0, -end.length), example)
    : say('described', [], description);
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
