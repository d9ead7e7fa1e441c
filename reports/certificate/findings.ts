import type { Statement } from '../statement/format.ts';
import { causeCard, causesAcross } from './cause-cards.ts';
import { breakable, type Html, html, plural } from './html.ts';

const mostBlocks = 200;

/** Findings by cause, worst first. */
export function findingBlocks(statement: Statement): Html {
  const { findingGroups, findings } = statement;
  const causes = causesAcross(findingGroups);
  const more = causes.length - mostBlocks;
  return html`<h2>Findings by cause</h2>
${causes.length === 0 ? html`<p>None.</p>` : html`<p class="soft">${plural(causes.length, 'cause')}, each with its smallest example.</p>`}
${causes.slice(0, mostBlocks).map((cause) => causeCard(cause, findings))}${more > 0 && html`<p>${plural(more, 'more cause')} in <code>conformance.json</code>.</p>`}`;
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
