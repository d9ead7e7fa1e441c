import { describe, expect, test } from 'vitest';
import { learnedTable } from '../../reports/certificate/sections.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import type { Learned } from '../../schemas/opening.ts';
import { statementOf } from './small-register.ts';

const row = (more: Partial<Learned>): Learned => ({
  clause: '2.14/lengths',
  operation: 'direct-payment',
  subject: 'longest order_no',
  value: '32',
  says: 'an order number has at most 32 characters',
  exchanges: ['aaaa000001', 'aaaa000002', 'aaaa000003'],
  ...more,
});
const refusal = row({
  clause: '7.8/error-bodies',
  subject: 'an order number used twice',
  value: '409 application/json, code "E_DUPLICATE"',
  says: 'it is refused',
  exchanges: ['bbbb000001'],
});
const types = { clause: '4/body-type/matrix', subject: 'body types' };
const rows = [
  row({}),
  refusal,
  row({ ...types, operation: 'payout', value: 'json as application/json', says: 'not form as text/plain' }),
  row({ ...types, operation: 'query', value: 'json as application/json', says: 'all that were tried' }),
];
const learned = { rows, keys: { orderNumbers: { longest: 32 } }, requests: 41, ended: 'after 41 requests' };
const statement = { opening: { steps: [], learned } } as unknown as Statement;

describe('what a run learned', () => {
  test('stands in the certificate with the exchanges that show it', () => {
    const { html } = learnedTable(statement);
    expect(html).toContain('<code>aaaa000001</code>');
    expect(html).toContain('and 1 more');
    expect(html).toContain('Learning ended early: after 41 requests.');
  });

  test('has a table of which refusal answers which defect', () => {
    const [before = '', after = ''] = learnedTable(statement).html.split(
      'Which refusal answers which defect',
    );
    expect(before).not.toContain('an order number used twice');
    expect(after).toMatch(/an order number used twice<\/td>.*409 application.*<code>bbbb000001<\/code>/s);
  });

  test('is one line on the terminal, and the keys for the target file', () => {
    const told = { ...statementOf(), opening: { steps: [], spent: { requests: 41, amount: 0 }, learned } };
    const lines = renderSummary(told, { out: '/x', from: '/x', allure: false });
    expect(lines).toContain('Undocumented behaviour: 4 facts from 41 requests; see the certificate.');
    expect(lines).toContain('Learning ended early: after 41 requests.');
    expect(lines).toContain('For the target file: {"orderNumbers":{"longest":32}}');
  });
});
