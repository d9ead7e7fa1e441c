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
import { style as matrixStyle } from './matrix.ts';
import { pageOf } from './page.ts';

/** Outcomes in the order in which tables show them. */
export const shownOutcomes = [
  'accepted',
  'refused',
  'changed',
  'crashed',
  'unclear',
  'missing',
  'forbidden',
] as const satisfies readonly SentOutcome[];

/** What each outcome of a class of values in a field means. */
export const outcomeMeanings: Readonly<Record<SentOutcome, string>> = {
  accepted: 'accepted',
  refused: 'refused, although the plain request was accepted',
  changed: 'answered with a deviation that a plain value does not cause',
  crashed: 'a server error, or an answer that cannot be read',
  unclear: 'sent only next to values that explain what happened',
  missing: 'not sent by this run',
  forbidden: 'cannot be sent in this field',
};

/** A class of values in a field, and what became of it. */
interface SentPair {
  readonly field: string;
  readonly class: string;
  readonly outcome: SentOutcome;
}

/** Every pair of a row. */
export function pairsOf({ classes, fields }: SentRow): readonly SentPair[] {
  return Object.entries(fields).flatMap(([field, letters]) =>
    classes.flatMap((name, at) => {
      const outcome = outcomeOfLetter(letters[at]);
      return outcome === undefined ? [] : [{ field, class: name, outcome }];
    }),
  );
}

/** The pairs that were refused, changed something, or broke the service. */
export function exceptionsOf(row: SentRow): readonly SentPair[] {
  return pairsOf(row).filter(
    ({ outcome }) => outcome === 'refused' || outcome === 'changed' || outcome === 'crashed',
  );
}

/** Numbers of entries that follow each other and came to the same. */
interface SizeRange {
  readonly field: string;
  readonly from: number;
  readonly to: number;
  readonly outcome: SentOutcome;
}

/** The numbers of entries of a row, joined where they follow each other. */
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

/** The row without numbers of entries, and without fields that have nothing else. */
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

/** `1 to 50 entries`, `7 entries`. */
export function sizeWords({ from, to }: SizeRange): string {
  if (from === to) return `${from} ${from === 1 ? 'entry' : 'entries'}`;
  return `${from} to ${to} entries`;
}

/** The style of the page of what was sent: that of the clause matrix, and tones of its own. */
const style = `${matrixStyle}
main { max-width: none; margin: 1.5rem; } @media screen and (max-width: 48rem) { main { margin: 0; padding: 1.2rem 1rem; } } h2 { margin: 2rem 0 .3rem; font-size: 1.1rem; }
thead th { position: static; } thead th.op { height: 13rem; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.v { padding: .1rem; min-width: 1.15rem; font-size: .8rem; } td.id { position: sticky; left: 0; background: var(--paper); max-width: none; white-space: nowrap; } td.id code { overflow-wrap: normal; }
table.small { width: auto; } table.small td, table.small th { padding: .2rem .7rem; text-align: left; } .wide { overflow-x: auto; }
.accepted { --tone: var(--pass); } .refused { --tone: var(--observed); } .changed { --tone: var(--warn); } .crashed { --tone: var(--fail); }
.unclear { --tone: var(--open); } .missing { --tone: var(--dim); } .forbidden { --tone: var(--quiet); }
td.crashed, td.changed, td.refused, td.missing { outline: 1px solid var(--tone); outline-offset: -2px; }
`;

function cellsOf(field: string, letters: string, classes: readonly string[]): readonly Html[] {
  const cells: Html[] = [];
  for (let at = 0; at < classes.length; ) {
    const outcome = outcomeOfLetter(letters[at]);
    let end = at + 1;
    // Classes that the field does not have are one empty cell.
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
  const { operation, classes, fields, forbidden, missing } = withoutSizes(row);
  const rows = Object.entries(fields).map(
    ([field, letters]) =>
      html`<tr><td class="id"><code>${breakable(field)}</code></td>${cellsOf(field, letters, classes)}</tr>
`,
  );
  return html`<h2 id="${operation}">${titleOf(operation)}</h2>
${missing !== undefined && html`<p>Missing: ${missing}.</p>`}
${forbidden.map(({ why, fields: some }) => html`<p>Not to be sent, because ${why}: ${some.join(', ')}.</p>`)}
${batchSizes(row).map((range) => html`<p>${range.field} of ${sizeWords(range)}: ${outcomeMeanings[range.outcome]}.</p>`)}
<div class="wide"><table><thead><tr><th>Field</th>${classes.map((name) => html`<th class="op"><span>${name}</span></th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>`;
}

/** What was sent, as its own page: for each operation a line for each field and a column for each class of values. */
export function renderSentPage(statement: Statement): string {
  const { target, run, sent = [] } = statement;
  const found = sent.flatMap((row) => exceptionsOf(row).map((one) => ({ operation: row.operation, ...one })));
  const total = sent.flatMap((row) => Object.values(countSent(row))).reduce((sum, count) => sum + count, 0);
  const counted = sent.map((row) => {
    const counts = countSent(row);
    return html`<tr><td><a href="#${row.operation}">${titleOf(row.operation)}</a></td>${shownOutcomes.map((name) => html`<td class="n">${counts[name]}</td>`)}</tr>`;
  });
  const main = html`<p><a href="../index.html">Start page</a> &middot; <a href="../matrix/index.html">Clause matrix</a> &middot; <a href="../../certificate.html">Certificate</a></p>
<h1>What was sent</h1>
<p>${target.name}: ${resultWords(statement)}. ${plural(total, 'pair')} of a field and a class of values, seed ${run.seed}.</p>
${sent.length === 0 && html`<p>No request of this run was sent to show what a service takes.</p>`}
${
  sent.length > 0 &&
  html`<div class="wide"><table class="small"><thead><tr><th>Operation</th>${shownOutcomes.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${counted}</tbody></table></div>
<p>${shownOutcomes.map((name, at) => html`${at > 0 && '; '}<b class="${name}">${sentLetters[name]}</b> ${outcomeMeanings[name]}`)}. An empty cell is a class that the field does not have.</p>`
}
${
  found.length > 0 &&
  html`<div class="wide"><table class="small"><thead><tr><th>Operation</th><th>Field</th><th>Class</th><th>Outcome</th></tr></thead>
<tbody>${found.map((one) => html`<tr><td>${titleOf(one.operation)}</td><td><code>${one.field}</code></td><td>${one.class}</td><td>${outcomeMeanings[one.outcome]}</td></tr>`)}</tbody></table></div>`
}
${sent.map(tableOf)}`;
  return pageOf({ title: `What was sent: ${target.name}`, style, main });
}
