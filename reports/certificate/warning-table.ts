import { mustHold } from '../../schemas/finding-text.ts';
import { mustWords } from '../../schemas/findings/words.ts';
import { type ClauseWarning, clauseWarnings } from '../clause-warnings.ts';
import type { Quotes } from '../document/quotes.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { quotation } from './quotation.ts';
import { badge, titleOf } from './words.ts';

const mostWarnings = 300;
/** Examples that stand under the line of a clause. */
const mostExamples = 5;

function warningRow(warning: ClauseWarning, { findings }: Statement, quotes?: Quotes): Html {
  const { clause, verdict, operations, count, received, groups } = warning;
  const examples = groups.slice(0, mostExamples).map(({ example }) => findings[example]);
  const [first] = examples;
  const known = [...new Set(groups.flatMap(({ deviation }) => deviation ?? []))];
  return html`<tr><td>${badge(verdict)}</td><td class="id">${breakable(clause)}</td><td>${operations.map(titleOf).join(', ')}</td><td>${count}</td>
<td>${received}${known.length > 0 && html`<p class="soft">known deviation ${known.join(', ')}</p>`}
<details><summary>${first === undefined ? 'Examples' : mustHold(first.message)}</summary>${quotation(clause, quotes)}${examples.map(
    (example) =>
      example !== undefined &&
      html`<dl><dt>at</dt><dd class="id">${example.path || 'the whole answer'} (${titleOf(example.operation)})</dd>
<dt>must</dt><dd>${mustWords(example)}</dd>
<dt>found</dt><dd>${example.received}</dd>
<dt>replay</dt><dd><code>${example.replay}</code></dd></dl>`,
  )}</details></td></tr>`;
}

/** What only warns or could not be decided, one line for each clause. */
export function warningTable(statement: Statement, quotes?: Quotes): Html {
  const warnings = clauseWarnings(statement);
  if (warnings.length === 0) return html``;
  const more = warnings.length - mostWarnings;
  return html`<h2>Warnings by clause</h2>
<p class="soft">${plural(warnings.length, 'clause')}, each in one line with what was received.</p>
<table><thead><tr><th></th><th>Clause</th><th>Operations</th><th>Findings</th><th>Received</th></tr></thead>
<tbody>${warnings.slice(0, mostWarnings).map((warning) => warningRow(warning, statement, quotes))}</tbody></table>
${more > 0 && html`<p>${plural(more, 'more clause')} in <code>conformance.json</code>.</p>`}`;
}
