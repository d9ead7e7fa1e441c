import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { groupedBy } from '../../schemas/json.ts';
import { type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import { breakable, type Html, html, plural, resultWords } from '../certificate/words.ts';
import type { ClauseRow, Statement } from '../statement/format.ts';
import { countVerdicts } from '../statement/summaries.ts';
import { findingAddress, marks, matrixPlace, pageOf } from './page.ts';

/** The verdicts in the order of the page, the most important first. */
const order: readonly Verdict[] = [
  'suite-error',
  'fail',
  'warn',
  'inconclusive',
  'not-tested',
  'pass',
  'observed',
  'not-applicable',
  'not-testable',
];

// A clause is shown if one of its verdicts is checked; without a script.
const shownRows = order.map((verdict) => `main:has(#show-${verdict}:checked) tr.has-${verdict}`).join(', ');

const style = `
@media screen { main { max-width: 84rem; } } @media screen and (max-width: 60rem) { .matrix { overflow-x: auto; } thead th.id, td.id { min-width: 9rem; } }
.tools { display: flex; flex-wrap: wrap; gap: .5rem .9rem; margin: 1rem 0; color: var(--tone); }
.tools label { display: inline-flex; gap: .4rem; align-items: center; color: var(--tone); } .tools b { font-variant-numeric: tabular-nums; }
thead th { position: sticky; top: 0; background: var(--paper); } tbody th { padding-top: 1.3rem; font-size: .95rem; color: inherit; }
thead th.op { height: 8.4rem; width: 2rem; white-space: nowrap; } thead th.op span { display: block; width: 1.4rem; writing-mode: vertical-rl; transform: rotate(180deg); }
td.v { padding: .3rem; text-align: center; color: var(--tone); font-weight: 650; } td.what { min-width: 14rem; } td.id { max-width: 19rem; }
tr.clause { display: none; } ${shownRows} { display: table-row; }
tr:target td, tr:has(:target) td { background: var(--fill); } td:has(:target) { outline: 2px solid var(--open); outline-offset: -2px; }
tbody tr, td a[id] { scroll-margin-top: 13rem; }
.suite-error { --tone: var(--void); } .fail { --tone: var(--fail); } .warn { --tone: var(--warn); } .pass { --tone: var(--pass); } .inconclusive { --tone: var(--open); }
.not-tested, .observed { --tone: var(--soft); } .not-applicable, .not-testable { --tone: var(--quiet); }
@media print { .tools { display: none; } }
`;

/** The rows of each clause, by section; clauses in the order of the register. */
function sectionsOf(rows: readonly ClauseRow[]) {
  return [...groupedBy(rows, ({ section }) => section)]
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([name, some]) => [name, [...groupedBy(some, ({ id }) => id).values()]] as const);
}

/** The mark of a row with its anchors for links; one with findings links to them in the certificate. */
function cell(row: ClauseRow | undefined, operations: readonly OperationId[], found: Set<string>): Html {
  if (row === undefined) return html`<td class="v"></td>`;
  const { id, operation, verdict, exchanges, why } = row;
  const named = operation === undefined ? operations : [operation];
  const across = named.length > 1 && html` colspan="${named.length}"`;
  const told = `${operation === undefined ? '' : `${operation}: `}${verdict}, ${plural(exchanges, 'exchange')}${why === undefined ? '' : ` (${why})`}`;
  const places = named.map((one) => html`<a id="${matrixPlace(id, one)}"></a>`);
  const mark = found.has(`${id} ${verdict}`)
    ? html`<a href="${findingAddress(id)}">${marks[verdict]}</a>`
    : marks[verdict];
  return html`<td class="v ${verdict}"${across} title="${told}">${places}${mark}</td>`;
}

function line(rows: readonly ClauseRow[], operations: readonly OperationId[], found: Set<string>): Html {
  const [first] = rows;
  if (first === undefined) return html``;
  const { id, evidence } = first;
  const whole = rows.find(({ operation }) => operation === undefined);
  const inColumns = () => operations.map((id) => rows.find(({ operation }) => operation === id));
  const cells = (whole === undefined ? inColumns() : [whole]).map((row) => cell(row, operations, found));
  const verdicts = [...new Set(rows.map(({ verdict }) => `has-${verdict}`))].join(' ');
  return html`<tr id="${matrixPlace(id)}" class="clause ${verdicts}">
<td class="id">${breakable(id)}</td><td class="what">${hasClause(id) && clauseOf(id).statement}</td><td class="kind soft">${evidence}</td>${cells}</tr>
`;
}

/** The clause matrix: a line per clause, a column per operation, and a box that shows or hides each verdict. */
export function renderMatrix(statement: Statement): string {
  const { target, run, findingGroups } = statement;
  // Clauses on the caller say nothing about the service.
  const clauses = statement.clauses.filter(
    ({ obliged, verdict }) => obliged === 'service' || verdict === 'suite-error',
  );
  const operations = operationIds.filter((id) => clauses.some(({ operation }) => operation === id));
  const numbers = countVerdicts(clauses);
  const found = new Set(findingGroups.map(({ clause, verdict }) => `${clause} ${verdict}`));
  const sections = sectionsOf(clauses).map(
    ([section, lines]) =>
      html`<tbody><tr><th colspan="${operations.length + 3}">Section ${section}</th></tr>
${lines.map((rows) => line(rows, operations, found))}</tbody>`,
  );
  const boxes = order
    .filter((verdict) => numbers[verdict] > 0)
    .map(
      (verdict) =>
        html`<label class="${verdict}"><input type="checkbox" id="show-${verdict}" checked>${marks[verdict]} <b>${numbers[verdict]}</b> ${verdict}</label>`,
    );
  const main = html`<p><a href="certificate.html">Certificate</a></p>
<h1>Clause matrix</h1>
<p>${target.name}: ${resultWords(statement)}. ${plural(new Set(clauses.map(({ id }) => id)).size, 'clause')} on the service, ${plural(run.exchanges, 'exchange')}, seed ${run.seed}. A clause is judged once for each operation that it is about; an underlined mark leads to its finding.</p>
<div class="tools">${boxes}</div>
<div class="matrix"><table><thead><tr><th class="id">Clause</th><th>Requirement</th><th>Evidence</th>${operations.map((id) => html`<th class="op"><span>${id}</span></th>`)}</tr></thead>
${sections}</table></div>`;
  return pageOf({ title: `Clause matrix: ${target.name}`, foot: 'Clause matrix', style, main });
}
