import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderMatrix } from '../../reports/pages/matrix.ts';
import { matrixPlace } from '../../reports/pages/page.ts';
import { statementOf } from './small-register.ts';

const statement = statementOf();
const onService = statement.clauses.filter(({ obliged }) => obliged === 'service');
const pageOf = (html: string) => parseHTML(html).document;

test('the matrix has a line for each clause, with the verdict of each operation', () => {
  const page = pageOf(renderMatrix(statement));
  const ids = [...new Set(onService.map(({ id }) => id))];
  expect([...page.querySelectorAll('tr[data-verdicts]')].map(({ id }) => id).sort()).toEqual(ids.sort());
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

test('the matrix escapes what it shows and runs no script but its own', () => {
  const html = renderMatrix({ ...statement, target: { ...statement.target, name: '<b>"x"</b><script>' } });
  expect(html).not.toContain('<b>"x"');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/=]+'/);
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

test('on a narrow screen each mark has the operation of its column beside it', () => {
  const html = renderMatrix(statement);
  const columns = [...pageOf(html).querySelectorAll('th.op')].map(({ textContent }) => textContent);
  const named = [...html.matchAll(/td\.v:nth-child\((\d+)\)[^{]*\{ content: ' ([\w-]+)'; \}/g)];
  expect(named.map(([, child, id]) => [Number(child), id])).toEqual(columns.map((id, at) => [at + 4, id]));
});
