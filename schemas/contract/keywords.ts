import { _, type Ajv2020, type Code, type KeywordCxt } from 'ajv/dist/2020.js';
import type { DataValidateFunction, FuncKeywordDefinition } from 'ajv/dist/types/index.js';
import { isObject, pointerSteps, valueAt } from '../json.ts';
import { jsonTypeOf } from '../json-type.ts';
import type { ClauseId, JsonObject } from '../types.ts';
import { addVocabulary, vocabulary } from '../vocabulary.ts';
import { nearSpelling } from './near-spelling.ts';
import type { Feature, Recording } from './recording.ts';

/** Teaches the judge's Ajv the same vocabulary with a memory: clauses exercised, members absent, members unknown. */
export function addRecordingVocabulary(ajv: Ajv2020): Ajv2020 {
  addVocabulary(ajv, ['clause', 'listed']);
  ajv.addKeyword({ keyword: 'clause', metaSchema: vocabulary.clause, code: recordClauses });
  ajv.addKeyword(listedKeyword);
  ajv.addKeyword(knowsKeyword);
  ajv.addKeyword({ keyword: 'soft', schemaType: 'boolean' });
  return ajv;
}

/** What a value has to be for a keyword to look at it; keywords that look at every value are left out. */
const looksAt: Readonly<Record<string, 'string' | 'number' | 'array' | 'object'>> = {
  pattern: 'string',
  minLength: 'string',
  maxLength: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  contains: 'array',
  minContains: 'array',
  maxContains: 'array',
  items: 'array',
  required: 'object',
  properties: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  propertyNames: 'object',
  dependentRequired: 'object',
  additionalProperties: 'object',
  unevaluatedProperties: 'object',
};
const looksAtAll = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'not', 'if']);

// Compiled into the validation itself: a function per keyword and entry would cost more than the checks.
function recordClauses(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  const byKind = new Map<string, Set<ClauseId>>();
  const note = (kind: string, id: ClauseId) => byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id));
  if (typeof schema === 'string') {
    for (const kind of kindsOf(cxt.parentSchema)) note(kind, schema);
  } else {
    for (const [keyword, ids] of Object.entries(schema as JsonObject)) {
      if (keyword === 'sampled') continue;
      for (const id of typeof ids === 'string' ? [ids] : Object.values(ids as Record<string, string>)) {
        note(looksAt[keyword] ?? 'any', id);
      }
    }
  }
  for (const [kind, ids] of byKind) {
    const add = () => {
      for (const id of ids) gen.code(_`this.exercised.add(${id})`);
    };
    const test = testOf(kind, data);
    if (test === undefined) add();
    else gen.if(test, add);
  }
}

function kindsOf(schema: JsonObject): readonly string[] {
  const keywords = Object.keys(schema);
  if (keywords.some((keyword) => looksAtAll.has(keyword))) return ['any'];
  const kinds = new Set(keywords.flatMap((keyword) => looksAt[keyword] ?? []));
  return kinds.size === 0 ? ['any'] : [...kinds];
}

function testOf(kind: string, data: Code): Code | undefined {
  if (kind === 'array') return _`Array.isArray(${data})`;
  if (kind === 'object') return _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`;
  if (kind === 'string' || kind === 'number') return _`typeof ${data} == ${kind}`;
  return undefined;
}

interface Listed {
  readonly clause: ClauseId;
  readonly names?: readonly string[];
  readonly ifSent?: readonly string[];
  readonly when?: Partial<Record<Feature, readonly string[]>>;
}

// An identifier that is the empty string identifies nothing; of those that have to be there, a clause of its own says so.
const emptyIsAbsent = new Set(['recurring_id', 'token_id', 'payer_id']);

const listedKeyword: FuncKeywordDefinition = {
  keyword: 'listed',
  type: 'object',
  metaSchema: vocabulary.listed,
  errors: false,
  compile(schema: Listed) {
    const { clause, names = [], ifSent = [], when = {} } = schema;
    const features = Object.entries(when) as [Feature, readonly string[]][];
    return function (this: Recording, data: JsonObject, place) {
      const look = (name: string, expected: boolean) => {
        if (!expected) return;
        this.exercised.add(clause);
        if (!Object.hasOwn(data, name) || (data[name] === '' && emptyIsAbsent.has(name)))
          this.unlisted.push({ clause, pointer: place?.instancePath ?? '', name });
      };
      for (const name of names) look(name, true);
      if (ifSent.length > 0) {
        const sent = valueAt(this.request, pointerSteps(place?.instancePath ?? ''));
        for (const name of ifSent) look(name, isObject(sent) && Object.hasOwn(sent, name));
      }
      for (const [feature, dependent] of features) {
        for (const name of dependent) look(name, this.features.has(feature));
      }
      return true;
    } as DataValidateFunction;
  },
};

// More than this tells a reader nothing new, and a hostile answer may hold a hundred thousand.
const mostUndocumented = 200;

const knowsKeyword: FuncKeywordDefinition = {
  keyword: 'knows',
  type: 'object',
  schemaType: 'array',
  errors: false,
  compile(names: readonly string[]) {
    const known = new Set(names);
    return function (this: Recording, data: JsonObject, place) {
      if (known.size === 0) return true;
      for (const name in data) {
        if (known.has(name) || this.undocumented.length >= mostUndocumented) continue;
        const near = names.find((other) => !Object.hasOwn(data, other) && nearSpelling(name, other));
        const found = { pointer: place?.instancePath ?? '', name, type: jsonTypeOf(data[name]) };
        this.undocumented.push(near === undefined ? found : { ...found, near });
      }
      return true;
    } as DataValidateFunction;
  },
};
