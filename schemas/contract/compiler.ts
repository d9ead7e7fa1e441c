import type { Ajv2020, Code, KeywordCxt } from 'ajv/dist/2020.js';
import { loadAjv } from '../load-ajv.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject } from '../types.ts';
import { formats } from './formats.ts';
import { noteListed, noteUnknown } from './noting.ts';

const clauseId = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)*/.+$' } as const;
const names = { type: 'array', items: { type: 'string' }, uniqueItems: true } as const;

/** The meta-schema of the suite's keywords: the allowed form of each, as JSON Schema. */
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
  // Wording and evidence of the clauses that the register takes from the request schemas.
  called: { type: 'string', minLength: 1 },
  memberSuffix: { type: 'string', minLength: 1 },
  states: { type: 'string', minLength: 1 },
  evidence: { enum: ['stated', 'sampled', 'implied'] },
} as const;

/** A keyword of the suite that standard JSON Schema does not have. */
type Word = keyof typeof vocabulary;

/** The keywords, in the order of the table above. */
export const words = Object.keys(vocabulary) as readonly Word[];

/** Adds to a standard Ajv the formats, and the suite's keywords as validated annotations that never reject a message. */
export function addVocabulary(ajv: Ajv2020, except: readonly Word[] = []): Ajv2020 {
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const word of words) {
    if (!except.includes(word)) ajv.addKeyword({ keyword: word, metaSchema: vocabulary[word] });
  }
  return ajv;
}

/** The code generator of Ajv, loaded only if something is compiled. */
type Codegen = Pick<typeof import('ajv/dist/2020.js'), '_' | 'str' | 'Name'>;

/** Adds the keywords to the judge's Ajv with recording: exercised clauses, missing members, unknown members. */
function addRecordingVocabulary(ajv: Ajv2020, codegen: Codegen): Ajv2020 {
  addVocabulary(ajv, ['clause', 'listed']);
  ajv.addKeyword({
    keyword: 'clause',
    metaSchema: vocabulary.clause,
    code: (cxt) => recordClauses(cxt, codegen),
  });
  ajv.addKeyword({
    keyword: 'listed',
    type: 'object',
    metaSchema: vocabulary.listed,
    code: (cxt) => callNote(cxt, codegen, noteListed),
  });
  ajv.addKeyword({
    keyword: 'knows',
    type: 'object',
    schemaType: 'array',
    code: (cxt) => callNote(cxt, codegen, noteUnknown),
  });
  ajv.addKeyword({ keyword: 'soft', schemaType: 'boolean' });
  return ajv;
}

function callNote(
  { gen, data, it, schemaCode }: KeywordCxt,
  { _, str, Name }: Codegen,
  note: typeof noteListed | typeof noteUnknown,
): void {
  const pointer = str`${new Name('instancePath')}${it.errorPath}`;
  gen.code(_`${gen.scopeValue('func', { ref: note })}(this, ${data}, ${pointer}, ${schemaCode})`);
}

/** The type of value that a keyword of the messages applies to; keywords that apply to every value are not listed. */
const looksAt: Readonly<Record<string, 'string' | 'array' | 'object'>> = table({
  pattern: 'string',
  format: 'string',
  minLength: 'string',
  maxLength: 'string',
  maxItems: 'array',
  contains: 'array',
  items: 'array',
  required: 'object',
  properties: 'object',
  additionalProperties: 'object',
  unevaluatedProperties: 'object',
});
const looksAtAll = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'not', 'if']);

// Compiled into the validator: one function call per keyword and entry would cost more than the checks.
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

/** A test for a value that could break the clause; an empty value exercises nothing. */
function testOf(kind: string, data: Code, { _ }: Codegen): Code {
  const isText = _`typeof ${data} == "string" && ${data}.trim() !== ""`;
  const isFilled = _`typeof ${data} == "object" && ${data} !== null && Object.keys(${data}).length > 0`;
  if (kind === 'array') return _`Array.isArray(${data}) && ${data}.length > 0`;
  if (kind === 'object') return _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`;
  if (kind === 'string') return isText;
  return _`(${isText}) || (${isFilled}) || (typeof ${data} != "string" && typeof ${data} != "object")`;
}

let ajv: Ajv2020 | undefined;

/** The Ajv that validates messages. */
export function compiler(): Ajv2020 {
  if (ajv !== undefined) return ajv;
  const { Ajv2020: Ajv, ...codegen } = loadAjv();
  ajv = addRecordingVocabulary(
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
      // Optimising the code of a schema takes longer than it saves.
      code: { optimize: false },
    }),
    codegen,
  );
  return ajv;
}
