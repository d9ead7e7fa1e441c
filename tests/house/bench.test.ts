import { expect, test } from 'vitest';
import { documentedOperations } from '../../schemas/operations.ts';
import { root } from './source-files.ts';

test('the benchmark finds the generators that it measures', async () => {
  const { measureGenerators } = (await import(`${root}tools/bench-generators.mjs`)) as {
    measureGenerators(dist: undefined, minimumMs: number): Promise<Readonly<Record<string, unknown>>>;
  };
  const { rows, ...others } = await measureGenerators(undefined, 1);
  const measured = rows as readonly { operation: string; msPerRequest: number }[];
  expect(new Set(measured.map(({ operation }) => operation))).toEqual(
    new Set(documentedOperations.map(({ id }) => id)),
  );
  for (const figure of [...measured.map(({ msPerRequest }) => msPerRequest), ...Object.values(others)])
    expect(figure).toBeGreaterThan(0);
});
