import { outcomeOfLetter, type SentOutcome, type SentRow } from '../../schemas/history/sent.ts';
import { countSent } from '../statement/summaries.ts';
import { type Html, html, titleOf } from './words.ts';

/** Outcomes in the order of the tables. */
const shownOutcomes = [
  'accepted',
  'refused',
  'changed',
  'crashed',
  'unclear',
  'missing',
  'forbidden',
] as const satisfies readonly SentOutcome[];

/** The meaning of each outcome of a value class in a field. */
const outcomeMeanings: Readonly<Record<SentOutcome, string>> = {
  accepted: 'accepted',
  refused: 'refused, although the plain request was accepted',
  changed: 'answered with a deviation that a plain value does not cause',
  crashed: 'a server error, or an answer that cannot be read',
  unclear: 'sent only next to values that explain what happened',
  missing: 'not sent by this run',
  forbidden: 'cannot be sent in this field',
};

/** Every pair of field and value class in a row, with its outcome. */
function pairsOf({ classes, fields }: SentRow) {
  return Object.entries(fields).flatMap(([field, letters]) =>
    classes.flatMap((name, at) => {
      const outcome = outcomeOfLetter(letters[at]);
      return outcome === undefined ? [] : [{ field, class: name, outcome }];
    }),
  );
}

/** The number of pairs with each outcome, by operation, and every pair that was refused, changed or crashed. */
export function sentOverview(sent: readonly SentRow[]): Html {
  const isTold = ({ outcome }: { readonly outcome: SentOutcome }) =>
    outcome === 'refused' || outcome === 'changed' || outcome === 'crashed';
  const found = sent.flatMap((row) =>
    pairsOf(row)
      .filter(isTold)
      .map((one) => ({ operation: row.operation, ...one })),
  );
  return html`<div class="wide"><table><thead><tr><th>Operation</th>${shownOutcomes.map((name) => html`<th class="n">${name}</th>`)}</tr></thead>
<tbody>${sent.map((row) => {
    const counts = countSent(row);
    return html`<tr><td class="name">${titleOf(row.operation)}</td>${shownOutcomes.map((name) => html`<td class="n">${counts[name]}</td>`)}</tr>`;
  })}</tbody></table></div>
${
  found.length > 0 &&
  html`<table><thead><tr><th>Operation</th><th>Field</th><th>Class</th><th>Outcome</th></tr></thead>
<tbody>${found.map((one) => html`<tr><td class="name">${titleOf(one.operation)}</td><td class="id">${one.field}</td><td>${one.class}</td><td>${outcomeMeanings[one.outcome]}</td></tr>`)}</tbody></table>`
}
<p class="soft">${shownOutcomes.map((name, at) => html`${at > 0 && '; '}<b>${name}</b>: ${outcomeMeanings[name]}`)}.</p>`;
}
