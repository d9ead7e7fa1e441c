import { expect, test } from 'vitest';
import { operationIds } from '../../schemas/types.ts';
import { sourceFiles } from './source-files.ts';

const specs = sourceFiles('specs').filter(({ path }) => path.endsWith('.spec.ts'));

test('specs hold no branches, no try and no waiting', () => {
  const offending = specs.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(if \(|try \{|await page\.waitForTimeout|.*setTimeout\()/gm)].map(
      ([hit]) => `${path}: ${hit.trim()}`,
    ),
  );
  expect(specs.length).toBeGreaterThan(0);
  expect(offending).toEqual([]);
});

test('every operation has a spec that is named after it', () => {
  const names = new Set(specs.map(({ path }) => path));
  expect(operationIds.filter((id) => !names.has(`specs/${id}.spec.ts`))).toEqual([]);
});

test('specs never name the embedded endpoint', () => {
  expect(specs.filter(({ text }) => /\bmock\b|embedded/i.test(text)).map(({ path }) => path)).toEqual([]);
});

test('what one worker goes through alone comes early, for the others are shared out', () => {
  const inOrder = specs.toSorted((one, other) => one.path.localeCompare(other.path));
  const alone = inOrder.flatMap(({ text }, at) => (text.includes('inOneWorker(') ? [at] : []));
  expect(alone.length).toBeGreaterThan(0);
  for (const at of alone) expect(at).toBeLessThan(inOrder.length / 4);
});
