import { afterEach, describe, expect, test } from 'vitest';
import { shortStacks } from '../../specs/support/short-stacks.ts';

const whole: NonNullable<typeof Error.prepareStackTrace> = (error, frames) =>
  [`${error.name}: ${error.message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');

const { prepareStackTrace, stackTraceLimit } = Error;

afterEach(() => Object.assign(Error, { prepareStackTrace, stackTraceLimit }));

/** The stack of an error made some calls deep. */
function stackOf(make: () => Error, depth = 20): string {
  if (depth > 0) return stackOf(make, depth - 1);
  Error.stackTraceLimit = 200;
  Error.prepareStackTrace = shortStacks(whole, import.meta.dirname);
  return make().stack ?? '';
}

describe('a stack', () => {
  test('ends at the second place of ours where the error says nothing', () => {
    const [title, first, second, ...others] = stackOf(() => new Error()).split('\n');
    expect(title).toBe('Error');
    expect(first).toContain('short-stacks.test.ts');
    expect(second).toMatch(/^ {4}at stackOf .*short-stacks\.test\.ts:\d+:\d+\)$/);
    expect(others).toEqual([]);
  });

  test('holds what lies between our places', () => {
    const [, first, between, second] = stackOf(() => [0].map(() => new Error())[0] as Error).split('\n');
    expect([first, second].map((frame) => frame?.includes('short-stacks.test.ts'))).toEqual([true, true]);
    expect(between).toMatch(/^ {4}at Array\.map \(/);
  });

  test('is whole for an error that says something', () => {
    const stack = stackOf(() => new Error('refused'));
    expect(stack.startsWith('Error: refused\n')).toBe(true);
    expect(stack.match(/stackOf/g)?.length).toBeGreaterThan(20);
  });

  test('is whole for an error of another kind', () => {
    expect(stackOf(() => new TypeError()).match(/stackOf/g)?.length).toBeGreaterThan(20);
  });
});
