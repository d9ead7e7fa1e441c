import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderSentPage } from '../../../reports/pages/sent.ts';
import { statementOf } from '../small-register.ts';

const row = {
  operation: 'refund',
  classes: ['cjk', 'emoji', 'entries-1', 'entries-2', 'entries-3'],
  fields: { refund_reason: 'ar', amount: '.n', refund_orders: '..aax' },
  forbidden: [{ why: 'the target file says its value', fields: ['amount'] }],
  missing: 'a run of 3 cases sends 1 of 9 requests',
} as const;
const statement = { ...statementOf(), sent: [row] };
const page = parseHTML(renderSentPage(statement)).document;

test('the page has a cell for each class of a field, with its outcome', () => {
  const cells = [...page.querySelectorAll('td.v')].map((cell) => cell.getAttribute('class'));
  expect(cells).toEqual(['v accepted', 'v refused', 'v forbidden']);
  expect(page.querySelector('td.refused')?.getAttribute('title')).toBe('emoji in refund_reason: refused');
});

test('the page joins numbers of entries, and says what is missing and why', () => {
  const text = page.body.textContent?.replaceAll(/\s+/g, ' ') ?? '';
  expect(text).toContain('refund_orders of 1 to 2 entries: accepted');
  expect(text).toContain('refund_orders of 3 entries: a server error');
  expect(text).toContain('Missing: a run of 3 cases sends 1 of 9 requests.');
  expect(text).toContain('the target file says its value: amount');
});

test('the page escapes what it shows and runs no script', () => {
  const name = '<b>"x"</b><script>';
  const html = renderSentPage({ ...statement, target: { ...statement.target, name } });
  expect(html).not.toContain('<b>"x"');
  expect(html).not.toContain('<script');
  expect(html).toContain("default-src 'none'");
});

test('the page of a run that sent nothing says so', () => {
  expect(renderSentPage(statementOf())).toContain('No request of this run was sent');
});
