import { expect, test } from 'vitest';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { drawRequests } from '../../generators/drawn.ts';

const beyond = /[^ -~]/;
const plain: MakeContext = { ...defaultContext, letters: 'plain' };
const operations = ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const;

test.each(operations)('a plain %s holds no letter beyond ASCII', (operation) => {
  const drawn = drawRequests(operation, defaultContext, 'full', 1, 60);
  const made = drawRequests(operation, plain, 'full', 1, 60);
  expect(drawn.some(({ body }) => beyond.test(JSON.stringify(body)))).toBe(true);
  expect(made.filter(({ body }) => beyond.test(JSON.stringify(body)))).toEqual([]);
  // Numbers, codes and the fields that stand in it are those of any other.
  expect(made.map(({ body }) => [Object.keys(body), body.amount, body.currency])).toEqual(
    drawn.map(({ body }) => [Object.keys(body), body.amount, body.currency]),
  );
});

test('what the merchant says keeps its letters in a plain request', () => {
  const context: MakeContext = {
    ...plain,
    fixed: { 'direct-payment': { billing_city: 'São Paulo' } },
    notifyUrl: 'https://löschen.example/',
  };
  const [made] = drawRequests('direct-payment', context, 'full', 1, 1);
  expect(made?.body).toMatchObject({ billing_city: 'São Paulo', notify_url: 'https://löschen.example/' });
});

test('the shape of other letters keeps them', () => {
  const made = drawRequests('payout', plain, 'unicode', 1, 5);
  expect(made.every(({ body }) => beyond.test(JSON.stringify(body)))).toBe(true);
});
