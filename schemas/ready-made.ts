import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { ValidateFunction } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** Ajv itself, which a process loads only when it has something to compile. */
export function loadAjv(): typeof import('ajv/dist/2020.js') {
  return require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
}

/** Folder of the checks that the build made of schemas; the sources have none. */
const folder = new URL('./ready-made/', import.meta.url);

/**
 * The check that the build made of a schema, so that nobody has to wait while Ajv compiles it; undefined when the suite runs
 * from its sources. `own` is what the code asks for of the suite, by the name that it uses: modules, and the `schema`.
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
