import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ajv, AnySchema } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { minifySync } from 'rolldown/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { instrumentedSchema, type MessageFile, messageFiles } from '../../schemas/contract/compile.ts';
import { compiler } from '../../schemas/contract/compiler.ts';
import { judge } from '../../schemas/judge.ts';
import { loadAjv, readyMade } from '../../schemas/ready-made.ts';
import { targetCheck, targetOptions } from '../../targets/file/target-file.ts';
import { root } from '../house/source-files.ts';
import { deviations } from '../schemas/corpus/deviations.ts';
import { freeExchanges } from '../schemas/corpus/free-exchanges.ts';

const folder = join(root, 'dist/schemas/ready-made');
const messages: readonly MessageFile[] = [...messageFiles(), 'redirect-payment.static'];
const kept = (name: string) => readFileSync(join(folder, `${name}.js`), 'utf8');

function codeOf(ajv: Ajv, schema: AnySchema): string {
  const code = standalone
    .default(ajv, ajv.compile(schema))
    .replace(JSON.stringify(schema), 'require("schema")');
  return `${minifySync('check.cjs', code).code}\n`;
}

describe('the checks that the build makes', () => {
  test('there is one of every message and one of target files, and no other', () => {
    const names = [...messages, targetCheck].map((name) => `${name}.js`);
    expect(readdirSync(folder).sort()).toEqual(names.sort());
  });

  test.each(messages)('that of %s is what the sources give', (name) => {
    const ajv = compiler({ source: true });
    expect(kept(name)).toBe(codeOf(ajv, instrumentedSchema(name)));
  });

  test('that of target files is what the sources give', () => {
    const schema = JSON.parse(readFileSync(join(root, 'targets/target.schema.json'), 'utf8'));
    const ajv = new (loadAjv().Ajv2020)({ ...targetOptions, code: { source: true } });
    expect(kept(targetCheck)).toBe(codeOf(ajv, schema));
  });

  test('the sources have none, so a changed schema is compiled when it is needed', () => {
    expect(readyMade('capture.answer')).toBeUndefined();
  });
});

describe('the compiled suite', () => {
  let compiled: { judge: typeof judge };
  beforeAll(async () => {
    compiled = await import(pathToFileURL(join(root, 'dist/modules/schemas/judge.js')).href);
  });

  test('judges every deviating answer as the sources do', () => {
    expect(deviations.length).toBeGreaterThan(100);
    for (const { exchange, title } of deviations)
      expect(compiled.judge(exchange), title).toEqual(judge(exchange));
  });

  test('judges every answer that the document leaves free as the sources do', () => {
    for (const { exchange, title } of freeExchanges)
      expect(compiled.judge(exchange), title).toEqual(judge(exchange));
  });
});
