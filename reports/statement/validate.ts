import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { loadAjv } from '../../schemas/ready-made.ts';

let validate: ValidateFunction | undefined;

/** Problems of a statement against `statement.schema.json`, one line each; none when it is valid. */
export function validateStatement(value: unknown): readonly string[] {
  const schema = () => readFileSync(new URL('../statement.schema.json', import.meta.url), 'utf8');
  const { Ajv2020 } = loadAjv();
  validate ??= new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(schema()));
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` "${String(params.additionalProperty)}"` : '';
    return `${instancePath === '' ? 'the statement' : instancePath} ${message ?? 'is wrong'}${extra}`;
  });
}
