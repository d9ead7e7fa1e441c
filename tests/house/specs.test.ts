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

test('no spec file hides its tests behind one line', () => {
  expect(specs.filter(({ text }) => !/^ *test\(/m.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a spec takes test and expect from one place', () => {
  const others = /from '(?:@playwright\/test|\.\/fixtures\/(?!index\.ts))/;
  expect(specs.filter(({ text }) => others.test(text)).map(({ path }) => path)).toEqual([]);
});

test('what one worker goes through alone in a browser comes early', () => {
  const inOrder = specs.toSorted((one, other) => one.path.localeCompare(other.path));
  const isAlone = (text: string) => text.includes("configure({ mode: 'default' })") && text.includes('visit');
  const alone = inOrder.flatMap(({ text }, at) => (isAlone(text) ? [at] : []));
  expect(alone.length).toBeGreaterThan(0);
  for (const at of alone) expect(at).toBeLessThan(inOrder.length / 4);
});
