import { describe, expect, test } from 'vitest';
import { circlesOf } from './circles.ts';
import { rooms, type SourceFile, sourceFiles } from './source-files.ts';

function file(path: string, ...imports: readonly string[]): SourceFile {
  return {
    room: 'schemas',
    path,
    text: imports.map((target) => `import type { A } from '${target}';`).join('\n'),
  };
}

describe('circles of imports', () => {
  test('there is none, type imports included', () => {
    expect(circlesOf(rooms.flatMap(sourceFiles))).toEqual([]);
  });

  test('one of two files is found', () => {
    const files = [file('schemas/a.ts', './b.ts'), file('schemas/b.ts', './a.ts')];
    expect(circlesOf(files)).toEqual([['schemas/a.ts', 'schemas/b.ts']]);
  });

  test('one through a folder is found, and what hangs on it is left out', () => {
    const files = [
      file('schemas/top.ts', './a.ts'),
      file('schemas/a.ts', './in/b.ts', './leaf.ts'),
      file('schemas/in/b.ts', './c.ts'),
      file('schemas/in/c.ts', '../a.ts', '../leaf.ts'),
      file('schemas/leaf.ts'),
    ];
    expect(circlesOf(files)).toEqual([['schemas/a.ts', 'schemas/in/b.ts', 'schemas/in/c.ts']]);
  });

  test('two ways to one file are no circle', () => {
    const files = [
      file('schemas/a.ts', './b.ts', './c.ts'),
      file('schemas/b.ts', './c.ts'),
      file('schemas/c.ts'),
    ];
    expect(circlesOf(files)).toEqual([]);
  });
});
