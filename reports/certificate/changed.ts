import { commandStart } from '../../schemas/command-line.ts';
import type { ChangedAnswers, Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';

/** What became of changed answers, in two sentences. */
export function changedWords({
  seed,
  changed,
  failed,
  warned,
  free,
  unnamed,
  unseen,
}: ChangedAnswers): string {
  const open = free.reduce((sum, { count }) => sum + count, 0);
  return (
    `Of ${plural(changed, 'change')} to answers of this service, one at a time and drawn by seed ${seed}, ${failed} would have failed and ${warned} would have been a warning. ` +
    `${plural(free.length, 'clause')} leave ${open} free, no clause names what ${unnamed} are about, and ${unseen.length} ought to have been seen and were not.`
  );
}

/** What would have become of answers of this very service in which one thing were changed; nothing where nobody asked. */
export function changedTable({ changedAnswers }: Statement): Html {
  if (changedAnswers === undefined) return html``;
  const { free, unseen } = changedAnswers;
  return html`<h3 id="changed">Had this service answered otherwise</h3>
<p>${changedWords(changedAnswers)} Nothing was sent: <code>${commandStart} prove --on DIR</code> judges the recorded exchanges again.</p>
${unseen.length > 0 && html`<ul>${unseen.slice(0, 20).map((one) => html`<li><code>${one}</code></li>`)}</ul>`}
<table><thead><tr><th>Left free by</th><th class="n">Changes</th></tr></thead>
<tbody>${free.map(({ clause, count }) => html`<tr><td class="id">${breakable(clause)}</td><td class="n">${count}</td></tr>`)}</tbody></table>`;
}
