import { beforeAll, describe, expect, test } from 'vitest';
import { judgeHar } from '../../cli/judge/har.ts';
import { inStoredWords } from '../../reports/evidence/rebuild.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { rejudge } from '../../reports/verify/rejudge.ts';
import { judge } from '../../schemas/judge.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId, Exchange, JsonObject, JsonValue } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';
import { base, entryOf, refundAnswer, refundBody } from '../cli/har-file.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { pageOf, visitOf } from '../schemas/corpus/page.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf, type Told } from '../schemas/exchange-of.ts';
import { complaintOf, environment, folderWith, sandbox } from '../targets/target-folder.ts';

/** Names that every object inherits. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];
const operations = documentedOperations.map(({ id }) => id);

beforeAll(() => startRedaction({ seed: 7, secrets: ['a-key-of-the-merchant'] }));

/** A value with a member of a name added to each of its objects. */
function withMember(value: JsonValue, name: string): JsonValue {
  if (Array.isArray(value)) return value.map((part) => withMember(part, name));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(
    ([own, part]) => `${JSON.stringify(own)}:${JSON.stringify(withMember(part, name))}`,
  );
  return JSON.parse(`{${[...members, `${JSON.stringify(name)}:"x"`].join()}}`);
}

/** The value once for each of its texts, which a name replaces. */
function withText(value: JsonValue, name: string): readonly JsonValue[] {
  if (typeof value === 'string') return [name];
  if (Array.isArray(value))
    return value.flatMap((part, at) => withText(part, name).map((fresh) => value.with(at, fresh)));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([member, part]) =>
    withText(part, name).map((fresh) => ({ ...value, [member]: fresh })),
  );
}

function bodyOf(operation: DocumentedOperationId, value: JsonValue): string {
  const isXml = operation === 'direct-payment' || operation === 'apm-payment';
  return isXml ? encodeXml(value as JsonObject, { root: 'respon' }) : JSON.stringify(value);
}

const answerOf = (operation: DocumentedOperationId): JsonValue =>
  operation === 'redirect-payment' ? {} : answers[operation];
const madeOf = (operation: DocumentedOperationId, request: JsonValue, body: JsonValue, told?: Told) =>
  exchangeOf(operation, request, operation === 'redirect-payment' ? pageOf() : bodyOf(operation, body), told);

function expectKept(exchange: Exchange): void {
  const evidence = inStoredWords(redactExchange({ exchange, judgement: judge(exchange) }));
  expect(JSON.stringify(evidence)).not.toContain('withheld');
  expect(rejudge({ exchanges: [evidence], notes: [], problems: [] }).problems).toEqual([]);
}

describe.each(names)('what is called %s is judged, recorded and judged again', (name) => {
  // Each text is replaced by two of the names, and each name stands in a third of all texts.
  const third = names.indexOf(name) % 3;
  const someTexts = (value: JsonValue) => withText(value, name).filter((_, at) => at % 3 === third);

  test.each(operations)('as a member of request and answer of %s', (operation) => {
    const [request, answer] = [requests[operation], answerOf(operation)];
    expectKept(madeOf(operation, withMember(request, name), answer));
    expectKept(madeOf(operation, request, withMember(answer, name)));
  });

  test.each(operations)('as texts of request and answer of %s', (operation) => {
    const [request, answer] = [requests[operation], answerOf(operation)];
    for (const value of someTexts(request)) expectKept(madeOf(operation, value, answer));
    for (const value of someTexts(answer)) expectKept(madeOf(operation, request, value));
  });

  test('as a header, in a query and as the words of a status', () => {
    const headers = Object.assign(table<string>(), { 'content-type': 'application/json', [name]: name });
    const url = `http://127.0.0.1:8080/v1/query?${name}=${name}&${name}[${name}]=1`;
    expectKept(madeOf('query', requests.query, answers.query, { headers, sent: { url, headers } }));
    expectKept(madeOf('query', requests.query, name, { status: 400 }));
  });

  test('as an input of a page, and as one that was posted', () => {
    const body = pageOf({ inputs: [`<input type="hidden" name="${name}" value="${name}">`] });
    const page = visitOf(Object.assign(table<string>(), { [name]: name }));
    expectKept(exchangeOf('redirect-payment', requests['redirect-payment'], body, { page }));
  });

  test('as a member and a header of a HAR file', () => {
    const request = withMember(refundBody, name) as JsonObject;
    const answer = withMember(refundAnswer(), name) as JsonObject;
    const entry = entryOf('/v1/refund', request, answer);
    const headers = [{ name, value: name }];
    const har = { log: { entries: [{ ...entry, request: { ...entry.request, headers } }] } };
    const { cases, unjudged } = judgeHar('shop.har', Buffer.from(JSON.stringify(har)), base);
    expect(unjudged).toEqual([]);
    expect(cases).toHaveLength(1);
  });

  test('in a target file as each text and as each key, in a sentence of its own', () => {
    const full = {
      ...sandbox,
      limits: { currencies: [{ currency: 'EUR', amountPerRequest: '1.00' }] },
      encodings: { refund: { encoding: 'json' } },
      capabilities: { payout: false },
    };
    const files = [...withText(full, name), withMember(full, name)];
    for (const content of files) {
      const folder = folderWith({ 'target.json': content });
      expect(complaintOf(() => void loadTarget(`${folder}/target.json`, environment))).toMatch(/\S/);
    }
  });
});
