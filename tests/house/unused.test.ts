import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rooms, root } from './source-files.ts';

const parts = [...rooms, 'tools', 'package.json', 'playwright.config.ts', 'tsconfig.json', 'knip.config.js'];
const knip = join(root, 'node_modules/knip/bin/knip.js');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'conformance-unused-'));
  for (const part of [...parts, 'vitest.config.ts']) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !path.startsWith(join(root, 'reports', 'out')),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function unused(...words: readonly string[]): { readonly status: number | null; readonly told: string } {
  const { status, stdout } = spawnSync(process.execPath, [knip, ...words], { cwd: copy, encoding: 'utf8' });
  return { status, told: stdout };
}

/** Changes a file of the copy while something is looked at. */
function whileChanged<Seen>(path: string, change: (file: string) => void, look: () => Seen): Seen {
  const file = join(copy, path);
  const before = readFileSync(file);
  change(file);
  const seen = look();
  writeFileSync(file, before);
  return seen;
}

describe('what nothing uses', () => {
  test('fails the gate when it is an export or a dependency', () => {
    const need = (file: string) =>
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace('"ajv":', '"nobody-needs": "1.0.0",\n    "ajv":'),
      );
    const add = (file: string) => appendFileSync(file, 'export const nobodyAsks = 1;\n');
    const { status, told } = whileChanged('package.json', need, () =>
      whileChanged('schemas/luhn.ts', add, () => unused()),
    );
    expect(told).toContain('nobodyAsks');
    expect(told).toContain('nobody-needs');
    expect(status).toBe(1);
  });

  test('fails the gate of the product when only tests use it', () => {
    const add = (file: string) => appendFileSync(file, 'export const onlyTested = 1;\n');
    const { status, told } = whileChanged('schemas/luhn.ts', add, () => unused('--production'));
    expect(told).toContain('onlyTested');
    expect(status).toBe(1);
  });
});
