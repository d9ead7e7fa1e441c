import { parseHTML } from 'linkedom';
import { expect, onTestFinished, test } from 'vitest';
import { renderCertificate } from '../../reports/certificate.ts';
import { renderMatrix } from '../../reports/pages/matrix.ts';
import { matrixPlace } from '../../reports/pages/page.ts';
import { openBrowser } from '../../targets/browser.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const statement = statementOf();
const onService = statement.clauses.filter(({ obliged }) => obliged === 'service');
const pageOf = (html: string) => parseHTML(html).document;

test('the matrix has a line for each clause, with the verdict of each operation', () => {
  const page = pageOf(renderMatrix(statement));
  const ids = [...new Set(onService.map(({ id }) => id))];
  expect([...page.querySelectorAll('tr.clause')].map(({ id }) => id).sort()).toEqual(ids.sort());
  const columns = [...page.querySelectorAll('th.op')].map(({ textContent }) => textContent);
  for (const { id, operation, verdict, exchanges } of onService) {
    const cells = [...(page.getElementById(id)?.querySelectorAll('td.v') ?? [])];
    const cell = operation === undefined ? cells[0] : cells[columns.indexOf(operation)];
    expect(cell?.getAttribute('class'), `${id} ${operation}`).toBe(`v ${verdict}`);
    expect(cell?.getAttribute('title')).toContain(`${verdict}, ${exchanges} exchange`);
  }
});

test('the matrix counts every verdict, and a filter for each stands beside', () => {
  const page = pageOf(renderMatrix(statement));
  const counted = [...page.querySelectorAll('.tools label')].map((label) => [
    label.getAttribute('class'),
    Number(label.querySelector('b')?.textContent),
  ]);
  const verdicts = new Set(onService.map(({ verdict }) => verdict));
  expect(counted).toHaveLength(verdicts.size);
  for (const [verdict, count] of counted)
    expect(count).toBe(onService.filter((row) => row.verdict === verdict).length);
});

test('the matrix escapes what it shows and runs no script', () => {
  const html = renderMatrix({ ...statement, target: { ...statement.target, name: '<b>"x"</b><script>' } });
  expect(html).not.toContain('<b>"x"');
  expect(html).not.toContain('<script');
  expect(html).toMatch(/content="default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri/);
});

test('a box that is not checked hides the clauses of its verdict alone', async () => {
  const opened = await openBrowser();
  if ('reason' in opened) throw new Error(opened.reason);
  onTestFinished(() => opened.close());
  const tab = await opened.browser.newPage();
  await tab.setContent(renderMatrix(statement));
  const shown = () => tab.locator('tr.clause:visible').count();
  const all = await shown();
  await tab.getByLabel('not-tested').uncheck();
  const only = await tab.locator('tr.clause[class="clause has-not-tested"]').count();
  expect(only).toBeGreaterThan(0);
  expect(await shown()).toBe(all - only);
});

test('every clause has a place for each operation, so that links lead there', () => {
  const page = pageOf(renderMatrix(statement));
  const columns = [...page.querySelectorAll('th.op')].map(({ textContent }) => textContent);
  for (const { id, operation } of onService)
    for (const one of operation === undefined ? columns : [operation]) {
      const place = page.getElementById(matrixPlace(id, one ?? ''));
      expect(place?.closest('tr')?.id, `${id} ${one}`).toBe(id);
    }
  const places = [...page.querySelectorAll('[id]')].map(({ id }) => id);
  expect(places).toHaveLength(new Set(places).size);
});

test('a mark with findings leads to them in the certificate', () => {
  const failing = evidenceOf({ judgement: { findings: [finding()] } });
  const page = pageOf(renderMatrix(statementOf(failing)));
  const links = [...page.querySelectorAll('td.v a[href]')].map((one) => one.getAttribute('href'));
  expect(links).toEqual(['certificate.html#2.9%2Famount%2Fdecimal']);
  const card = pageOf(renderCertificate(statementOf(failing))).getElementById('2.9/amount/decimal');
  expect(card?.tagName).toBe('ARTICLE');
});
