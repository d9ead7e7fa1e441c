// Writes the checks that Ajv compiles from schemas as code, because compiling them takes longer than most runs of a
// single schema. The build calls it with its output folder.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import standalone from 'ajv/dist/standalone/index.js';
import { minifySync } from 'rolldown/utils';

/** The code of every check by name, made by the compiled suite in `dist`. */
export async function readyMadeChecks(dist) {
  const load = (file) => import(pathToFileURL(join(dist, file)).href);
  const [{ instrumentedSchema, messageFiles }, { compiler }, { loadAjv }, { targetCheck, targetOptions }] =
    await Promise.all(
      [
        'schemas/contract/compile.js',
        'schemas/contract/compiler.js',
        'schemas/ready-made.js',
        'targets/file/target-file.js',
      ].map(load),
    );
  // Without the options, the messages of a check would be less precise, and no test would notice here.
  if (targetOptions === undefined) throw new Error('targets/file/target-file.ts exports no options');
  // The code requires the schema instead of containing it, because it is already in a file.
  const codeOf = (ajv, schema) => {
    const code = standalone.default(ajv, ajv.compile(schema));
    return minifySync('check.cjs', code.replace(JSON.stringify(schema), 'require("schema")')).code;
  };
  const messages = [...messageFiles(), 'redirect-payment.static'].map((name) => [
    name,
    codeOf(compiler({ source: true }), instrumentedSchema(name)),
  ]);
  const { Ajv2020 } = loadAjv();
  const target = JSON.parse(readFileSync(join(dist, 'targets', 'target.schema.json'), 'utf8'));
  const ofTargets = codeOf(new Ajv2020({ ...targetOptions, code: { source: true } }), target);
  return new Map([...messages, [targetCheck, ofTargets]]);
}

const [, script, dist] = process.argv;
if (dist !== undefined && import.meta.url === pathToFileURL(script).href) {
  const folder = join(dist, 'schemas', 'ready-made');
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of await readyMadeChecks(dist))
    writeFileSync(join(folder, `${name}.js`), `${code}\n`);
}
