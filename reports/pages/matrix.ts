import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { groupedBy } from '../../schemas/json.ts';
import { type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import { breakable, type Html, html, plural, resultWords } from '../certificate/words.ts';
import type { ClauseRow, Statement } from '../statement/format.ts';
import { countVerdicts } from '../statement/summaries.ts';
import { exchangeAddress, exchangesFile, marks, matrixPlace, pageOf } from './page.ts';

/** On a narrow screen, a row of the matrix is a block, and each mark has its operation next to it. */
function narrowStyle(operations: readonly OperationId[]): string {
  const names = operations.map(
    (id, at) => `td.v:nth-child(${at + 4}):not([colspan])::after { content: ' ${id}'; }`,
  );
  return `@media screen and (max-width: 48rem) {
thead { display: none; } tr, td, table, tbody { display: block; } tr { padding: .5rem 0; border-top: 1px solid var(--line); }
td { padding: .1rem 0; border: 0; } td.id, td.what { max-width: none; min-width: 0; } td.v { display: inline-block; margin-right: .8rem; text-align: left; } td.v:empty { display: none; }
td.v::after { color: var(--soft); font-weight: 400; font-size: .85rem; } ${names.join(' ')}
.tools { position: static; } tr:target td { box-shadow: none; } tbody tr, td a[id] { scroll-margin-top: 1rem; }
}
`;
}

/** The additional styles of a page with a column of marks for each operation. */
const marksStyle = `
@media screen { main { max-width: 84rem; } } h1 { font-size: 1.6rem; } [hidden] { display: none; }
thead th.op { height: 8.4rem; width: 2rem; white-space: nowrap; } thead th.op span { display: block; width: 1.4rem; writing-mode: vertical-rl; transform: rotate(180deg); }
td.v { padding: .3rem; text-align: center; color: var(--tone); font-weight: 650; cursor: default; }
`;

const style = `${marksStyle}
.bar { display: flex; height: 12px; border-radius: 6px; overflow: hidden; gap: 1px; background: var(--line); } .bar i { min-width: 3px; background: var(--tone); }
.tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; padding: .9rem 0 .7rem; background: var(--paper); }
.tools label { display: inline-flex; gap: .4rem; align-items: center; cursor: pointer; } .tools input[type=checkbox] { margin: 0; accent-color: var(--tone); }
.tools b { min-width: 1.6rem; padding: .05rem .5rem; border: 2px solid var(--tone); border-radius: 1rem; text-align: center; font-size: .85rem; font-variant-numeric: tabular-nums; }
.tools input[type=search] { flex: 1 1 12rem; min-width: 9rem; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; }
thead th { position: sticky; top: var(--top, 3.4rem); z-index: 1; background: var(--paper); } tbody th { padding-top: 1.3rem; font-size: .95rem; color: inherit; }
tr:hover td, tr:target td, tr:has(:target) td { background: var(--fill); } tr:target td, tr:has(:target) td { box-shadow: inset 0 2px var(--open); } td:has(:target) { outline: 2px solid var(--open); outline-offset: -2px; }
tbody tr, td a[id] { scroll-margin-top: calc(var(--top, 3.4rem) + 13rem); } td.what { min-width: 14rem; } td.id { max-width: 19rem; }
.suite-error { --tone: var(--void); } .fail { --tone: var(--fail); } .warn { --tone: var(--warn); } .pass { --tone: var(--pass); } .inconclusive { --tone: var(--open); }
.not-tested, .observed { --tone: var(--soft); } .not-applicable, .not-testable { --tone: var(--quiet); }
@media print { .tools { display: none; } thead th { position: static; } }
`;

/** Hides clauses without a selected verdict or without all of the search words. */
const filterScript = `
const boxes = [...document.querySelectorAll('.tools input[type=checkbox]')];
const search = document.querySelector('.tools input[type=search]');
const rows = [...document.querySelectorAll('tr[data-verdicts]')];
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
function filter() {
  const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const verdicts = row.dataset.verdicts.split(' ');
    row.hidden = !wanted.some((one) => verdicts.includes(one)) || !words.every((word) => texts.get(row).includes(word));
    if (!row.hidden) shown += 1;
  }
  for (const body of document.querySelectorAll('tbody')) body.hidden = !body.querySelector('tr[data-verdicts]:not([hidden])');
  document.getElementById('shown').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
}
// A click on a verdict next to its box shows that one alone, and once more all of them.
for (const box of boxes) {
  box.addEventListener('change', filter);
  box.parentElement.querySelector('b').addEventListener('click', (event) => {
    event.preventDefault();
    const alone = box.checked && boxes.every((other) => other === box || !other.checked);
    for (const other of boxes) other.checked = alone || other === box;
    filter();
  });
}
search.addEventListener('input', filter);
document.documentElement.style.setProperty('--top', document.querySelector('.tools').offsetHeight + 'px');
filter();
`;

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

/** The rows of each clause, by section; clauses in the order of the register. */
function sectionsOf(rows: readonly ClauseRow[]) {
  return [...groupedBy(rows, ({ section }) => section)]
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([name, some]) => [name, [...groupedBy(some, ({ id }) => id).values()]] as const);
}

