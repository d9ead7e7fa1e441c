import fc from 'fast-check';
import { allOf, type Change, deciding, reshaping } from '../../mock/behaviour.ts';
import type { Reply } from '../../mock/reply.ts';
import { isObject, listOf, objectOf } from '../../schemas/json.ts';
import { longestText } from '../../schemas/judge/grade.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { batches, type FreedomTable, freedom } from './freedom.ts';

const kinds = ['control characters', 'lone surrogates', 'too long', 'no text'] as const;
type Kind = (typeof kinds)[number];

const ways = ['repeated', 'cut', 'question', 'replacement', 'blank', 'left out', 'null', 'as text'] as const;
type Way = (typeof ways)[number];

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;
const surrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function kindOf(value: JsonValue): Kind | undefined {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? undefined : 'no text';
  if (control.test(value)) return 'control characters';
  if (surrogate.test(value)) return 'lone surrogates';
  return value.length > longestText ? 'too long' : undefined;
}

/** Writes a value that the service cannot read; undefined leaves the member out. */
function written(value: JsonValue, way: Way): JsonValue | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const bad = new RegExp(`${control.source}|${surrogate.source}`, 'g');
  switch (way) {
    case 'repeated':
      return value;
    case 'as text':
      return text;
    case 'cut':
      return text.slice(0, Math.min(text.search(new RegExp(`${bad.source}|$`)), 255));
    case 'question':
      return text.replace(bad, '?').slice(0, 255);
    case 'replacement':
      return text.replace(bad, '\ufffd').slice(0, 255);
    case 'blank':
      return '';
    case 'null':
      return null;
    case 'left out':
      return undefined;
  }
}

/** A result in which every value that was sent and cannot be read is written in this way. */
function rewritten(result: JsonObject, sent: JsonObject, kinds: readonly string[], way: Way): JsonObject {
  const members = Object.entries(result).flatMap(([name, value]) => {
    const asked = Object.hasOwn(sent, name) ? sent[name] : undefined;
    const kind = asked === undefined ? undefined : kindOf(asked);
    if (asked === undefined || kind === undefined || !kinds.includes(kind)) return [[name, value] as const];
    const put = written(asked, way);
    return put === undefined ? [] : [[name, put] as const];
  });
  return Object.fromEntries(members);
}

function rewriting(kinds: readonly string[], way: Way): Change {
  return reshaping((reply, { operation, request }): Reply => {
    if (reply.form !== 'json') return reply;
    const value = rewritten(reply.value, request, kinds, way);
    const { batch } = operationOf(operation);
    const [sent, got] = batch === undefined ? [] : [request[batch.field], value[batch.field]];
    if (batch === undefined || !Array.isArray(sent) || !Array.isArray(got)) return { ...reply, value };
    const entries = got.map((entry, at) => rewritten(objectOf(entry), objectOf(sent[at]), kinds, way));
    return { ...reply, value: { ...value, [batch.field]: entries } };
  });
}

const holdsUnreadable = (value: JsonObject, kinds: readonly string[]) =>
  Object.values(value).some((one) => kinds.includes(kindOf(one) ?? ''));

function entriesIn(operation: DocumentedOperationId, request: JsonObject): readonly JsonValue[] {
  return listOf(request[operationOf(operation).batch?.field ?? '']);
}

/** Reads requests although such values are in the entries of a batch or, for other operations, at the top. */
function reading(kinds: readonly string[]): Change {
  return deciding(({ checksSchema }) => ({
    checksSchema(operation, request) {
      const entries = entriesIn(operation, request);
      const parts = operationOf(operation).batch === undefined ? [request] : entries;
      const isRead =
        parts.length > 0 &&
        parts.every(isObject) &&
        parts.some((part) => holdsUnreadable(part as JsonObject, kinds));
      return !isRead && checksSchema(operation, request);
    },
  }));
}

const parameters = fc.record({
  kinds: fc.subarray([...kinds], { minLength: 1 }),
  way: fc.constantFrom(...ways),
});

const reason =
  'The document describes answers to the requests that it allows. What becomes of a text that no sample resembles, in the answer to a request that it does not allow, is not shown (2.14, 7.8).';

/** What becomes of values that a service cannot read. */
export const unreadable: FreedomTable = {
  'unreadable-in-refused-entries': freedom({
    sections: ['2.14', '7.2'],
    reason,
    parameters,
    touches: batches,
    change: ({ kinds, way }) =>
      allOf(
        reading(kinds),
        deciding(({ entryProblem }) => ({
          entryProblem(operation, found, subject) {
            const { entry = {} } = subject;
            return holdsUnreadable(entry, kinds)
              ? { code: '3090', text: 'a value of the entry cannot be read' }
              : entryProblem(operation, found, subject);
          },
        })),
        rewriting(kinds, way),
      ),
  }),
  'unreadable-in-taken-entries': freedom({
    sections: ['2.14', '2.9'],
    reason,
    parameters,
    touches: batches,
    change: ({ kinds, way }) => allOf(reading(kinds), rewriting(kinds, way)),
  }),
  'unreadable-in-taken-calls': freedom({
    sections: ['2.12', '2.13', '2.14'],
    reason,
    parameters,
    touches: ['cancel-subscription', 'payout'],
    change: ({ kinds, way }) => allOf(reading(kinds), rewriting(kinds, way)),
  }),
  'unreadable-in-refused-calls': freedom({
    sections: ['7.8', '2.14'],
    reason,
    parameters: fc.record({
      kinds: fc.subarray([...kinds], { minLength: 1 }),
      way: fc.constantFrom(...ways.filter((way) => way !== 'blank')),
    }),
    touches: ['query', 'capture', 'review', 'cancel', 'cancel-subscription', 'refund', 'refund-search'],
    change: ({ kinds, way }) => rewriting(kinds, way),
  }),
};
