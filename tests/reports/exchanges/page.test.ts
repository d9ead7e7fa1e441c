import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderExchanges } from '../../../reports/pages/exchanges.ts';
import { exchangeAddress } from '../../../reports/pages/page.ts';
import { card, leaks } from '../canaries.ts';
import { answer, finding } from '../hand-made.ts';
import { evidenceOf, statementOf } from '../small-register.ts';

const given = { seedFrom: { how: 'given' } } as const;
const exchanges = evidenceOf(
  { judgement: { findings: [finding({ message: '<script>alert(1)</script>' })] } },
  { id: '000000000b' },
  {
    id: '000000000c',
    received: answer('<b>no json</b>', 500, 'text/html'),
    sent: { value: { card } },
    judgement: { findings: [finding({ exchange: '000000000c', clause: '1.3/return_status/present' })] },
  },
);
const pageOf = (parts = {}) => parseHTML(renderExchanges(statementOf(exchanges, parts), exchanges)).document;

test('every exchange of a finding stands under the address that other reports link to', () => {
  const articles = [...pageOf().querySelectorAll('article')].map(({ id }) => id);
  expect([...articles].sort()).toEqual(['000000000a', '000000000c']);
  expect(exchangeAddress('000000000a')).toBe('exchanges.html#000000000a');
});

test('an exchange has request, answer, finding and the commands that repeat it', () => {
  const text = pageOf().querySelector('[id="000000000a"]')?.textContent ?? '';
  expect(text).toContain('Request: POST https://sandbox.example/v1/refund');
  expect(text).toContain('"refund_reference_id": "T1-01"');
  expect(text).toContain('<script>alert(1)</script>');
  expect(text).toContain('npx payment-acquiring-conformance replay 000000000a');
  expect(text).toContain('curl -sS -X POST');
});

test('it runs no script, and holds no secret', () => {
  const html = renderExchanges(statementOf(exchanges), exchanges);
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;b&gt;no json&lt;/b&gt;');
  expect(leaks(html)).toEqual([]);
});

test('its findings lead to the clause matrix where tests made them', () => {
  const links = (parts = {}) =>
    [...pageOf(parts).querySelectorAll('[href]')].map((one) => one.getAttribute('href'));
  expect(links(given)).toContain('matrix.html#2.9%2Famount%2Fdecimal%2Frefund');
  expect(links().filter((href) => href?.includes('allure'))).toEqual([]);
});
