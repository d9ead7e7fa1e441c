import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, expect, test } from 'vitest';
import { sourcePlace } from '../../cli/report-failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'place-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a place in the sources is named as it stands in the stack', () => {
  expect(sourcePlace('Error: x\n    at run (/home/me/suite/cli/run/run.ts:12:3)')).toBe('cli/run/run.ts:12');
  expect(sourcePlace('Error: x\n    at node:internal/process:1:1')).toBeUndefined();
});

test('a place in a joined file is named as the sources have it', async () => {
  const lines = [
    'const first = 1;',
    '',
    'export function fail(): never {',
    "  throw new Error('broken');",
    '}',
  ];
  writeFileSync(join(folder, 'fail.ts'), `${lines.join('\n')}\nexport { first };\n`);
  const input = { 'chunks/joined': join(folder, 'fail.ts') };
  const build = await rolldown({ input, platform: 'node' });
  await build.write({ dir: join(folder, 'dist'), format: 'esm', sourcemap: true });
  await build.close();
  const path = join(folder, 'dist/chunks/joined.js');
  const joined = readFileSync(path, 'utf8').split('\n');
  const at = joined.findIndex((line) => line.includes('throw new Error'));
  const column = (joined[at] ?? '').indexOf('throw');
  const stack = `Error: broken\n    at fail (${pathToFileURL(path).href}:${at + 1}:${column + 1})`;
  expect(sourcePlace(stack)).toMatch(/fail\.ts:4$/);
});

test('a joined file without a map is named itself', () => {
  const gone = pathToFileURL(join(folder, 'dist/chunks/run-x1.js')).href;
  expect(sourcePlace(`Error: x\n    at run (${gone}:12:3)`)).toBe('chunks/run-x1.js:12:3');
});
