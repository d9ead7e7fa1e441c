import { groupedBy } from '../../schemas/json.ts';
import { type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import { figures, historyPictures } from '../certificate/sections.ts';
import { styleOf } from '../certificate/style.ts';
import {
  badge,
  breakable,
  type Html,
  html,
  isPartly,
  plural,
  results,
  timeOf,
  titleOf,
} from '../certificate/words.ts';
import type { Statement, StatementGroup } from '../statement/format.ts';
import { clauseWarnings, graveGroups } from '../statement/grouping.ts';
import { exchangeAddress, exchangesFile, pageOf } from './page.ts';

/** What the start page adds to the look of the certificate. */
const startStyle = `
nav.pages { display:grid; grid-template-columns:repeat(auto-fill,minmax(15rem,1fr)); gap:.7rem; margin:1.6rem 0 }
nav.pages a { display:block; padding:.7rem .9rem; border:1px solid var(--line); border-radius:8px; text-decoration:none }
nav.pages a:hover, nav.pages a:focus-visible { border-color:var(--soft); background:var(--fill) }
nav.pages b { display:block; font-weight:620 } nav.pages span { color:var(--soft); font-size:.83rem }
ul.tree { padding:0; list-style:none } ul.tree > li { margin:.7rem 0; overflow-wrap:anywhere }
`;

/** Clauses that one list shows; the rest is counted. */
const most = 100;

/** Failed clauses before everything else: what a reader came for is on the first screen. */
const first = 3;

const pages: readonly (readonly [address: string, name: string, says: string])[] = [
  ['../certificate.html', 'Certificate', 'the result on paper, with its scope and every requirement'],
  [`../${exchangesFile}`, 'Exchanges with findings', 'request and answer of each example, with commands'],
  ['matrix/index.html', 'Clause matrix', 'a line for each clause, a column for each operation'],
  ['operations/index.html', 'Tests by operation', 'every test, its time, its exchanges'],
  ['clauses/index.html', 'Tests by clause', 'failed ones under the clause that they broke'],
  ['sent/index.html', 'What was sent', 'fields and classes of values, and what became of them'],
  ['dashboard/index.html', 'Charts', 'severities and times, and trends from the second run on'],
];

function testsOf(name: string, tested: ReadonlySet<string>, text: Html | string): Html {
  if (!tested.has(name)) return html`${text}`;
  return html`<a href="operations/index.html?tags=${encodeURIComponent(name)}">${text}</a>`;
}

function failedClause(
  groups: readonly StatementGroup[],
  { findings }: Statement,
  tested: ReadonlySet<string>,
): Html {
  const [group] = groups;
  const example = group === undefined ? undefined : findings[group.example];
  if (group === undefined || example === undefined) return html``;
  const { clause, verdict } = group;
  const places = groups.map(
    (one) =>
      html`<li>${titleOf(one.operation)}: ${plural(one.count, 'time')} in ${plural(one.exchanges, 'exchange')}${findings[one.example] !== undefined && html`, <a href="../${exchangeAddress(findings[one.example]?.exchange ?? '')}">an example</a>`}${one.deviation !== undefined && html` <span class="soft">known deviation ${one.deviation}</span>`}</li>`,
  );
  return html`<li>${badge(verdict)} <b class="id">${testsOf(clause, tested, breakable(clause))}</b> ${example.message}
<br><span class="soft">found</span> ${example.received} <span class="soft"><a href="matrix/index.html#${encodeURIComponent(clause)}">in the matrix</a></span><ul>${places}</ul></li>`;
}

/** The failed clauses: the first of them for the top of the page, and the others. */
function failures(
  statement: Statement,
  tested: ReadonlySet<string>,
): { readonly top: Html; readonly others: Html } {
  const clauses = [...groupedBy(graveGroups(statement), ({ clause }) => clause).values()];
  const list = (some: typeof clauses) =>
    html`<ul class="tree">${some.map((groups) => failedClause(groups, statement, tested))}</ul>`;
  const rest = clauses.length - first;
  const more = clauses.length - most;
  return {
    top:
      clauses.length === 0
        ? html``
        : html`<h2>What failed, by clause</h2>
${list(clauses.slice(0, first))}${rest > 0 && html`<p><a href="#failed">${plural(rest, 'more clause')}</a></p>`}`,
    others:
      rest <= 0
        ? html``
        : html`<h2 id="failed">What failed, too</h2>
${list(clauses.slice(first, most))}${more > 0 && html`<p>${plural(more, 'more clause')} on the certificate.</p>`}`,
  };
}

function warnings(statement: Statement, tested: ReadonlySet<string>): Html {
  const told = clauseWarnings(statement);
  if (told.length === 0) return html``;
  const more = told.length - most;
  return html`<h2>Warnings and open questions, by clause</h2>
<ul class="tree">${told
    .slice(0, most)
    .map(
      ({ clause, verdict, operations, received, count }) =>
        html`<li>${badge(verdict)} <b class="id">${testsOf(clause, tested, breakable(clause))}</b> ${operations.join(', ')}: ${received} <span class="soft">(${count}) <a href="matrix/index.html#${encodeURIComponent(clause)}">in the matrix</a></span></li>`,
    )}</ul>${more > 0 && html`<p>${plural(more, 'more clause')} on the certificate.</p>`}`;
}

const columns: readonly (readonly [string, readonly Verdict[]])[] = [
  ['Met', ['pass']],
  ['Warned', ['warn']],
  ['Broken', ['fail', 'suite-error']],
  ['Undecided', ['inconclusive']],
  ['Untested', ['not-tested']],
];

function operationRow(statement: Statement, id: OperationId, tested: ReadonlySet<string>): Html {
  const own = statement.clauses.filter(({ operation, obliged }) => operation === id && obliged === 'service');
  const cells = columns.map(([, verdicts]) => {
    const count = own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return html`<td class="n">${count === 0 ? html`&middot;` : count}</td>`;
  });
  return html`<tr><td class="name">${testsOf(id, tested, titleOf(id))}</td><td class="n">${statement.run.operations[id]?.exchanges ?? 0}</td>${cells}</tr>`;
}

/**
 * The page on which the report of the tests starts: result and figures as on the certificate, what failed by clause, the
 * operations, and the way to every other page. `tested` are the tags of its tests, so that nothing leads to an empty list.
 */
export function renderStart(statement: Statement, tested: ReadonlySet<string> = new Set()): string {
  const { target, run, result, partial, reasons, profile } = statement;
  const { headline, tone } = results[result];
  const failed = failures(statement, tested);
  const chosen = operationIds.filter((id) => run.operations[id] !== undefined);
  const main = html`<div class="banner tone-${tone}"><p class="eyebrow">Report of a run</p>
<h1>${headline}${isPartly(result, partial) && ' (partial)'}</h1>
<p class="lede">${target.name} &middot; ${timeOf(run.startedAt)} &middot; profile ${profile}, seed\u00a0${run.seed}</p>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</div>
${failed.top}
${figures(statement)}
<nav class="pages">${pages.map(([address, name, says]) => html`<a href="${address}"><b>${name}</b><span>${says}</span></a>`)}</nav>
${failed.others}
${warnings(statement, tested)}
${historyPictures(statement)}
<h2>Operations</h2>
<p class="soft">Requirements on the service; what the suite's own requests kept is not counted.</p>
<div class="wide"><table><thead><tr><th>Operation</th><th class="n">Exchanges</th>${columns.map(([name]) => html`<th class="n">${name}</th>`)}</tr></thead>
<tbody>${chosen.map((id) => operationRow(statement, id, tested))}</tbody></table></div>`;
  return pageOf({ title: `${headline}: ${target.name}`, style: styleOf('Report') + startStyle, main });
}
