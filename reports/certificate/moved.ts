import { bookKinds } from '../../schemas/rules/run/book.ts';
import { pictureOf } from '../pictures/sequence.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';

const columns = ['paid', 'captured', 'cancelled', 'refunded', 'paidOut'] as const;
const mostImpossible = 50;

/** What the run moved, by currency, and histories that no ledger can hold. */
export function movedTables({ money }: Statement): Html {
  if (money === undefined) return html``;
  const { moved, impossible } = money;
  const more = impossible.length - mostImpossible;
  return html`<h2 id="moved">What moved</h2>
<p class="soft">Sums of the calls whose answer, or a later list, says that they were done. What a shopper pays on a page is not known to the caller.
Undecided calls may have moved money: they got no answer, or none that says so.</p>
<h3>Histories that no ledger can hold</h3>
${
  impossible.length === 0
    ? html`<p>None: 0.00 is unexplained.</p>`
    : html`<p class="soft">${plural(impossible.length, 'history', 'histories')}. A finding of its own says where the document is broken by one.</p>
<table><thead><tr><th>Order or payout</th><th class="n">Sum</th><th>What is wrong</th><th>Exchanges</th></tr></thead>
<tbody>${impossible
        .slice(0, mostImpossible)
        .map(
          ({ kind, name, currency, sum, exchanges }) =>
            html`<tr><td class="id">${breakable(name)}</td><td class="n">${sum ?? ''} ${currency ?? ''}</td><td>${bookKinds[kind] ?? kind}</td><td class="id">${exchanges.map((id) => html`<code>${id}</code> `)}</td></tr>`,
        )}</tbody></table>${more > 0 && html`<p>${plural(more, 'more')} in <code>conformance.json</code>.</p>`}`
}
<h3>By currency</h3>
<div class="wide"><table><thead><tr><th>Currency</th><th class="n">Paid</th><th class="n">Captured</th><th class="n">Cancelled</th><th class="n">Refunded</th><th class="n">Paid out</th><th class="n">Undecided calls</th></tr></thead>
<tbody>${moved.map(
    (row) =>
      html`<tr><td class="name">${row.currency}</td>${columns.map((name) => html`<td class="n">${row[name] ?? html`&middot;`}</td>`)}<td class="n">${row.unknown === 0 ? html`&middot;` : row.unknown}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The fewest calls that still show what more than one call shows, each as a picture with the command that repeats it. */
export function historyPictures({ histories = [] }: Statement): Html {
  if (histories.length === 0) return html``;
  return html`<h2 id="histories">Findings over more than one call</h2>
<p class="soft">Each with the fewest calls that still show it: without any one of them it is gone. Times count from the first of them. Calls over other orders show what is done one after the other, and are not drawn.</p>
${histories.map((history) => {
  const { about, replay, calls, beside = 0 } = history;
  return html`<figure><figcaption><b>${breakable(about)}</b> <span class="soft">${plural(calls.length, 'call')}${beside > 0 && `, and ${beside} over other orders`}; to repeat them: <code>${replay}</code></span></figcaption>
${pictureOf(history)}</figure>`;
})}`;
}
