import { operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { titleOf } from './words.ts';

/** Conflicts of the document that were met, and the gaps that nobody can look into. */
export function documentTables({ documentIssues, notTestable }: Statement): Html {
  const met = documentIssues.filter(({ exchanges }) => exchanges > 0);
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
export function observationTables({ observations }: Statement): Html {
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

/** What was left untested, by reason. */
export function untestedTable({ clauses }: Statement): Html {
  const untested = clauses.filter(
    ({ verdict, obliged }) => verdict === 'not-tested' && obliged === 'service',
  );
  if (untested.length === 0) return html``;
  const reasons = [...new Set(untested.map(({ why }) => why ?? ''))];
  const rows = reasons.map((reason) => {
    const own = untested.filter(({ why }) => (why ?? '') === reason);
    const names = [
      ...new Set(
        own.map(({ operation }) => (operation === undefined ? 'the interface' : titleOf(operation))),
      ),
    ];
    return html`<tr><td>${reason}</td><td class="n">${own.length}</td><td class="soft">${names.join(', ')}</td></tr>`;
  });
  return html`<h2>Not tested</h2>
<table><thead><tr><th>Reason</th><th class="n">Requirements</th><th>Operations</th></tr></thead><tbody>${rows}</tbody></table>`;
}
