import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rooms, root, sourceFiles } from './source-files.ts';

test('no private word of Playwright is set', () => {
  const setting =
    /\b_(?:workerHash|projectId|fullProject)\b|expectedStatus\s*=[^=]|PW(?:TEST)?_[A-Z_]+['"]?\s*[:\]]?\s*[=:]/;
  const files = rooms.flatMap(sourceFiles).filter(({ text }) => setting.test(text));
  // One test gives such words to see them refused.
  expect(files.map(({ path }) => path)).toEqual(['tests/cli/leaking-variables.test.ts']);
});

/**
 * Where a map beside a compiled spec is found, Playwright names its tests after the source; where its cache lacks the map
 * for a moment, as while another run writes there, after the compiled file: then a worker knows none of them.
 */
test('a compiled spec has no map that may be missing', () => {
  const specs = join(root, 'dist', 'specs');
  const compiled = readdirSync(specs).filter((name) => name.endsWith('.js'));
  expect(compiled).toContain('cancel-subscription.spec.js');
  for (const name of compiled)
    expect(readFileSync(join(specs, name), 'utf8'), name).not.toContain('sourceMappingURL');
});
