import { breakable, html } from '../certificate/html.ts';
import { styleOf } from '../certificate/style.ts';
import type { Comparison, Difference } from '../compare.ts';
import { answerOf, exchangesStyle, requestOf } from './exchanges.ts';
import { pageOf } from './page.ts';

/** Differences that the page shows; the terminal counts them all. */
const most = 300;

function articleOf({ operation, what, clause, count, of, cases, a, b, example }: Difference) {
  return html`<article><h2>${operation} <code>${breakable(what)}</code></h2>
<p class="soft">${clause !== undefined && html`<code>${clause}</code> &middot; `}in ${count} of ${of} exchanges: ${cases.slice(0, 5).join(', ')}${cases.length > 5 && ' …'}</p>
<table><tr><th>A</th><td>${a}</td></tr><tr><th>B</th><td>${b}</td></tr></table>
<section>${requestOf(example.a)}</section>
<div class="pair"><section><h3>A</h3>${answerOf(example.a)}</section><section><h3>B</h3>${answerOf(example.b)}</section></div></article>
`;
}

/** The differences of two services on one page without scripts: each with its clause, one request, and both answers. */
export function renderComparison(
  names: { readonly a: string; readonly b: string },
  { compared, unpaired, noise, differences }: Comparison,
): string {
  const main = html`<h1>Side by side</h1>
<p>A: ${names.a}<br>B: ${names.b}</p>
<p class="soft">${compared} exchanges of each have the same request; ${unpaired} have no counterpart. What repeats a value of the request is not compared by its value. Secrets and personal data are masked.</p>
${differences.length === 0 && html`<p>No difference.</p>`}
${differences.slice(0, most).map(articleOf)}${differences.length > most && html`<p>${differences.length - most} more differences.</p>`}
${noise.length > 0 && html`<details><summary>Left out, because two runs of A differ in it: ${noise.length}</summary><ul>${noise.map((one) => html`<li>${one}</li>`)}</ul></details>`}`;
  return pageOf({ title: 'Side by side', style: styleOf('Side by side') + exchangesStyle, main });
}
