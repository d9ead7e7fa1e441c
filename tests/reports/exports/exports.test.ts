import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { exportedRequests, httpFile, postmanCollection } from '../../../cli/after/export.ts';
import { card, leaks, secrets } from '../canaries.ts';
import { finding } from '../hand-made.ts';
import { evidenceOf, statementOf } from '../small-register.ts';

const payment = {
  merchant_id: '100001',
  card,
  security_code: '917',
  note: '{{base_url}}',
  encryption_data: 'ab',
};
const exchanges = evidenceOf(
  { judgement: { findings: [finding(), finding({ clause: '1.3/return_status/present' })] } },
  {
    id: '000000000b',
    sent: { value: { ...payment, ...secrets } as never },
    judgement: { findings: [finding({ exchange: '000000000b', message: 'two\nlines' })] },
  },
);
const exported = exportedRequests(statementOf(exchanges), exchanges);

test('each exchange of a finding is one request with what it shows', () => {
  const [first] = exported.requests;
  expect(exported.requests).toHaveLength(2);
  expect(exported.base).toBe('https://sandbox.example');
  expect(first).toMatchObject({ id: '000000000a', method: 'POST', path: '/v1/refund' });
  expect(first?.name).toMatch(/ and 1 more \(000000000a\)$/);
});

test('only the chosen operation is exported', () => {
  expect(exportedRequests(statementOf(exchanges), exchanges, 'capture').requests).toEqual([]);
});

test('a request whose body was cut is named and not exported', () => {
  const cut = exchanges.map((one) => ({ ...one, sent: { ...one.sent, shortened: { length: 9_999 } } }));
  expect(exportedRequests(statementOf(exchanges), cut)).toMatchObject({
    requests: [],
    shortened: ['000000000a', '000000000b'],
  });
});

// What version 2.1.0 of the format demands of the members that are used.
const request = {
  type: 'object',
  required: ['name', 'request'],
  properties: {
    request: {
      type: 'object',
      required: ['method', 'url', 'header', 'body'],
      properties: {
        method: { const: 'POST' },
        header: { type: 'array', items: { type: 'object', required: ['key', 'value'] } },
        url: { type: 'object', required: ['raw', 'host', 'path'] },
        body: { type: 'object', required: ['mode', 'raw'], properties: { mode: { const: 'raw' } } },
      },
    },
  },
};
const format = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      properties: {
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    item: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'item'],
        properties: { item: { type: 'array', items: request } },
      },
    },
    variable: {
      type: 'array',
      items: { type: 'object', required: ['key', 'value'], properties: { type: { const: 'string' } } },
    },
  },
};

describe('a Postman collection', () => {
  const text = postmanCollection(exported, 'Findings');
  const collection = JSON.parse(text);

  test('has the form of version 2.1.0', () => {
    const validate = new Ajv({ strict: false }).compile(format);
    expect(validate(collection), JSON.stringify(validate.errors)).toBe(true);
  });

  test('has secrets as variables without a value, and masked values as stand-ins', () => {
    const variables = new Map<string, string>(
      collection.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
    );
    expect(variables.get('CARD')).toBe('');
    expect(variables.get('SECURITY_CODE')).toBe('');
    expect(variables.get('ENCRYPTION_DATA_000000000a')).not.toBe('');
    expect(text).toContain('{{CARD}}');
    expect(leaks(text)).toEqual([]);
  });

  test('every variable of a body is there, and braces that were sent are none', () => {
    const keys = collection.variable.map(({ key }: { key: string }) => key);
    for (const { item } of collection.item)
      for (const one of item) {
        const { raw } = one.request.body;
        for (const [, name] of raw.matchAll(/\{\{([^}]*)\}\}/g)) expect(keys).toContain(name);
        if (one.name.includes('000000000b')) expect(JSON.parse(raw).note).toBe('{{base_url}}');
      }
  });
});

test.each([
  ['application/xml', '<capture><recurring_id>{{$processEnv HOME}}</recurring_id></capture>'],
  ['text/xml; charset=utf-8', '<a b="{{base_url}}">{{{{CARD}}}}</a>'],
  ['application/x-www-form-urlencoded', 'note={{CARD}}'],
])('no template that was sent as %s is filled in', (contentType, body) => {
  const one = evidenceOf({
    operation: 'capture',
    sent: { body, headers: { 'content-type': contentType } },
    judgement: { findings: [finding({ operation: 'capture' })] },
  });
  const text = postmanCollection(exportedRequests(statementOf(one), one), 'Findings');
  const [request] = JSON.parse(text).item[0].item;
  expect(request.request.body.raw).not.toContain('{{');
  expect(request.request.body.raw).toMatch(/&#123;&#123;|%7B%7B/);
});

describe('an .http file', () => {
  const text = httpFile(exported, 'Findings');

  test('has a block for each request, and comments of one line', () => {
    expect(text.match(/^### /gm)).toHaveLength(2);
    expect(text).toContain('POST {{base_url}}/v1/refund\nContent-Type: application/json\n\n{');
    expect(text).toContain('two\\nlines');
  });

  test('sets stand-ins and no secret', () => {
    expect(text).toMatch(/^@ENCRYPTION_DATA_000000000a = \S+$/m);
    expect(text).not.toMatch(/^@CARD/m);
    expect(text).toMatch(/^# Set in the private environment .*\bCARD\b/m);
    expect(leaks(text)).toEqual([]);
  });

  test('leaves out a body that an editor would take for something else', () => {
    const requests = exported.requests.map((one) => ({ ...one, body: '### mine\nGET /' }));
    const left = httpFile({ ...exported, requests }, 'Findings');
    expect(left).toContain('# Left out, since its body would not survive this format: 000000000a');
    expect(left).not.toContain('### mine');
  });
});
