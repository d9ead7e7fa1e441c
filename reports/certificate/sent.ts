import { type SentRow, sentLetters } from '../../schemas/sent.ts';
import { batchSizes, sizeWords, withoutSizes } from '../sent/batch-sizes.ts';
import { exceptionsOf } from '../sent/exceptions.ts';
import { outcomeMeanings, shownOutcomes } from '../sent/words.ts';
import type { Statement } from '../statement/format.ts';
import { countSent } from '../statement/sent-rows.ts';
import { type Html, html, plural } from './html.ts';
import { titleOf } from './words.ts';

function detailsOf(row: SentRow): Html {
  const { operation, classes, fields, forbidden, missing } = withoutSizes(row);
  const sizes = batchSizes(row);
  return html`<details><summary>${titleOf(operation)}: ${plural(Object.keys(row.fields).length, 'field')}, ${plural(row.classes.length, 'class', 'classes')} of values</summary>
${missing !== undefined && html`<p>Missing: ${missing}.</p>`}
${forbidden.length > 0 && html`<ul>${forbidden.map(({ why, fields: some }) => html`<li>${why}: <span class="id">${some.join(', ')}</span></li>`)}</ul>`}
${sizes.length > 0 && html`<ul>${sizes.map((range) => html`<li><span class="id">${range.field}</span> of ${sizeWords(range)}: ${outcomeMeanings[range.outcome]}</li>`)}</ul>`}
<p class="soft">Columns: ${classes.map((name, at) => `${at + 1} ${name}`).join(', ')}.</p>
<table><tbody>${Object.entries(fields).map(([field, letters]) => html`<tr><td class="id">${field}</td><td><code>${letters}</code></td></tr>`)}</tbody></table></details>`;
}

/** What was sent: which field carried values of which class, and what became of it. */
export function sentTables({ sent = [] }: Statement): Html {
  if (sent.length === 0) return html``;
  const found = sent.flatMap((row) => exceptionsOf(row).map((one) => ({ operation: row.operation, ...one })));
  return html`<h2>What was sent</h2>
<p class="soft">Every field of a request has values of several classes: how long, in which script, with which signs, how large; a body is written in every way that its type allows, and a batch has every number of entries. Counted are pairs of a field and a class.</p>
<div class="wide"><table><thead><tr><th>Operation</th>${shownOutcomes.map((name) => html`<th class="n">${name}</th>`)}</tr></thead>
<tbody>${sent.map((row) => {
    const counts = countSent(row);
    return html`<tr><td class="name">${titleOf(row.operation)}</td>${shownOutcomes.map((name) => html`<td class="n">${counts[name]}</td>`)}</tr>`;
  })}</tbody></table></div>
${
  found.length > 0 &&
  html`<table><thead><tr><th>Operation</th><th>Field</th><th>Class</th><th>Outcome</th></tr></thead>
<tbody>${found.map((one) => html`<tr><td class="name">${titleOf(one.operation)}</td><td class="id">${one.field}</td><td>${one.class}</td><td>${outcomeMeanings[one.outcome]}</td></tr>`)}</tbody></table>`
}
<p class="soft">Letters: ${shownOutcomes.map((name) => `${sentLetters[name]} ${outcomeMeanings[name]}`).join('; ')}; a dot is a class that the field does not have.</p>
${sent.map(detailsOf)}`;
}
