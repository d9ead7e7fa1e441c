import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderStart } from '../../../reports/pages/start.ts';
import { finding, knownDeviation } from '../hand-made.ts';
import { evidenceOf, statementOf } from '../small-register.ts';

const failing = evidenceOf({
  judgement: {
    findings: [
      finding({ message: '<img src=x>' }),
      finding({ clause: '2.9/amount/two-digits', verdict: 'warn' }),
    ],
  },
});
const pageOf = (exchanges = failing) => {
  const statement = statementOf(exchanges);
  const text = renderStart({ ...statement, run: { ...statement.run, seedFrom: { how: 'given' } } });
  return { text, document: parseHTML(text).document };
};
const linksOf = (part: { querySelectorAll(selector: string): Iterable<Element> }) =>
  [...part.querySelectorAll('a')].map((one) => one.getAttribute('href'));

test('the start page has the tiles of the certificate and leads to every other page', () => {
  const { document } = pageOf();
  expect(document.querySelector('h1')?.textContent).toContain('Not conformant');
  expect(document.querySelectorAll('.figures > div')).toHaveLength(6);
  expect(linksOf(document.querySelector('nav') as Element)).toEqual([
    '../certificate.html',
    '../exchanges.html',
    'matrix/index.html',
    'operations/index.html',
    'clauses/index.html',
    'sent/index.html',
    'dashboard/index.html',
  ]);
});

test('a known deviation that fails the run stands under what failed', () => {
  const statement = statementOf(evidenceOf({}), { deviations: [knownDeviation] });
  const { document } = parseHTML(renderStart(statement));
  expect(document.querySelector('h2')?.textContent).toBe('What failed');
  expect(document.querySelector('article.finding')?.textContent).toBe(
    'known deviation "D-1" no longer happens: its trial was made again and conformed',
  );
});

test('a failure is the card of the certificate, with its links', () => {
  const { document } = pageOf();
  const [card] = [...document.querySelectorAll('article.finding')];
  expect(linksOf(card as Element)).toEqual([
    '../exchanges.html#000000000a',
    '../allure-report/matrix/index.html#2.9%2Famount%2Fdecimal%2Frefund',
  ]);
  expect(card?.textContent).toContain('1 time in 1 exchange');
  const warned = [...document.querySelectorAll('td.id a')].map((one) => one.getAttribute('href'));
  expect(warned).toContain('../allure-report/matrix/index.html#2.9%2Famount%2Ftwo-digits');
});

test('an operation leads to its requirements on the certificate', () => {
  expect(linksOf(pageOf().document)).toContain('../certificate.html#clauses-refund');
});

test('the start page runs no script and loads nothing', () => {
  const { text, document } = pageOf();
  expect(document.querySelectorAll('script, img, link, iframe, [src]')).toHaveLength(0);
  expect(text).toContain('&lt;img src=x&gt;');
});

test('a run without findings lists no failures', () => {
  expect(pageOf(evidenceOf({})).document.querySelectorAll('article.finding')).toHaveLength(0);
});

test('what failed and what was received stand before the figures', () => {
  const { text } = pageOf();
  const at = text.indexOf('<h2>What failed</h2>');
  expect(at).toBeGreaterThan(text.indexOf('<h1>'));
  expect(at).toBeLessThan(text.indexOf('class="figures'));
  expect(text).toContain('<dt>found</dt><dd>12.34 (number)</dd>');
});
