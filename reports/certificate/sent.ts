import { outcomeOfLetter, type SentOutcome, type SentRow, sentLetters } from '../../schemas/sent.ts';
import type { Statement } from '../statement/format.ts';
import { countSent } from '../statement/sent-rows.ts';
import { type Html, html, plural } from './html.ts';
import { titleOf } from './words.ts';

const shown = ['accepted', 'refused', 'changed', 'crashed', 'unclear', 'missing', 'forbidden'] as const;

/** What each letter of the tables means. */
const meanings: Readonly<Record<SentOutcome, string>> = {
  accepted: 'accepted',
  refused: 'refused, although the plain request was accepted',
  changed: 'answered with a deviation that a plain value does not cause',
  crashed: 'a server error, or an answer that cannot be read',
  unclear: 'sent only beside values that explain what happened',
  missing: 'not sent by this run',
  forbidden: 'not to be sent',
};

function exceptions({ classes, fields }: SentRow): readonly (readonly [SentOutcome, string, string])[] {
  return Object.entries(fields).flatMap(([field, letters]) =>
    classes.flatMap((name, at) => {
      const outcome = outcomeOfLetter(letters[at]);
      return outcome === 'refused' || outcome === 'changed' || outcome === 'crashed'
        ? [[outcome, field, name] as const]
        : [];
    }),
  );
}

function detailsOf(row: SentRow): Html {
  const { operation, classes, fields, forbidden, missing } = row;
  return html`<details><summary>${titleOf(operation)}: ${plural(Object.keys(fields).length, 'field')}, ${plural(classes.length, 'class', 'classes')} of values</summary>
${missing !== undefined && html`<p>Missing: ${missing}.</p>`}
${forbidden.length > 0 && html`<ul>${forbidden.map(({ why, fields: some }) => html`<li>${why}: <span class="id">${some.join(', ')}</span></li>`)}</ul>`}
<p class="soft">Columns: ${classes.map((name, at) => `${at + 1} ${name}`).join(', ')}.</p>
<table><tbody>${Object.entries(fields).map(([field, letters]) => html`<tr><td class="id">${field}</td><td><code>${letters}</code></td></tr>`)}</tbody></table></details>`;
}

/** What was sent: which field carried values of which class, and what became of it. */
export function sentTables({ sent = [] }: Statement): Html {
  if (sent.length === 0) return html``;
  const found = sent.flatMap((row) => exceptions(row).map((one) => [row.operation, ...one] as const));
  return html`<h2>What was sent</h2>
<p class="soft">Every field of a request has values of several classes: how long, in which script, with which signs, how large. Counted are pairs of a field and a class.</p>
<div class="wide"><table><thead><tr><th>Operation</th>${shown.map((name) => html`<th class="n">${name}</th>`)}</tr></thead>
<tbody>${sent.map((row) => {
    const counts = countSent(row);
    return html`<tr><td class="name">${titleOf(row.operation)}</td>${shown.map((name) => html`<td class="n">${counts[name]}</td>`)}</tr>`;
  })}</tbody></table></div>
${
  found.length > 0 &&
  html`<table><thead><tr><th>Operation</th><th>Field</th><th>Class</th><th>Outcome</th></tr></thead>
<tbody>${found.map(([operation, outcome, field, name]) => html`<tr><td class="name">${titleOf(operation)}</td><td class="id">${field}</td><td>${name}</td><td>${meanings[outcome]}</td></tr>`)}</tbody></table>`
}
<p class="soft">Letters: ${shown.map((name) => `${sentLetters[name]} ${meanings[name]}`).join('; ')}; a dot is a class that the field does not have.</p>
${sent.map(detailsOf)}`;
}
