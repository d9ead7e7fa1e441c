import { type ClauseWarning, clauseWarnings, graveGroups } from '../clause-warnings.ts';
import type { Quotes } from '../document/quotes.ts';
import type { Statement, StatementFinding, StatementGroup } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { quotation } from './quotation.ts';
import { badge, titleOf, toneOf } from './words.ts';

const mostBlocks = 200;
const mostWarnings = 300;
/** Examples that stand under the line of a clause. */
const mostExamples = 5;

function placesOf({ paths }: StatementGroup): string {
  const named = paths.map((path) => path || 'the whole answer');
  return `${named.slice(0, 6).join(', ')}${named.length > 6 ? `, and ${named.length - 6} more` : ''}`;
}

function block(group: StatementGroup, example: StatementFinding, quotes?: Quotes): Html {
  const { clause, operation, verdict, count, exchanges, deviation } = group;
  return html`<article class="finding tone-${toneOf(verdict)}">
<header>${badge(verdict)} <span class="id">${breakable(clause)}</span> <span class="soft">${titleOf(operation)}</span>
<span class="count">${plural(count, 'time')} in ${plural(exchanges, 'exchange')}${deviation !== undefined && html` &middot; known deviation ${deviation}`}</span></header>
<p>${example.message}</p>
${quotation(clause, quotes)}<dl><dt>at</dt><dd class="id">${placesOf(group)}</dd>
<dt>expected</dt><dd>${example.expected}</dd>
<dt>received</dt><dd>${example.received}</dd>
<dt>replay</dt><dd><code>${example.replay}</code></dd></dl>
${example.curl !== '' && html`<details><summary>The smallest request, as a command</summary><pre>${example.curl}</pre></details>`}
</article>`;
}

function warningRow(warning: ClauseWarning, { findings }: Statement, quotes?: Quotes): Html {
  const { clause, verdict, operations, count, received, groups } = warning;
  const examples = groups.slice(0, mostExamples).map(({ example }) => findings[example]);
  const [first] = examples;
  const known = [...new Set(groups.flatMap(({ deviation }) => deviation ?? []))];
  return html`<tr><td>${badge(verdict)}</td><td class="id">${breakable(clause)}</td><td>${operations.map(titleOf).join(', ')}</td><td>${count}</td>
<td>${received}${known.length > 0 && html`<p class="soft">known deviation ${known.join(', ')}</p>`}
<details><summary>${first?.message ?? 'Examples'}</summary>${quotation(clause, quotes)}${examples.map(
    (example) =>
      example !== undefined &&
      html`<dl><dt>at</dt><dd class="id">${example.path || 'the whole answer'} (${titleOf(example.operation)})</dd>
<dt>expected</dt><dd>${example.expected}</dd>
<dt>received</dt><dd>${example.received}</dd>
<dt>replay</dt><dd><code>${example.replay}</code></dd></dl>`,
  )}</details></td></tr>`;
}

/** What only warns or could not be decided, one line for each clause. */
function warningTable(statement: Statement, quotes?: Quotes): Html {
  const warnings = clauseWarnings(statement);
  if (warnings.length === 0) return html``;
  const more = warnings.length - mostWarnings;
  return html`<h2>Warnings by clause</h2>
<p class="soft">${plural(warnings.length, 'clause')}, each in one line with what was received.</p>
<table><thead><tr><th></th><th>Clause</th><th>Operations</th><th>Findings</th><th>Received</th></tr></thead>
<tbody>${warnings.slice(0, mostWarnings).map((warning) => warningRow(warning, statement, quotes))}</tbody></table>
${more > 0 && html`<p>${plural(more, 'more clause')} in <code>conformance.json</code>.</p>`}`;
}

/** Findings: failures by cause, worst first, then what warns in one line for each clause. */
export function findingBlocks(statement: Statement, quotes?: Quotes): Html {
  const { findings, document } = statement;
  const grave = graveGroups(statement);
  const blocks = grave.slice(0, mostBlocks).map((group) => {
    const example = findings[group.example];
    return example !== undefined && block(group, example, quotes);
  });
  const more = grave.length - mostBlocks;
  return html`<h2>Findings by cause</h2>
${grave.length === 0 ? html`<p>None.</p>` : html`<p class="soft">${plural(grave.length, 'cause')}, each with its smallest example.</p>`}
${document !== undefined && html`<p class="soft">Passages are quoted from the caller's own copy of the interface document, SHA-256 <code>${document.sha256}</code>.</p>`}
${blocks}${more > 0 && html`<p>${plural(more, 'more cause')} in <code>conformance.json</code>.</p>`}
${warningTable(statement, quotes)}`;
}

/** Known deviations and what became of them. */
export function deviationTable({ deviations }: Statement): Html {
  if (deviations.length === 0) return html``;
  return html`<h2>Known deviations</h2>
<p class="soft">They can turn the exit status to 0; they never make a target conformant.</p>
<table><thead><tr><th>Clause</th><th>Operation</th><th>Reason</th><th>Owner</th><th>Expires</th><th>In this run</th></tr></thead>
<tbody>${deviations.map(
    ({ clause, operation, reason, owner, expires, state, findings }) =>
      html`<tr><td class="id">${breakable(clause)}</td><td>${operation}</td><td>${reason}</td><td>${owner}</td><td>${expires}</td>
<td>${state === 'met' ? plural(findings, 'finding') : state.replace('-', ' ')}</td></tr>`,
  )}</tbody></table>`;
}
