import { expect, test } from 'vitest';
import { configPath, grepArguments, plainLoading } from '../../cli/package-root.ts';

test.each([
  ['refund.spec.ts .*one order', 'refund.spec.[jt]s .*one order'],
  ['refund\\.spec\\.ts', 'refund\\.spec\\.[jt]s'],
  ['refund.spec.js', 'refund.spec.[jt]s'],
  ['refund.specs', 'refund.specs'],
])('the pattern %s finds a spec in both its forms', (grep, given) => {
  expect(grepArguments(grep)).toEqual(['--grep', given]);
});

test('without a pattern no word chooses tests', () => {
  expect(grepArguments(undefined)).toEqual([]);
});

test('from the sources the runner reads the sources, through its compiler', () => {
  expect(configPath('../runner.config')).toMatch(/runner\.config\.ts$/);
  expect(plainLoading).toEqual({});
});
