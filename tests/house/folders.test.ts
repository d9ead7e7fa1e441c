import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { rooms, sourceFiles } from './source-files.ts';

/** Most files of one folder: more than these nobody reads as a list. */
const most = 25;

const countsOf = (paths: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
};

test('no folder of a room holds more files than can be read as a list', () => {
  const paths = rooms
    .filter((room) => room !== 'tests')
    .flatMap(sourceFiles)
    .map(({ path }) => path);
  expect([...countsOf(paths)].filter(([, count]) => count > most)).toEqual([]);
  expect(countsOf(['a/b.ts', 'a/c.ts', 'a/d/e.ts'])).toEqual(
    new Map([
      ['a', 2],
      ['a/d', 1],
    ]),
  );
});
