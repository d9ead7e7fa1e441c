import { operationIds } from '../../schemas/types.ts';
import { groupedBy } from '../grouped-by.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { titleOf } from './words.ts';

/** Conflicts of the document that were met, and the gaps that nobody can look into. */
export function documentTables({ documentIssues, notTestable }: Statement): Html {
  const met = documentIssues.filter(({ exchanges, seen }) => exchanges > 0 || seen.length > 0);
  return html`<h2>Conflicts and gaps of the document</h2>
${
  met.length > 0 &&
  html`<table><thead><tr><th>Conflict</th><th>Clauses</th><th>Accepted readings</th><th>Seen</th></tr></thead>
<tbody>${met.map(
    ({ id, clauses, readings, seen, exchanges }) =>
      html`<tr><td class="name">${id}</td><td class="id">${clauses.map((clause) => html`${breakable(clause)}<br>`)}</td>
<td><ul>${readings.map((reading) => html`<li>${reading}</li>`)}</ul></td>
<td>${seen.length > 0 ? html`<ul>${seen.slice(0, 8).map((text) => html`<li>${text}</li>`)}</ul>` : html`<span class="soft">${plural(exchanges, 'exchange')}, no deviation from any reading</span>`}</td></tr>`,
  )}</tbody></table>`
}
${
  notTestable.length > 0 &&
  html`<details class="printed"><summary>${plural(notTestable.length, 'gap')} that no exchange can show</summary>
<table><thead><tr><th>Clause</th><th>Why nobody can look</th></tr></thead><tbody>${notTestable.map(({ clause, why }) => html`<tr><td class="id">${breakable(clause)}</td><td>${why}</td></tr>`)}</tbody></table></details>`
}`;
}

/** What the target does where the document is silent. */
export function observationTables({ observations: all, documentIssues }: Statement): Html {
  const conflicting = new Set(documentIssues.flatMap(({ clauses }) => clauses));
  const observations = all.filter(({ clause }) => !conflicting.has(clause));
  if (observations.length === 0) return html``;
  const tables = operationIds.map((id) => {
    const own = observations.filter(({ operation }) => operation === id);
    return (
      own.length > 0 &&
      html`<details><summary>${titleOf(id)}: ${own.length}</summary>
<table><thead><tr><th>Clause</th><th>Seen</th><th class="n">Exchanges</th></tr></thead>
<tbody>${own.map(({ clause, detail, fingerprint, exchanges }) => html`<tr><td class="id">${breakable(clause)}</td><td>${fingerprint}${detail !== fingerprint && html`<br><span class="soft">${detail}</span>`}</td><td class="n">${exchanges}</td></tr>`)}</tbody></table></details>`
    );
  });
  return html`<h2>Observed where the document is silent</h2>
<p class="soft">${plural(observations.length, 'behaviour')} of this target. None of them is judged; a change between two runs is reported as drift.</p>${tables}`;
}

/** What was left untested, and what applies to nothing that the service returned, by reason. */
export function untestedTable({ clauses }: Statement): Html {
  const own = clauses.filter(({ obliged }) => obliged === 'service');
  const untested = own.filter(({ verdict }) => verdict === 'not-tested');
  const missing = own.filter(({ because }) => because === 'never-returned');
  return html`${untested.length > 0 && reasonTable('Not tested', untested)}${missing.length > 0 && reasonTable('Not applicable: no value was returned', missing)}`;
}

function reasonTable(title: string, rows: Statement['clauses']): Html {
  const cells = [...groupedBy(rows, ({ why }) => why ?? '')].map(([reason, some]) => {
    const names = new Set(
      some.map(({ operation }) => (operation === undefined ? 'the interface' : titleOf(operation))),
    );
    return html`<tr><td>${reason}</td><td class="n">${some.length}</td><td class="soft">${[...names].join(', ')}</td></tr>`;
  });
  return html`<h2>${title}</h2>
<table><thead><tr><th>Reason</th><th class="n">Requirements</th><th>Operations</th></tr></thead><tbody>${cells}</tbody></table>`;
}
