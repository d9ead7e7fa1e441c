import type { Ajv2020 } from 'ajv/dist/2020.js';

const clauseId = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)*/.+$' } as const;
const names = { type: 'array', items: { type: 'string' }, uniqueItems: true } as const;

/** What each word of the suite's vocabulary may look like, as JSON Schema: the meta-schema of our keywords. */
export const vocabulary = {
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
export type Word = keyof typeof vocabulary;

/** The words, in the order of the table above. */
export const words = Object.keys(vocabulary) as readonly Word[];

/** Teaches a stock Ajv the suite's keywords as checked annotations that never fail a message. */
export function addVocabulary(ajv: Ajv2020, except: readonly Word[] = []): Ajv2020 {
  for (const word of words) {
    if (!except.includes(word)) ajv.addKeyword({ keyword: word, metaSchema: vocabulary[word] });
  }
  return ajv;
}
