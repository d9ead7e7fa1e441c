import { expect, test } from 'vitest';
import { withOwnNumbers } from '../../generators/own-numbers.ts';

const numbering = { prefix: 'R' };

test('a body gets the order number of its text and keeps its other members', () => {
  const body = withOwnNumbers({ order_no: 'old', amount: '12.34' }, numbering, () => 'R-1');
  expect(JSON.stringify(body)).toBe('{"order_no":"R-1","amount":"12.34"}');
});

test('an order number is written as the merchant writes them', () => {
  const orderNumbers = { characters: [...'0123456789'], longest: 10 };
  const made = (text: string) =>
    withOwnNumbers({ order_no: 'old' }, { ...numbering, orderNumbers }, () => text).order_no;
  expect(made('R-1')).toMatch(/^\d{10}$/);
  expect(made('R-1')).toBe(made('R-1'));
  expect(made('R-1')).not.toBe(made('R-2'));
});

test('a payout gets a request_id of UUID shape that follows from its text alone', () => {
  const made = (text: string) => withOwnNumbers({ request_id: 'old' }, numbering, () => text).request_id;
  expect(made('R-1')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(made('R-1')).toBe(made('R-1'));
  expect(made('R-1')).not.toBe(made('R-2'));
});

test('a body without such members stays as it is, and no text is used up for it', () => {
  const body = { merchant_id: 'M', account_id: 'A' };
  const text = () => {
    throw new Error('asked for');
  };
  expect(withOwnNumbers(body, numbering, text)).toBe(body);
});
