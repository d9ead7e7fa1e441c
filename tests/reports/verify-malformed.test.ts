import { beforeAll, describe, expect, test } from 'vitest';
import { inStoredWords, judgedOf } from '../../reports/evidence/rebuild.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { rejudge } from '../../reports/verify/rejudge.ts';
import { answerOf } from '../../schemas/history/outcome.ts';
import { judge } from '../../schemas/judge.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { pageOf } from '../schemas/corpus/page.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const key = 'a-key-of-the-merchant-that-is-longer-than-its-mask';
beforeAll(() => startRedaction({ seed: 7, secrets: [key, 'sixsix'] }));

type Breaking = (text: string) => string | Uint8Array;
const last = (text: string, sign: string, fresh: string) => {
  const at = text.lastIndexOf(sign);
  return text.slice(0, at) + fresh + text.slice(at + sign.length);
};
const otherBytes: Breaking = (text) =>
  Buffer.concat([Buffer.from(text.slice(0, -8)), Buffer.from([0xc3, 0x28]), Buffer.from(text.slice(-8))]);

const jsonWays: Readonly<Record<string, Breaking>> = {
  'its last sign is missing': (text) => text.slice(0, -1),
  'a comma before its end': (text) => last(text, '}', ',}'),
  'two commas': (text) => last(text, ',', ',,'),
  'a name without quotes': (text) => last(text, '}', ',bare:1}'),
  'a line end inside a text': (text) => last(text, '"}', '\n"}'),
  'a second value behind it': (text) => `${text}{}`,
  'a word that JSON does not know': (text) => last(text, '}', ',"n":NaN}'),
  'bytes that are no UTF-8': otherBytes,
  'one name twice': (text) => last(text, '}', ',"return_status":"1","return_status":"1"}'),
};
const xmlWays: Readonly<Record<string, Breaking>> = {
  'its last sign is missing': (text) => text.slice(0, -1),
  'an ampersand': (text) => last(text, '</', '<x>a & b</x></'),
  'an unknown entity': (text) => last(text, '</', '<x>&who;</x></'),
  'a sign of a tag inside a text': (text) => last(text, '</', '<x>1 < 2</x></'),
  'an element that is not closed': (text) => last(text, '</', '<x></'),
  'an attribute without a value': (text) => last(text, '</', '<x a>1</x></'),
  'a second root': (text) => `${text}<respon/>`,
  'bytes that are no UTF-8': otherBytes,
};
const ways = {
  json: jsonWays,
  xml: xmlWays,
  html: {
    'its end is missing': (text) => text.slice(0, -20),
    'no page at all': (text) => `refused: ${text.replaceAll(/<[^>]*>/g, ' ')}`,
    'two forms': (text) => last(text, '</body>', '<form name="theForm"></form></body>'),
  } satisfies Record<string, Breaking>,
} as const;

const personal: JsonObject = {
  trace: `${key} and sixsix and 4111111111111111 and someone@example.com`,
  first_name: 'Zephyrina',
  email: 'zephyrina@example.com',
};

/** Answers with masked values of other lengths before everything else. */
function bodyOf(operation: DocumentedOperationId): string {
  if (operation === 'redirect-payment')
    return pageOf({
      inputs: Object.entries(personal).map(
        ([name, value]) => `<input name="${name}" value="${String(value)}">`,
      ),
    });
  const value = { ...personal, ...answers[operation] };
  const isXml = operationOf(operation).answers === 'xml';
  return isXml ? encodeXml(value, { root: 'respon' }) : JSON.stringify(value);
}

const cases = documentedOperations.flatMap(({ id, answers: medium }) =>
  Object.entries<Breaking>(ways[medium]).map(([way, breaking]) => ({ id, medium, way, breaking })),
);

describe('evidence of a malformed answer holds when it is judged again', () => {
  test.each(cases)('$id: $way', ({ id, medium, breaking }) => {
    const exchange = exchangeOf(id, requests[id], breaking(bodyOf(id)));
    const judgement = judge(exchange);
    if (medium !== 'html') expect(judgement.findings.length).toBeGreaterThan(0);
    const masked = redactExchange({ exchange, judgement });
    const evidence = inStoredWords(masked);
    expect(JSON.stringify(evidence)).not.toContain(key);
    expect(evidence.judgement.findings.map(({ clause }) => clause)).toEqual(
      judgement.findings.map(({ clause }) => clause),
    );
    expect(rejudge({ exchanges: [evidence], notes: [], problems: [] }).problems).toEqual([]);
  });

  test('and without the words of what is stored, it does not', () => {
    const exchange = exchangeOf('query', requests.query, jsonWays['two commas']?.(bodyOf('query')) ?? '');
    const evidence = redactExchange({ exchange, judgement: judge(exchange) });
    expect(rejudge({ exchanges: [evidence], notes: [], problems: [] }).problems).toHaveLength(1);
  });
});

test('a text of which only an entity is known is compared with nothing', () => {
  const text = encodeXml({ ...answers['direct-payment'], transaction_id: 'T' }, { root: 'respon' });
  const body = text
    .replace('<respon>', '<!DOCTYPE respon [<!ENTITY a "T1">]><respon>')
    .replace('>T<', '>&a;<');
  const exchange = exchangeOf('direct-payment', requests['direct-payment'], body);
  const judged = { exchange, judgement: judge(exchange) };
  const again = judgedOf(redactExchange(judged));
  expect(judged.judgement.outcome).toBe('accepted');
  expect([judged, again].map((one) => answerOf(one).transaction_id)).toEqual([undefined, undefined]);
  expect(answerOf(again).order_no).toBe(requests['direct-payment'].order_no);
});
