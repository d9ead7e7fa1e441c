import {
  outcomeOfLetter,
  type SentOutcome,
  type SentRow,
  sentLetters,
  sizeOfClass,
} from '../../schemas/history/sent.ts';
import { breakable, type Html, html, plural, resultWords, titleOf } from '../certificate/words.ts';
import type { Statement } from '../statement/format.ts';
import { countSent } from '../statement/summaries.ts';
import { marksStyle } from './matrix.ts';
import { pageOf } from './page.ts';

/** Outcomes in the order of the tables. */
export const shownOutcomes = [
  'accepted',
  'refused',
  'changed',
  'crashed',
  'unclear',
  'missing',
  'forbidden',
] as const satisfies readonly SentOutcome[];

/** The meaning of each outcome of a value class in a field. */
export const outcomeMeanings: Readonly<Record<SentOutcome, string>> = {
  accepted: 'accepted',
  refused: 'refused, although the plain request was accepted',
  changed: 'answered with a deviation that a plain value does not cause',
  crashed: 'a server error, or an answer that cannot be read',
  unclear: 'sent only next to values that explain what happened',
  missing: 'not sent by this run',
  forbidden: 'cannot be sent in this field',
};

/** Every pair of field and value class in a row, with its outcome. */
export function pairsOf({ classes, fields }: SentRow) {
  return Object.entries(fields).flatMap(([field, letters]) =>
    classes.flatMap((name, at) => {
      const outcome = outcomeOfLetter(letters[at]);
      return outcome === undefined ? [] : [{ field, class: name, outcome }];
    }),
  );
}

/** A range of batch sizes with one outcome. */
interface SizeRange {
  readonly field: string;
  readonly from: number;
  readonly to: number;
  readonly outcome: SentOutcome;
}

/** The batch sizes of a row, joined to ranges. */
export function batchSizes({ classes, fields }: SentRow): readonly SizeRange[] {
  return Object.entries(fields).flatMap(([field, letters]) => {
    const ranges: SizeRange[] = [];
    classes.forEach((name, at) => {
      const size = sizeOfClass(name);
      const outcome = outcomeOfLetter(letters[at]);
      if (size === undefined || outcome === undefined) return;
      const last = ranges.at(-1);
      if (last !== undefined && last.outcome === outcome && last.to === size - 1)
        ranges.splice(-1, 1, { ...last, to: size });
      else ranges.push({ field, from: size, to: size, outcome });
    });
    return ranges;
  });
}

/** The row without batch sizes, and without fields that have nothing else. */
export function withoutSizes(row: SentRow): SentRow {
  const kept = row.classes.flatMap((name, at) => (sizeOfClass(name) === undefined ? [at] : []));
  const fields = Object.entries(row.fields).map(([field, letters]) => {
    const own = kept.map((at) => letters[at] ?? '.').join('');
    return [field, own.replace(/\.+$/, '')] as const;
  });
  return {
    ...row,
    classes: kept.map((at) => row.classes[at] ?? ''),
    fields: Object.fromEntries(fields.filter(([, letters]) => letters !== '')),
  };
}

/** Such as `1 to 50 entries` or `7 entries`. */
export function sizeWords({ from, to }: SizeRange): string {
  if (from === to) return `${from} ${from === 1 ? 'entry' : 'entries'}`;
  return `${from} to ${to} entries`;
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
    return html`<tr><td class="name"><a href="#sent-${row.operation}">${titleOf(row.operation)}</a></td>${shownOutcomes.map((name) => html`<td class="n">${counts[name]}</td>`)}</tr>`;
  })}</tbody></table></div>
