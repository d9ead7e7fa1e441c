import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkedOutFacts, packedFacts } from '../../cli/certify/suite-facts.ts';
import { emptyFolder } from './command.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function checkout(): string {
  const root = emptyFolder();
  mkdirSync(join(root, 'schemas'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'schemas/judge.ts'), 'one');
  writeFileSync(join(root, 'package.json'), '{}');
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: root });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  return root;
}

describe('the facts of a checkout', () => {
  test('name its commit, and that nothing was changed', () => {
    const root = checkout();
    writeFileSync(join(root, 'docs/page.md'), 'no part of a run');
    expect(checkedOutFacts(root)).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{12}$/), changed: [] });
  });

  test('name every file that was changed, added or removed', () => {
    const root = checkout();
    writeFileSync(join(root, 'schemas/judge.ts'), 'two');
    writeFileSync(join(root, 'schemas/more.ts'), 'more');
    spawnSync('rm', [join(root, 'package.json')]);
    expect(checkedOutFacts(root).changed).toEqual([
      { path: 'package.json' },
      { path: 'schemas/judge.ts', sha256: sha256('two') },
      { path: 'schemas/more.ts', sha256: sha256('more') },
    ]);
  });

  test('say nothing where git knows nothing', () => {
    expect(checkedOutFacts(emptyFolder())).toEqual({ commit: undefined, changed: undefined });
  });
});

describe('the facts of an installed package', () => {
  test('name the files that are not as they were packed', () => {
    const root = emptyFolder();
    mkdirSync(join(root, 'dist/schemas'), { recursive: true });
    for (const name of ['a', 'b', 'c']) writeFileSync(join(root, `dist/schemas/${name}.js`), name);
    const files = {
      'dist/schemas/a.js': sha256('a').slice(0, 32),
      'dist/schemas/b.js': sha256('other').slice(0, 32),
      'dist/gone.js': sha256('').slice(0, 32),
    };
    writeFileSync(join(root, 'dist/commit.json'), JSON.stringify({ commit: 'abc', files }));
    expect(packedFacts(root)).toEqual({
      commit: 'abc',
      changed: [
        { path: 'dist/schemas/b.js', sha256: sha256('b') },
        { path: 'dist/gone.js' },
        { path: 'dist/schemas/c.js', sha256: sha256('c') },
      ],
    });
  });

  test('are those of an earlier release where no digests were packed', () => {
    const root = emptyFolder();
    expect(packedFacts(root)).toEqual({});
    mkdirSync(join(root, 'dist'));
    writeFileSync(join(root, 'dist/commit.json'), '{"commit":"abc"}');
    expect(packedFacts(root)).toEqual({ commit: 'abc' });
  });
});
