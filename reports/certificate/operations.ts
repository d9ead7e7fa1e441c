import { type OperationId, operationIds, type Verdict, verdicts } from '../../schemas/types.ts';
import type { ClauseRow, Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { badge, titleOf } from './words.ts';

type Counts = Readonly<Record<Verdict, number>>;

function countsOf(rows: readonly ClauseRow[]): Counts {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

function bar(counts: Counts): Html {
  const parts: readonly (readonly [string, number])[] = [
    ['b-fail', counts.fail + counts['suite-error']],
    ['b-open', counts.inconclusive],
    ['b-warn', counts.warn],
    ['b-pass', counts.pass],
    ['b-untested', counts['not-tested']],
  ];
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  let at = 0;
  const rects = parts.map(([name, count]) => {
    const width = total === 0 ? 0 : (count / total) * 100;
    const rect =
      width > 0 &&
      html`<rect class="${name}" x="${at.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="4"/>`;
    at += width;
    return rect;
  });
  const ground = html`<rect class="b-quiet" x="0" y="0" width="100" height="4"/>`;
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${ground}${rects}</svg>`;
}

function number(count: number, verdict?: Verdict): Html {
  if (count === 0) return html`<td class="n zero">&middot;</td>`;
  const coloured = verdict === 'fail' || verdict === 'warn';
  return coloured
    ? html`<td class="n tone-${verdict}"><span class="t">${count}</span></td>`
    : html`<td class="n">${count}</td>`;
}

function rowOf(statement: Statement, id: OperationId): Html {
  const rows = statement.clauses.filter(
    ({ operation, obliged }) => operation === id && obliged === 'service',
  );
  const counts = countsOf(rows);
  const exchanges = statement.run.operations[id]?.exchanges ?? 0;
  const note = statement.capabilities[id] ? '' : ' (declared absent)';
  return html`<tr><td class="name"><a href="#clauses-${id}">${titleOf(id)}</a>${note}</td>
${number(exchanges)}<td class="bar">${bar(counts)}</td>${number(counts.pass)}${number(counts.warn, 'warn')}${number(counts.fail, 'fail')}
${number(counts.inconclusive + counts['suite-error'])}${number(counts['not-tested'])}${number(counts.observed)}${number(counts['not-applicable'] + counts['not-testable'])}</tr>`;
}

// One pattern for all bars: what was not tested is neither good nor bad.
const hatching = html`<svg width="0" height="0" class="defs" aria-hidden="true"><defs><pattern id="hatch" width="2.4" height="2.4" patternUnits="userSpaceOnUse" patternTransform="skewX(-45)"><rect class="h-ground" width="2.4" height="2.4"/><rect class="h-line" width=".9" height="2.4"/></pattern></defs></svg>`;

const legend: readonly (readonly [string, string])[] = [
  ['b-pass', 'met'],
  ['b-warn', 'warned'],
  ['b-fail', 'broken'],
  ['b-open', 'undecided'],
  ['b-untested', 'not tested'],
];

/** A row for each of the twelve operations. */
export function operationTable(statement: Statement): Html {
  return html`<h2>Operations</h2>
${hatching}<p class="soft">Requirements on the service, one for each clause that applies to the operation.
${legend.map(([name, words]) => html`<span class="key"><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="${name}" width="10" height="10"/></svg>${words}</span>`)}</p>
<div class="wide"><table><thead><tr><th>Operation</th><th class="n">Exchanges</th><th>Requirements</th><th class="n">Met</th><th class="n">Warned</th>
<th class="n">Broken</th><th class="n">Undecided</th><th class="n">Untested</th><th class="n">Observed</th><th class="n">Out of scope</th></tr></thead>
<tbody>${operationIds.map((id) => rowOf(statement, id))}</tbody></table></div>`;
}

function clauseLine({ id, evidence, verdict, exchanges, why }: ClauseRow): Html {
  return html`<tr><td class="id">${breakable(id)}</td><td class="kind">${evidence}</td><td>${badge(verdict)}</td><td class="n">${exchanges}</td><td class="soft">${why ?? ''}</td></tr>`;
}

/** Every requirement with its verdict, folded by operation. */
export function clauseTables(statement: Statement): Html {
  const table = (name: string, title: string, rows: readonly ClauseRow[]) =>
    rows.length > 0 &&
    html`<details class="printed" id="clauses-${name}"><summary>${title}: ${rows.length}</summary>
<table><thead><tr><th>Clause</th><th>Evidence</th><th>Verdict</th><th class="n">Exchanges</th><th>Why not judged</th></tr></thead>
<tbody>${rows.map(clauseLine)}</tbody></table></details>`;
  const own = statement.clauses.filter(({ obliged }) => obliged === 'service');
  const kept = statement.clauses.filter(
    ({ obliged, verdict }) => obliged === 'caller' && verdict === 'pass',
  ).length;
  const of = (id: OperationId | undefined) => own.filter(({ operation }) => operation === id);
  return html`<h2>Every requirement</h2>
<p class="soft">Also in <code>conformance.json</code>, with the ${plural(kept, 'requirement')} on the caller that the requests of the suite kept.</p>
${operationIds.map((id) => table(id, titleOf(id), of(id)))}${table('interface', 'The interface as a whole', of(undefined))}`;
}