${
  found.length > 0 &&
  html`<table><thead><tr><th>Operation</th><th>Field</th><th>Class</th><th>Outcome</th></tr></thead>
<tbody>${found.map((one) => html`<tr><td class="name">${titleOf(one.operation)}</td><td class="id">${one.field}</td><td>${one.class}</td><td>${outcomeMeanings[one.outcome]}</td></tr>`)}</tbody></table>`
}
<p class="soft">Letters: ${shownOutcomes.map((name, at) => html`${at > 0 && '; '}<b class="${name}">${sentLetters[name]}</b> ${outcomeMeanings[name]}`)}; a dot or an empty cell is a class that the field does not have.</p>`;
}

/** The notes of an operation: what was not or cannot be sent, and the sizes of batches. */
export function sentNotes(row: SentRow): Html {
  const sizes = batchSizes(row);
  return html`${row.missing !== undefined && html`<p>Missing: ${row.missing}.</p>`}
${row.forbidden.length > 0 && html`<ul>${row.forbidden.map(({ why, fields }) => html`<li>${why}: <span class="id">${fields.join(', ')}</span></li>`)}</ul>`}
${sizes.length > 0 && html`<ul>${sizes.map((range) => html`<li><span class="id">${range.field}</span> of ${sizeWords(range)}: ${outcomeMeanings[range.outcome]}</li>`)}</ul>`}`;
}

const style = `${marksStyle}
@media screen { main { max-width: none; margin: 1.5rem; } } thead th.op { height: 13rem; }
td.v { padding: .1rem; min-width: 1.15rem; font-size: .8rem; } table.marks td.id { position: sticky; left: 0; background: var(--paper); white-space: nowrap; } .wide { overflow-x: auto; }
.accepted { --tone: var(--pass); } .refused { --tone: var(--open); } .changed { --tone: var(--warn); } .crashed { --tone: var(--fail); } .unclear { --tone: var(--void); } .missing { --tone: var(--soft); } .forbidden { --tone: var(--quiet); }
td.crashed, td.changed, td.refused, td.missing { outline: 1px solid var(--tone); outline-offset: -2px; }
`;

function cellsOf(field: string, letters: string, classes: readonly string[]): readonly Html[] {
  const cells: Html[] = [];
  for (let at = 0; at < classes.length; ) {
    const outcome = outcomeOfLetter(letters[at]);
    let end = at + 1;
    // Consecutive classes that the field does not have are one empty cell.
    while (outcome === undefined && end < classes.length && outcomeOfLetter(letters[end]) === undefined)
      end += 1;
    const words = `${classes[at]} in ${field}: ${outcome}`;
    cells.push(
      outcome === undefined
        ? html`<td colspan="${end - at}"></td>`
        : html`<td class="v ${outcome}"${outcome !== 'accepted' && html` title="${words}"`}>${sentLetters[outcome]}</td>`,
    );
    at = end;
  }
  return cells;
}

function tableOf(row: SentRow): Html {
  const { operation, classes, fields } = withoutSizes(row);
  const rows = Object.entries(fields).map(
    ([field, letters]) =>
      html`<tr><td class="id">${breakable(field)}</td>${cellsOf(field, letters, classes)}</tr>
`,
  );
  return html`<h2 id="sent-${operation}">${titleOf(operation)}</h2>
${sentNotes(row)}
<div class="wide"><table class="marks"><thead><tr><th>Field</th>${classes.map((name) => html`<th class="op"><span>${name}</span></th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>`;
}

/** What was sent, as a page: for each operation a line for each field and a column for each class of values. */
export function renderSentPage(statement: Statement): string {
  const { target, run, sent = [] } = statement;
  const total = sent.flatMap((row) => Object.values(countSent(row))).reduce((sum, count) => sum + count, 0);
  const main = html`<p><a href="../index.html">Start page</a> &middot; <a href="../matrix/index.html">Clause matrix</a> &middot; <a href="../../certificate.html">Certificate</a></p>
<h1>What was sent</h1>
<p>${target.name}: ${resultWords(statement)}. ${plural(total, 'pair')} of a field and a class of values, seed ${run.seed}.</p>
${sent.length === 0 ? html`<p>No request of this run was sent to show what a service takes.</p>` : sentOverview(sent)}
${sent.map(tableOf)}`;
  return pageOf({
    title: `What was sent: ${target.name}`,
    foot: 'What was sent',
    style,
    main,
  });
}
