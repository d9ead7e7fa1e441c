import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';

const shipped = (name: string) => fileURLToPath(new URL(`../../targets/${name}`, import.meta.url));

describe('target.schema.json', () => {
  const schema = JSON.parse(readFileSync(shipped('target.schema.json'), 'utf8')) as JsonObject;
  const keysWithoutWords = (node: JsonValue, path: string): string[] => {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
    const properties = (node.properties ?? {}) as JsonObject;
    const own = Object.entries(properties).flatMap(([name, value]) => {
      const words = typeof value === 'object' && value !== null && 'description' in value;
      return [...(words ? [] : [`${path}.${name}`]), ...keysWithoutWords(value, `${path}.${name}`)];
    });
    const definitions = Object.entries((node.$defs ?? {}) as JsonObject).flatMap(([name, value]) =>
      keysWithoutWords(value, `$defs.${name}`),
    );
    return [...own, ...keysWithoutWords(node.items ?? null, `${path}[]`), ...definitions];
  };
  test('is a schema of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strictTypes: false, keywords: ['holds'] });
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  });
  test('describes every key', () => {
    expect(keysWithoutWords(schema, '')).toEqual([]);
    expect(keysWithoutWords({ properties: { a: {} } }, '')).toEqual(['.a']);
  });
  test('accepts the target files that come with the suite', () => {
    expect(readTargetFile(shipped('mock.json')).environment).toBe('embedded');
    expect(readTargetFile(shipped('sandbox.example.json')).environment).toBe('sandbox');
  });
  test('has its types in target-keys.ts, as node tools/target-types.mjs writes them', async () => {
    const tool = new URL('../../tools/target-types.mjs', import.meta.url).href;
    const { targetTypes } = (await import(tool)) as { targetTypes(): string };
    expect(readFileSync(shipped('file/target-keys.ts'), 'utf8')).toBe(targetTypes());
  });
});
