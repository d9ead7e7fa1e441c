import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

let validate: ValidateFunction | undefined;

function compiled(): ValidateFunction {
  const file = new URL('../statement.schema.json', import.meta.url);
  validate ??= new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  return validate;
}

/** Problems of a statement against `statement.schema.json`, one line each; none when it is valid. */
export function validateStatement(value: unknown): readonly string[] {
  const check = compiled();
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` "${String(params.additionalProperty)}"` : '';
    return `${instancePath === '' ? 'the statement' : instancePath} ${message ?? 'is wrong'}${extra}`;
  });
}
