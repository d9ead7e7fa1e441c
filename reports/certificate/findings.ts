import { graveGroups } from '../clause-warnings.ts';
import type { Quotes } from '../document/quotes.ts';
import { hasTests } from '../exchanges/has-tests.ts';
import type { Statement } from '../statement/format.ts';
import { causeCard, causesAcross } from './cause-cards.ts';
import { causeId } from './failed.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { warningTable } from './warning-table.ts';

const mostBlocks = 200;

/** Findings: failures by cause, worst first, then what warns in one line for each clause. */
export function findingBlocks(statement: Statement, quotes?: Quotes): Html {
  const { findings, document } = statement;
  const causes = causesAcross(graveGroups(statement));
  const more = causes.length - mostBlocks;
  return html`<h2>Findings by cause</h2>
${causes.length === 0 ? html`<p>None.</p>` : html`<p class="soft">${plural(causes.length, 'cause')}, each with its smallest example.</p>`}
${document !== undefined && html`<p class="soft">Passages are quoted from the caller's own copy of the interface document, SHA-256 <code>${document.sha256}</code>.</p>`}
${causes.slice(0, mostBlocks).map((cause, at) => causeCard(cause, findings, { id: causeId(at), quotes, matrix: hasTests(statement) }))}${more > 0 && html`<p>${plural(more, 'more cause')} in <code>conformance.json</code>.</p>`}
${warningTable(statement, quotes)}`;
}

/** Known deviations and what became of them. */
export function deviationTable({ deviations }: Statement): Html {
  if (deviations.length === 0) return html``;
  return html`<h2>Known deviations (waivers)</h2>
<p class="soft">They can turn the exit status to 0; they never make a target conformant.</p>
<table><thead><tr><th>Clause</th><th>Operation</th><th>Reason</th><th>Owner</th><th>Expires</th><th>In this run</th></tr></thead>
<tbody>${deviations.map(
    ({ clause, operation, reason, owner, expires, state, findings }) =>
      html`<tr><td class="id">${breakable(clause)}</td><td>${operation}</td><td>${reason}</td><td>${owner}</td><td>${expires}</td>
<td>${state === 'met' ? plural(findings, 'finding') : state.replace('-', ' ')}</td></tr>`,
  )}</tbody></table>`;
}
