import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { historyFolder } from '../../reports/allure/generate.ts';

const target = { name: 'Our sandbox', environment: 'sandbox', baseUrl: 'https://pay.example' };
const folder = (changes: Partial<typeof target> = {}) =>
  historyFolder('/shop/reports/out', { ...target, ...changes });

test('a history stands beside the reports and is named after its target', () => {
  expect(dirname(folder())).toBe('/shop/reports/.history');
  expect(folder()).toMatch(/our-sandbox-[0-9a-f]{12}$/);
});

test('another address, name or environment has a history of its own', () => {
  const all = [
    folder(),
    folder({ baseUrl: 'https://b.example' }),
    folder({ name: 'B' }),
    folder({ environment: 'x' }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(folder()).toBe(folder());
});
