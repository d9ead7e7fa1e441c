import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rooms, root, sourceFiles } from './source-files.ts';

test('the product sets no private word of Playwright', () => {
  const setting =
    /\b_(?:workerHash|projectId|fullProject)\b|expectedStatus\s*=[^=]|PW(?:TEST)?_[A-Z_]+['"]?\s*[:\]]?\s*[=:]/;
  const product = rooms.filter((room) => room !== 'tests').flatMap(sourceFiles);
  expect(product.filter(({ text }) => setting.test(text)).map(({ path }) => path)).toEqual([]);
  expect(setting.test("env: { PW_DISABLE_TS_ESM: '1' }")).toBe(true);
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
