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

test('help and version load no command and no schema', () => {
  expect([...loadedBy('cli/main.ts')].sort()).toEqual([
    'cli/exit-status.ts',
    'cli/main.ts',
    'cli/package-root.ts',
    'cli/subcommands.ts',
    'cli/suite-version.ts',
    'commander',
    'node:fs',
    'node:path',
    'node:url',
    'targets/configuration-error.ts',
  ]);
});

test('what a command loads is seen', () => {
  expect(loadedBy('cli/replay.ts')).toContain('schemas/contract.ts');
});

test('the help has every command with one line of what it does', () => {
  const { stdout } = spawnSync(process.execPath, [join(root, 'cli/conformance.mjs'), '--help'], {
    encoding: 'utf8',
  });
  const text = stdout.replaceAll(/\s+/g, ' ');
  for (const [name, { does }] of Object.entries(subcommands)) expect(text).toContain(`${name} ${does}`);
});

test('a second command in a clone compiles nothing', () => {
  const build = () =>
    spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { encoding: 'utf8' }).stdout;
  build();
  expect(build()).toBe('dist/ is up to date.\n');
});
