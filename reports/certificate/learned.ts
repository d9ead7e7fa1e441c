import type { Learned } from '../../schemas/opening.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { titleOf } from './words.ts';

/** Ids of exchanges that a row names; the statement holds all of them. */
const shown = 2;

function exchangesCell(exchanges: readonly string[]): Html {
  const more = exchanges.length - shown;
  return html`<td class="id">${exchanges.slice(0, shown).map((id) => html`<code>${id}</code> `)}${more > 0 && `and ${more} more`}</td>`;
}

/** Tells a row that says how one defect is answered. */
const isRefusal = ({ clause }: Learned) => clause === '7.8/error-bodies';

function learnedRow({ clause, operation, subject, value, says, answered, exchanges }: Learned): Html {
  return html`<tr><td class="id">${breakable(clause)}</td><td>${titleOf(operation)}</td><td>${subject}</td>
<td>${breakable(value)}<br><span class="soft">${says}${answered !== undefined && answered !== value && html`; otherwise answered ${breakable(answered)}`}</span></td>${exchangesCell(exchanges)}</tr>`;
}

function refusalTable(rows: readonly Learned[]): Html {
  if (rows.length === 0) return html``;
  return html`<h3>Which refusal answers which defect</h3>
<table><thead><tr><th>Defect</th><th>Operation</th><th>Status, code and words</th><th>Exchange</th></tr></thead>
<tbody>${rows.map(
    ({ operation, subject, value, exchanges }) =>
      html`<tr><td>${subject}</td><td>${titleOf(operation)}</td><td>${breakable(value)}</td>${exchangesCell(exchanges)}</tr>`,
  )}</tbody></table>`;
}

/** What a run learned where the document is silent, how it is refused, and the keys of the target file that say it. */
export function learnedTable({ opening }: Statement): Html {
  const learned = opening?.learned;
  if (learned === undefined) return html``;
  const { rows, keys, requests, ended } = learned;
  return html`<h2>Undocumented behaviour of this service</h2>
<p class="soft">Learned with ${plural(requests, 'request')} before the tests; nothing of it is judged.${ended !== undefined && ` Learning ended early: ${ended}.`}</p>
<table><thead><tr><th>Clause</th><th>Operation</th><th>Subject</th><th>Learned</th><th>Exchanges</th></tr></thead>
<tbody>${rows.filter((row) => !isRefusal(row)).map(learnedRow)}</tbody></table>
${refusalTable(rows.filter(isRefusal))}
${
  Object.keys(keys).length > 0 && html`<p>For the target file:</p><pre>${JSON.stringify(keys, null, 2)}</pre>`
}`;
}
