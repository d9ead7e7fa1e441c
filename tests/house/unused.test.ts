import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rooms, root } from './source-files.ts';

const product = rooms.filter((room) => room !== 'tests');
const parts = [...product, 'package.json', 'playwright.config.ts', 'tsconfig.json', 'knip.config.js'];

test('what nothing uses, or only a test, fails the gate of the product', () => {
  const copy = mkdtempSync(join(tmpdir(), 'conformance-unused-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const part of parts)
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !path.startsWith(join(root, 'reports', 'out')),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const change = (path: string, to: (text: string) => string) =>
    writeFileSync(join(copy, path), to(readFileSync(join(copy, path), 'utf8')));
  change('package.json', (text) => text.replace('"ajv":', '"nobody-needs": "1.0.0",\n    "ajv":'));
  change('schemas/luhn.ts', (text) => `${text}export const nobodyAsks = 1;\nexport const onlyTested = 1;\n`);
  mkdirSync(join(copy, 'tests'));
  const use = "import { onlyTested } from '../schemas/luhn.ts';\nexport default onlyTested;\n";
  writeFileSync(join(copy, 'tests/luhn.test.ts'), use);
  const words = [join(root, 'node_modules/knip/bin/knip.js'), '--production'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' });
  for (const name of ['nobodyAsks', 'nobody-needs', 'onlyTested']) expect(stdout).toContain(name);
  expect(status).toBe(1);
});
