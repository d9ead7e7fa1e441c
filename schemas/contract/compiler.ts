import type { Ajv2020, Code, KeywordCxt } from 'ajv/dist/2020.js';
import { loadAjv } from '../ready-made.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject } from '../types.ts';
import { noteListed, noteUnknown } from './noting.ts';

const clauseId = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)*/.+$' } as const;
const names = { type: 'array', items: { type: 'string' }, uniqueItems: true } as const;

/** What each word of the suite's vocabulary may look like, as JSON Schema: the meta-schema of our keywords. */
const vocabulary = {
  clause: {
    oneOf: [
      clauseId,
      {
        type: 'object',
        minProperties: 1,
        additionalProperties: {
          oneOf: [clauseId, { type: 'object', minProperties: 1, additionalProperties: clauseId }],
        },
      },
    ],
  },
  sampled: { type: 'object' },
  listed: {
    type: 'object',
    required: ['clause'],
    properties: {
      clause: clauseId,
      names,
      ifSent: names,
      when: {
        type: 'object',
        properties: { subscription: names, token: names, risk: names },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  },
  secret: { enum: ['card', 'security-code', 'token', 'signature', 'personal'] },
  misfits: { type: 'array', minItems: 1 },
  // How the clauses are worded that the register takes from the request schemas, and how strongly they are said.
  called: { type: 'string', minLength: 1 },
  memberSuffix: { type: 'string', minLength: 1 },
  states: { type: 'string', minLength: 1 },
  evidence: { enum: ['stated', 'sampled', 'implied'] },
} as const;

/** A word of the suite's vocabulary: a keyword that stock JSON Schema does not know. */
type Word = keyof typeof vocabulary;

/** The words, in the order of the table above. */
export const words = Object.keys(vocabulary) as readonly Word[];

/** Teaches a stock Ajv the suite's keywords as checked annotations that never fail a message. */
export function addVocabulary(ajv: Ajv2020, except: readonly Word[] = []): Ajv2020 {
  for (const word of words) {
    if (!except.includes(word)) ajv.addKeyword({ keyword: word, metaSchema: vocabulary[word] });
  }
  return ajv;
}

/** What writes code in the words of Ajv: a part of its module, which is loaded only where something is compiled. */
type Codegen = Pick<typeof import('ajv/dist/2020.js'), '_' | 'str' | 'Name'>;

/** Teaches the judge's Ajv the same vocabulary with a memory: clauses exercised, members absent, members unknown. */
function addRecordingVocabulary(ajv: Ajv2020, codegen: Codegen): Ajv2020 {
  const { _ } = codegen;
  addVocabulary(ajv, ['clause', 'listed']);
  ajv.addKeyword({
    keyword: 'clause',
    metaSchema: vocabulary.clause,
    code: (cxt) => recordClauses(cxt, codegen),
  });
  // What is in place of a function where the code is kept as text: see ready-made.ts.
  const listed = { ref: noteListed, code: _`require("noting").noteListed` };
  const knows = { ref: noteUnknown, code: _`require("noting").noteUnknown` };
  ajv.addKeyword({
    keyword: 'listed',
    type: 'object',
    metaSchema: vocabulary.listed,
    code: (cxt) => callNote(cxt, codegen, listed),
  });
  ajv.addKeyword({
    keyword: 'knows',
    type: 'object',
    schemaType: 'array',
    code: (cxt) => callNote(cxt, codegen, knows),
  });
  ajv.addKeyword({ keyword: 'soft', schemaType: 'boolean' });
  return ajv;
}

type Note = { readonly ref: typeof noteListed | typeof noteUnknown; readonly code: Code };

function callNote({ gen, data, it, schemaCode }: KeywordCxt, { _, str, Name }: Codegen, note: Note): void {
  const pointer = str`${new Name('instancePath')}${it.errorPath}`;
  gen.code(_`${gen.scopeValue('func', note)}(this, ${data}, ${pointer}, ${schemaCode})`);
}

/** What a value has to be for a keyword to look at it; keywords that look at every value are left out. */
const looksAt: Readonly<Record<string, 'string' | 'number' | 'array' | 'object'>> = table({
  pattern: 'string',
  calendar: 'string',
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
});
const looksAtAll = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'not', 'if']);

// Compiled into the validation itself: a function per keyword and entry would cost more than the checks.
function recordClauses({ gen, data, schema, parentSchema }: KeywordCxt, codegen: Codegen): void {
  const { _ } = codegen;
  const byKind = new Map<string, Set<ClauseId>>();
  const note = (kind: string, id: ClauseId) => byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id));
  if (typeof schema === 'string') {
    for (const kind of kindsOf(parentSchema)) note(kind, schema);
  } else {
    for (const [keyword, ids] of Object.entries(schema as JsonObject)) {
      if (keyword === 'sampled') continue;
      for (const id of typeof ids === 'string' ? [ids] : Object.values(ids as Record<string, string>)) {
        note(looksAt[keyword] ?? 'any', id);
      }
    }
  }
  for (const [kind, ids] of byKind) {
    gen.if(testOf(kind, data, codegen), () => {
      for (const id of ids) gen.code(_`this.exercised.add(${id})`);
    });
  }
}

function kindsOf(schema: JsonObject): readonly string[] {
  const keywords = Object.keys(schema);
  if (keywords.some((keyword) => looksAtAll.has(keyword))) return ['any'];
  const kinds = new Set(keywords.flatMap((keyword) => looksAt[keyword] ?? []));
  return kinds.size === 0 ? ['any'] : [...kinds];
}

/** A condition is met by a value that could have been wrong: an empty one exercises nothing. */
function testOf(kind: string, data: Code, { _ }: Codegen): Code {
  const isText = _`typeof ${data} == "string" && ${data}.trim() !== ""`;
  const isFilled = _`typeof ${data} == "object" && ${data} !== null && Object.keys(${data}).length > 0`;
  if (kind === 'array') return _`Array.isArray(${data}) && ${data}.length > 0`;
  if (kind === 'object') return _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`;
  if (kind === 'string') return isText;
  if (kind === 'number') return _`typeof ${data} == "number"`;
  return _`(${isText}) || (${isFilled}) || (typeof ${data} != "string" && typeof ${data} != "object")`;
}

let ajv: Ajv2020 | undefined;

/** The Ajv that messages are judged with; `source` keeps the code of what it compiles, so that it can be written down. */
export function compiler({ source = false } = {}): Ajv2020 {
  if (ajv !== undefined && !source) return ajv;
  const { Ajv2020: Ajv, _, str, Name } = loadAjv();
  const made = addRecordingVocabulary(
    new Ajv({
      allErrors: true,
      verbose: true,
      passContext: true,
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowUnionTypes: true,
      addUsedSchema: false,
      validateSchema: false,
      ...(source ? { code: { source } } : {}),
    }),
    { _, str, Name },
  );
  if (!source) ajv = made;
  return made;
}
