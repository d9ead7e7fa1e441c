import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { ValidateFunction } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** Loads Ajv, only when a process has something to compile. */
export function loadAjv(): typeof import('ajv/dist/2020.js') {
  return require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
}

/** Folder of the validators that the build compiled; the sources have none. */
const folder = new URL('./ready-made/', import.meta.url);

/**
 * The validator that the build compiled from a schema, which saves the time Ajv needs; undefined if the suite runs from
 * its sources. `own` has the modules and the `schema` that the code requires, by name.
 */
export function readyMade(
  name: string,
  own: Readonly<Record<string, unknown>> = {},
): ValidateFunction | undefined {
  const file = new URL(`${name}.js`, folder);
  if (!existsSync(file)) return undefined;
  const run = compileFunction(readFileSync(file, 'utf8'), ['module', 'require'], {
    filename: fileURLToPath(file),
  });
  const made: { exports?: ValidateFunction } = {};
  run(made, (wanted: string) => own[wanted] ?? require(wanted));
  return made.exports;
}
