import { describe, expect, test } from 'vitest';
import { culpritsAmong, findBound } from '../../opening/learn/searches.ts';
import { hundred, refusing } from './refusing.ts';

describe('suspects', () => {
  test('that are guilty cost one request each, and others are found all the same', async () => {
    const rightly = refusing([3, 40, 77]);
    expect(await culpritsAmong(hundred, rightly.passes, [77, 3, 40])).toEqual([3, 40, 77]);
    expect(rightly.asked()).toBe(4);
    const wrongly = refusing([5]);
    expect(await culpritsAmong(hundred, wrongly.passes, [3, 40])).toEqual([5]);
  });
});

describe('the end of the amounts that a service takes', () => {
  const within = (low: number, high: number) => {
    const asked: number[] = [];
    const passes = async (cents: number) => {
      asked.push(cents);
      return cents >= low && cents <= high;
    };
    return { passes, asked };
  };

  test.each([
    [100, 50_000],
    [50, 100_000],
    [1_234, 98_765],
  ])('from %i to %i is found in few requests', async (low, high) => {
    const { passes, asked } = within(low, high);
    const [down, up] = [
      await findBound({ known: 23_456, end: 1, unit: 1, passes }),
      await findBound({ known: 23_456, end: 100_000_000, unit: 1, passes }),
    ];
    expect(low).toBeLessThanOrEqual(down.passes);
    expect(down.fails).toBeLessThan(low);
    expect(up.passes).toBeLessThanOrEqual(high);
    expect(up.fails).toBeGreaterThan(high);
    if (low % 50 === 0) expect([down.passes, up.passes]).toEqual([low, high]);
    expect(asked.length).toBeLessThan(36);
  });

  test('is borne out in three requests where it is suspected rightly', async () => {
    const { passes, asked } = within(1_234, 98_765);
    const up = { known: 23_456, end: 100_000_000, unit: 1, passes };
    expect(await findBound({ ...up, suspect: 98_765 })).toEqual({ passes: 98_765, fails: 98_766 });
    expect(asked).toEqual([100_000_000, 98_765, 98_766]);
    const down = { known: 23_456, end: 1, unit: 1, passes };
    expect(await findBound({ ...down, suspect: 1_234 })).toEqual({ passes: 1_234, fails: 1_233 });
    asked.length = 0;
    const beside = { known: 1_234, end: 1, unit: 1, passes, suspect: 1_234 };
    expect(await findBound(beside)).toEqual({ passes: 1_234, fails: 1_233 });
    expect(asked).toEqual([1, 1_233]);
  });

  test.each([50_000, 200_000, 5, 100_000_000])(
    'is found all the same where %i is suspected wrongly',
    async (suspect) => {
      const { passes, asked } = within(100, 100_000);
      const up = { known: 23_456, end: 100_000_000, unit: 1, passes };
      expect(await findBound({ ...up, suspect })).toEqual({ passes: 100_000, fails: 100_001 });
      expect(asked.length).toBeLessThan(22);
    },
  );

  test('costs one request where there is none, and is sought in whole units', async () => {
    const { passes, asked } = within(0, 999);
    expect(await findBound({ known: 500, end: 900, unit: 1, passes })).toEqual({ passes: 900 });
    expect(asked).toEqual([900]);
    const whole = within(300, 70_000);
    expect(await findBound({ known: 20_000, end: 100, unit: 100, passes: whole.passes })).toEqual({
      passes: 300,
      fails: 200,
    });
    expect(whole.asked.filter((cents) => cents % 100 !== 0)).toEqual([]);
  });
});