interface LineContext extends Pick<Statement, 'findingGroups' | 'findings'> {
  readonly operations: readonly OperationId[];
}

/** The mark of a row with its anchors for links; it links to an exchange that shows the finding. */
function cell(row: ClauseRow | undefined, { findingGroups, findings, operations }: LineContext): Html {
  if (row === undefined) return html`<td class="v"></td>`;
  const { id, operation, verdict, exchanges, why } = row;
  const group = findingGroups.find(
    (one) => one.clause === id && one.verdict === verdict && (operation ?? one.operation) === one.operation,
  );
  const example = group && findings[group.example]?.exchange;
  const named = operation === undefined ? operations : [operation];
  const across = named.length > 1 && html` colspan="${named.length}"`;
  const told = `${operation === undefined ? '' : `${operation}: `}${verdict}, ${plural(exchanges, 'exchange')}${why === undefined ? '' : ` (${why})`}`;
  const places = named.map((one) => html`<a id="${matrixPlace(id, one)}"></a>`);
  const mark = marks[verdict];
  const shown = example === undefined ? mark : html`<a href="${exchangeAddress(example)}">${mark}</a>`;
  return html`<td class="v ${verdict}"${across} title="${told}">${places}${shown}</td>`;
}

function line(rows: readonly ClauseRow[], context: LineContext): Html {
  const [first] = rows;
  if (first === undefined) return html``;
  const { id, evidence } = first;
  const whole = rows.find(({ operation }) => operation === undefined);
  const inColumns = () => context.operations.map((id) => rows.find(({ operation }) => operation === id));
  const cells = (whole === undefined ? inColumns() : [whole]).map((row) => cell(row, context));
  const verdicts = [...new Set(rows.map(({ verdict }) => verdict))].join(' ');
  return html`<tr id="${matrixPlace(id)}" data-verdicts="${verdicts}">
<td class="id">${breakable(id)}</td><td class="what">${hasClause(id) && clauseOf(id).statement}</td><td class="kind soft">${evidence}</td>${cells}</tr>
`;
}

/** The clause matrix with filters: a line per clause, a column per operation. */
export function renderMatrix(statement: Statement): string {
  const { target, run } = statement;
  // Clauses on the caller say nothing about the service.
  const clauses = statement.clauses.filter(
    ({ obliged, verdict }) => obliged === 'service' || verdict === 'suite-error',
  );
  const operations = operationIds.filter((id) => clauses.some(({ operation }) => operation === id));
  const numbers = countVerdicts(clauses);
  const counts = order.flatMap((verdict) =>
    numbers[verdict] === 0 ? [] : [[verdict, numbers[verdict]] as const],
  );
  const context = { ...statement, operations };
  const sections = sectionsOf(clauses).map(
    ([section, lines]) =>
      html`<tbody><tr><th colspan="${operations.length + 3}">Section ${section}</th></tr>
${lines.map((rows) => line(rows, context))}</tbody>`,
  );
  const main = html`<p><a href="certificate.html">Certificate</a> &middot; <a href="${exchangesFile}">Exchanges with findings</a></p>
<h1>Clause matrix</h1>
<p>${target.name}: ${resultWords(statement)}. ${plural(new Set(clauses.map(({ id }) => id)).size, 'clause')} on the service, ${plural(run.exchanges, 'exchange')}, seed ${run.seed}. A clause is judged once for each operation that it is about; an underlined mark leads to an exchange that shows it.</p>
<div class="bar">${counts.map(([verdict, count]) => html`<i class="${verdict}" style="flex:${count}" title="${verdict}: ${count}"></i>`)}</div>
<div class="tools">${counts.map(
    ([verdict, count]) =>
      html`<label class="${verdict}"><input type="checkbox" value="${verdict}" checked><b>${count}</b>${marks[verdict]} ${verdict}</label>`,
  )}<input type="search" placeholder="Find a clause, field or word" aria-label="Find a clause, field or word"><span id="shown"></span></div>
<table><thead><tr><th>Clause</th><th>Requirement</th><th>Evidence</th>${operations.map((id) => html`<th class="op"><span>${id}</span></th>`)}</tr></thead>
${sections}</table>`;
  const title = `Clause matrix: ${target.name}`;
  return pageOf({
    title,
    foot: 'Clause matrix',
    style: style + narrowStyle(operations),
    main,
    script: filterScript,
  });
}
