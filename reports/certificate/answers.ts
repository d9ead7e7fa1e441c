import { operationIds } from '../../schemas/types.ts';
import { causeHead, causeRows, causesOf } from '../opening/causes.ts';
import type { Statement } from '../statement/format.ts';
import { type Html, html } from './html.ts';
import { titleOf } from './words.ts';

/** Why operations were not accepted, where the opening of the run found out. */
export function causeBlocks({ opening }: Statement): Html {
  const causes = causesOf(opening);
  if (causes.length === 0) return html``;
  return html`<h2>Why requests were not accepted</h2>
${causes.map(
  (told) => html`<article class="finding tone-open"><header>${causeHead(told)}</header>
<dl>${causeRows(told).map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl></article>`,
)}`;
}

/** How the service answered, by operation. */
export function answerTable({ run }: Statement): Html {
  const rows = operationIds.flatMap((id) => {
    const answers = run.operations[id]?.answers;
    if (answers === undefined) return [];
    const { accepted, refused, malformed, failed, none, allowed, refusals } = answers;
    const cells = [`${allowed.accepted} of ${allowed.sent}`, accepted, refused, malformed, failed, none];
    const said = refusals.map(({ text, count }) => html`${text} <span class="soft">(${count})</span><br>`);
    return [
      html`<tr><td class="name">${titleOf(id)}</td>${cells.map((cell) => html`<td class="n">${cell}</td>`)}<td>${said}</td></tr>`,
    ];
  });
  if (rows.length === 0) return html``;
  return html`<h2>How the service answered</h2>
<p class="soft">Many requests are wrong on purpose and ought to be refused; the first column counts those that the document allows.</p>
<div class="wide"><table><thead><tr><th>Operation</th><th class="n">Allowed, accepted</th><th class="n">Accepted</th><th class="n">Refused</th><th class="n">Malformed</th>
<th class="n">429, 5xx</th><th class="n">No answer</th><th>Commonest words of refusals</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
