import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { printCase, printedBody } from '../../cli/investigate/generate.ts';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { singleFaults } from '../../generators/faults.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { decodeForm } from '../../schemas/media/form.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import { decodeXml } from '../../schemas/media/xml.ts';
import { documentedOperations } from '../../schemas/operations.ts';

const operations = documentedOperations.map(({ id }) => id);
const bytes = (text: string) => new TextEncoder().encode(text);

describe('what is printed is what is sent', () => {
  for (const operation of operations) {
    test(`every ${operation} boundary reads back from its JSON text`, () => {
      const cases = boundaries(operation, defaultContext, 1);
      const changed = cases.filter((made) => {
        const decoded = decodeJson(bytes(printedBody(made, {}, 'json').body));
        return !decoded.ok || JSON.stringify(decoded.value) !== JSON.stringify(made.body);
      });
      expect(changed).toEqual([]);
    });
  }

  for (const operation of ['query', 'refund-search'] as const) {
    test(`every ${operation} boundary reads back from its form`, () => {
      for (const made of boundaries(operation, defaultContext, 1)) {
        expect(decodeForm(printedBody(made, {}, 'form').body)).toMatchObject({ ok: true, value: made.body });
      }
    });
  }

  test('a subscription cancellation reads back from its XML', () => {
    const made = sampleOne(validRequest('cancel-subscription', defaultContext), 1);
    const text = printedBody(made, {
      encodings: { 'cancel-subscription': { encoding: 'xml', xmlRoot: 'cancellation' } },
    }).body;
    expect(decodeXml(bytes(text))).toMatchObject({ ok: true, value: { cancellation: made.body } });
  });

  test('a signature is printed when a signer is given', () => {
    const made = sampleOne(validRequest('query', defaultContext), 1);
    const sign = () => 'f'.repeat(64);
    expect(JSON.parse(printedBody(made, { sign }, 'json').body)).toEqual({
      ...made.body,
      encryption_data: 'f'.repeat(64),
    });
    expect(JSON.parse(printCase(made, 'jsonl', { sign })).body.encryption_data).toBe('f'.repeat(64));
    expect(printCase(made, 'curl')).not.toContain('encryption_data');
  });
});

describe('formats', () => {
  const made = singleFaults('refund', defaultContext, 1).find(
    ({ name }) => name === 'amount/wrong shape "12,34"',
  );
  const refund = made ?? sampleOne(validRequest('refund', defaultContext), 1);

  test('jsonl is one line that holds everything', () => {
    const text = printCase(refund, 'jsonl');
    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toEqual(refund);
  });

  test('json is the same, indented', () => {
    expect(JSON.parse(printCase(refund, 'json'))).toEqual(refund);
    expect(printCase(refund, 'json')).toContain('\n  "operation": "refund"');
  });

  test('form and xml carry name, clause and expectation in a comment', () => {
    const about = 'refund · fault · amount/wrong shape "12,34" · 2.9/request/amount/decimal · not-shown';
    expect(printCase(refund, 'form').split('\n')[0]).toContain(about);
    expect(printCase(refund, 'xml').split('\n')[0]).toBe(
      `<!-- ${about} · breaks 2.9/request/amount/decimal -->`,
    );
  });

  test('no name ends an XML comment early', () => {
    const text = printCase({ ...refund, name: 'amount/wrong shape "-->"' }, 'xml');
    expect(text.split('\n')[0]?.match(/--/g)).toHaveLength(2);
  });

  test('the command passes the body through a shell unchanged', () => {
    const odd = { ...refund, body: { note: `it's "quoted" $HOME \`id\` \\ ü 😀\n` } };
    const script = printCase(odd, 'curl').replace(/^curl /m, "printf '%s\\n' ");
    const words = execFileSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(words).toContain(printedBody(odd, {}, 'json').body);
    expect(words).toContain('http://127.0.0.1:9/v1/refund');
    expect(words).toContain('Content-Type: application/json');
  });

  test('the command follows the encoding and header of a target', () => {
    const text = printCase(refund, 'curl', {
      encodings: { refund: { encoding: 'xml', contentType: 'text/xml', xmlRoot: 'refund' } },
    });
    expect(text).toContain('Content-Type: text/xml');
    expect(text).toContain('<refund>');
  });
});
