import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { subcommands } from '../../cli/subcommands.ts';
import { root } from '../house/source-files.ts';

const value = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^']+)'/gm;

/** Files and packages that a module loads as soon as it is imported. */
function loadedBy(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(value)) {
    if (target.startsWith('.')) loadedBy(relative(root, join(root, dirname(file), target)), seen);
    else seen.add(target);
  }
  return seen;
}

test('help and version load no command, no schema and one package', () => {
  const loaded = [...loadedBy('cli/main.ts')];
  expect(loaded.filter((one) => !one.includes('/') && !one.startsWith('node:'))).toEqual(['commander']);
  const own = loaded.filter((one) => one.endsWith('.ts'));
  expect(own).toContain('cli/subcommands.ts');
  // Small ones: every command hears a stop from its first moment on.
  expect(own.length).toBeLessThan(15);
  const heavy = /schemas\/(?:contract|clauses|judge|rules|media)|targets\/(?:settings|target)\.ts/;
  expect(own.filter((file) => heavy.test(file))).toEqual([]);
  const commands = readFileSync(join(root, 'cli/subcommands.ts'), 'utf8').matchAll(
    /import\('\.\/([^']+)'\)/g,
  );
  expect([...commands].filter(([, file = '']) => own.includes(`cli/${file}`))).toEqual([]);
});

test('what a command loads is seen', () => {
  expect(loadedBy('cli/investigate/judge-file.ts')).toContain('schemas/contract.ts');
});

// Each is loaded where it is used: by the runner, for a request through its context, when a schema has to be compiled.
const heavy = [
  '@playwright/test',
  'allure',
  'allure-playwright',
  'allure-js-commons',
  'ajv/dist/2020.js',
  'linkedom',
];

test.each(Object.keys(subcommands))(
  '%s loads neither Playwright nor Allure nor a compiler of schemas',
  (name) => {
    const commands = readFileSync(join(root, 'cli/subcommands.ts'), 'utf8');
    const [, file = ''] = new RegExp(`'?${name}'?: \\{[^}]*import\\('\\./([^']+)'\\)`).exec(commands) ?? [];
    const loaded = loadedBy(`cli/${file}`);
    expect(loaded.size).toBeGreaterThan(3);
    expect(heavy.filter((one) => loaded.has(one))).toEqual([]);
  },
);

test('every command has one line in the help of its group', () => {
  const command = [join(root, 'cli/conformance.mjs'), '--help'];
  const help = spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout.replaceAll(/\s+/g, ' ');
  for (const [name, { does }] of Object.entries(subcommands))
    expect(help.replaceAll(/ \[[^\]]*\]/g, '')).toContain(`${name} ${does}`);
  for (const group of ['Run', 'Investigate', 'Certify', 'Prove']) expect(help).toContain(` ${group}: `);
});

test.each([[[]], [['verify']], [['init']]])('the help of %j fits 80 columns', (words) => {
  const command = [join(root, 'cli/conformance.mjs'), ...words, '--help'];
  const lines = spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout.split('\n');
  // A command to copy stays whole.
  expect(lines.filter((line) => line.length > 80 && !line.includes('npx '))).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
});

test('a second command in a clone compiles nothing', () => {
  const build = () =>
    spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { encoding: 'utf8' }).stdout;
  build();
  expect(build()).toBe('dist/ is up to date.\n');
});
