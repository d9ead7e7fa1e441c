import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderStart } from '../../../reports/pages/start.ts';
import { finding } from '../hand-made.ts';
import { evidenceOf, statementOf } from '../small-register.ts';

const failing = evidenceOf({
  judgement: {
    findings: [
      finding({ message: '<img src=x>' }),
      finding({ clause: '2.9/amount/two-digits', verdict: 'warn' }),
    ],
  },
});
const pageOf = (exchanges = failing, tested: readonly string[] = ['2.9/amount/decimal', 'refund']) => {
  const text = renderStart(statementOf(exchanges), new Set(tested));
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

test('a failure stands under its clause, with tests, matrix line and example', () => {
  const [failed, warned] = [...pageOf().document.querySelectorAll('ul.tree')];
  expect(linksOf(failed as Element)).toEqual([
    'operations/index.html?tags=2.9%2Famount%2Fdecimal',
    'matrix/index.html#2.9%2Famount%2Fdecimal',
    '../exchanges.html#000000000a',
  ]);
  expect(failed?.textContent).toContain('1 time in 1 exchange');
  expect(linksOf(warned as Element)).toEqual(['matrix/index.html#2.9%2Famount%2Ftwo-digits']);
});

test('nothing leads to an empty list of tests', () => {
  expect(linksOf(pageOf(failing, []).document).filter((href) => href?.includes('tags='))).toEqual([]);
});

test('the start page runs no script and loads nothing', () => {
  const { text, document } = pageOf();
  expect(document.querySelectorAll('script, img, link, iframe, [src]')).toHaveLength(0);
  expect(text).toContain('&lt;img src=x&gt;');
});

test('a run without findings lists no failures', () => {
  expect(pageOf(evidenceOf({})).document.querySelectorAll('ul.tree')).toHaveLength(0);
});

test('what failed and what was received stand before the figures', () => {
  const { text } = pageOf();
  const at = text.indexOf('What failed, by clause');
  expect(at).toBeGreaterThan(text.indexOf('<h1>'));
  expect(at).toBeLessThan(text.indexOf('class="figures'));
  expect(text).toContain('<span class="soft">found</span> 12.34 (number)');
});
