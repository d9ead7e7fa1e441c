import { documentedOperations } from '../schemas/operations.ts';
import { about, test } from './fixtures/index.ts';
import type { Situation } from './support/service.ts';

const json = 'application/json';

/** Requests that fail before their fields are read (7.8), without money or party: refusable, never a crash. */
const malformed: readonly (Situation & { readonly name: string })[] = [
  { name: 'empty body', rawBody: '', contentType: json },
  { name: 'truncated JSON', rawBody: '{"not_documented":"1', contentType: json },
  { name: 'JSON with a trailing comma', rawBody: '{"not_documented":"1",}', contentType: json },
  { name: 'JSON array', rawBody: '[]', contentType: json },
  { name: 'JSON null', rawBody: 'null', contentType: json },
  { name: 'JSON nested 200 deep', rawBody: `${'['.repeat(200)}${']'.repeat(200)}`, contentType: json },
  {
    name: 'JSON with a repeated member',
    rawBody: '{"not_documented":"1","not_documented":"2"}',
    contentType: json,
  },
  { name: 'XML without an end', rawBody: '<request><not_documented>1', contentType: 'application/xml' },
  {
    name: 'XML with a document type',
    rawBody: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    contentType: 'application/xml',
  },
  {
    name: 'form with a broken escape',
    rawBody: 'not_documented=%E0%A4%A',
    contentType: 'application/x-www-form-urlencoded',
  },
  { name: 'unknown media type', rawBody: 'not_documented: 1', contentType: 'application/yaml' },
  { name: 'method GET', rawBody: '', contentType: json, method: 'GET' },
  { name: 'method PUT', rawBody: '{}', contentType: json, method: 'PUT' },
];

const large = {
  name: 'one value of 256 KiB',
  rawBody: JSON.stringify({ not_documented: 'x'.repeat(262_144) }),
  contentType: json,
};

for (const [number, { id, path }] of documentedOperations.entries()) {
  test(
    `survives malformed calls of ${id}`,
    about(id, {
      clauses: ['7.8/robustness', '1/operations/other-method', '1/operations/unknown-path'],
    }),
    async ({ service, harness }) => {
      // Each operation gets one half of the malformed calls, and the other half with the next seed.
      const turn = number + harness.settings.seed;
      const half = malformed.filter((_call, at) => (at + turn) % 2 === 0);
      const calls = [...half, large, { path: `${path}/unknown`, name: 'unknown path' }];
      await service.beside(calls, (own, { name, ...options }) =>
        own.send(id, {}, { ...options, intent: 'odd', caseName: name }),
      );
    },
  );
}
