import { expect, test } from 'vitest';
import { sideBySide } from '../../specs/support/side-by-side.ts';

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const turn = () => new Promise((done) => setImmediate(done));

test('so many are worked on at a time, the next one when any of them has ended', async () => {
  const { begun, work, end } = held();
  const all = sideBySide(['a', 'b', 'c', 'd'], 2, work);
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await turn();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('c');
  await turn();
  for (const name of ['a', 'd']) end(name);
  await all;
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('what goes wrong with one stops none of the others, and is thrown at the end', async () => {
  const ended: number[] = [];
  const all = sideBySide([1, 2, 3, 4], 3, async (number) => {
    await turn();
    if (number % 2 === 0) throw new Error(`wrong at ${number}`);
    ended.push(number);
  });
  await expect(all).rejects.toThrow('wrong at 2');
  expect(ended).toEqual([1, 3]);
});

test('nothing is done about nothing', async () => {
  await expect(sideBySide([], 4, () => Promise.reject(new Error('called')))).resolves.toBeUndefined();
});
