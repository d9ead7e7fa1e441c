import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curlText } from '../../cli/investigate/generate.ts';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { decodeForm } from '../../schemas/media/form.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import { decodeXml } from '../../schemas/media/xml.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Encoding } from '../../schemas/types.ts';
import { encodeRequest } from '../../targets/sending/wire-request.ts';

const operations = documentedOperations.map(({ id }) => id);
const encoded = ({ operation, body }: RequestCase, encoding: Encoding) =>
  encodeRequest(operation, body, { encodings: {} }, { encoding }).body;
const bytes = (text: string) => new TextEncoder().encode(text);

describe('what is sent', () => {
  for (const operation of operations) {
    test(`every ${operation} boundary reads back from its JSON text`, () => {
      const cases = boundaries(operation, defaultContext, 1);
      const changed = cases.filter((made) => {
        const decoded = decodeJson(bytes(encoded(made, 'json')));
        return !decoded.ok || JSON.stringify(decoded.value) !== JSON.stringify(made.body);
      });
      expect(changed).toEqual([]);
    });
  }

  for (const operation of ['query', 'refund-search'] as const) {
    test(`every ${operation} boundary reads back from its form`, () => {
      for (const made of boundaries(operation, defaultContext, 1)) {
        expect(decodeForm(encoded(made, 'form'))).toMatchObject({ ok: true, value: made.body });
      }
    });
  }

  test('a subscription cancellation reads back from its XML', () => {
    const made = sampleOne(validRequest('cancel-subscription', defaultContext), 1);
    const encodings = { 'cancel-subscription': { encoding: 'xml', xmlRoot: 'cancellation' } } as const;
    const text = encodeRequest(made.operation, made.body, { encodings }).body;
    expect(decodeXml(bytes(text))).toMatchObject({ ok: true, value: { cancellation: made.body } });
  });
});

describe('a command that sends a request', () => {
  const refund = sampleOne(validRequest('refund', defaultContext), 1);

  test('passes the body through a shell unchanged', () => {
    const odd = { ...refund, body: { note: `it's "quoted" $HOME \`id\` \\ ü 😀\n` } };
    const script = curlText(odd).replace(/^curl /, "printf '%s\\n' ");
    const words = execFileSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(words).toContain(encoded(odd, 'json'));
    expect(words).toContain('http://127.0.0.1:9/v1/refund');
    expect(words).toContain('Content-Type: application/json');
  });

  test('follows the encoding and header of a target', () => {
    const encodings = { refund: { encoding: 'xml', contentType: 'text/xml', xmlRoot: 'refund' } } as const;
    const text = curlText(refund, { target: { encodings, headers: {}, baseUrl: 'https://pay.example' } });
    expect(text).toContain('Content-Type: text/xml');
    expect(text).toContain('<refund>');
  });
});
