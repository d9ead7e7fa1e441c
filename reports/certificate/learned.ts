import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { titleOf } from './words.ts';

/** What a run learned where the document is silent, and the keys of the target file that say it. */
export function learnedTable({ opening }: Statement): Html {
  const learned = opening?.learned;
  if (learned === undefined) return html``;
  const { rows, keys, requests, ended } = learned;
  return html`<h2>What the document does not show, and this service does</h2>
<p class="soft">Learned with ${plural(requests, 'request')} before the tests; nothing of it is judged.${ended !== undefined && ` Learning ended early: ${ended}.`}</p>
<table><thead><tr><th>Clause</th><th>Operation</th><th>Subject</th><th>Learned</th></tr></thead>
<tbody>${rows.map(
    ({ clause, operation, subject, value, says, answered }) =>
      html`<tr><td class="id">${breakable(clause)}</td><td>${titleOf(operation)}</td><td>${subject}</td>
<td>${breakable(value)}<br><span class="soft">${says}${answered !== undefined && answered !== value && html`; otherwise answered ${breakable(answered)}`}</span></td></tr>`,
  )}</tbody></table>
${
  Object.keys(keys).length > 0 && html`<p>For the target file:</p><pre>${JSON.stringify(keys, null, 2)}</pre>`
}`;
}
