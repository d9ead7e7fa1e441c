import { bookKinds } from '../../schemas/rules/run/book.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { badge } from './words.ts';

const mostShown = 5;

/** The laws of the merchant: what this acquirer promises beyond the document, and what broke it. */
export function lawTable({ laws, exitCode }: Statement): Html {
  if (laws === undefined) return html``;
  const { rows, exitCodeWithout } = laws;
  return html`<h2 id="laws">Laws of the merchant</h2>
<p class="soft">Promises of this acquirer that the document does not make, as the target file names them. They change the exit status, never the result above:
exit status ${exitCode}, without them ${exitCodeWithout}.</p>
<table><thead><tr><th></th><th>Law</th><th>Said by</th><th>On</th><th>In this run</th></tr></thead>
<tbody>${rows.map(
    ({ law, says, by, on, broken }) =>
      html`<tr><td>${badge(broken.length > 0 ? 'fail' : 'pass')}</td><td class="id">${law}${says !== undefined && html`<p class="soft">${says}</p>`}</td><td>${by}</td><td>${on}</td>
<td>${
        broken.length === 0
          ? 'not broken'
          : html`broken by ${plural(broken.length, 'history', 'histories')}${broken
              .slice(0, mostShown)
              .map(
                ({ kind, name, sum = '', currency = '', exchanges }) =>
                  html`<br>${breakable(name)}: ${`${sum} ${currency}`.trim()}, ${bookKinds[kind] ?? kind} ${exchanges.map((id) => html`<code>${id}</code> `)}`,
              )}`
      }</td></tr>`,
  )}</tbody></table>`;
}
