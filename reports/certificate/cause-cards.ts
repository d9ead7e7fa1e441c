import { mustWords } from '../../schemas/findings/words.ts';
import { groupedBy } from '../../schemas/json.ts';
import { withoutExample } from '../../schemas/judge/recorder.ts';
import { listed } from '../../schemas/plain-text.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { matrixAddress } from '../pages/page.ts';
import type { Statement, StatementGroup } from '../statement/format.ts';
import { type ClauseWarning, clauseWarnings, criticalGroups } from '../statement/grouping.ts';
import { readyRow } from '../statement/trials.ts';
import { exchangeDetails } from './exchange.ts';
import { badge, breakable, type Html, html, plural, titleOf, tones } from './words.ts';

/** Maximum number of paths on a card for one operation; the rest is counted. */
const mostPlaces = 6;

/** The groups of one cause over all operations: one clause broken in one way. */
type Cause = readonly [StatementGroup, ...StatementGroup[]];

function causesIn(statement: Statement): readonly Cause[] {
  const keyOf = ({ clause, verdict, kind, deviation }: StatementGroup) =>
    [clause, verdict, kind, deviation].join('\n');
  // A group of items is never empty.
  return [...groupedBy(criticalGroups(statement), keyOf).values()] as unknown as readonly Cause[];
}

function placesOf({ paths }: StatementGroup): string {
  return listed(
    paths.map((path) => path || 'the whole answer'),
    mostPlaces,
  );
}

const sumOf = (cause: Cause, member: 'count' | 'exchanges') =>
  cause.reduce((total, group) => total + group[member], 0);

// Each operation needs an entry of its own.
const readyRows = (cause: Cause, { findings }: Statement) =>
  cause
    .flatMap(({ example }) => findings[example] ?? [])
    .map((finding) => JSON.stringify(readyRow(finding), null, 2))
    .join(',\n');

/** What the cards are made from. */
interface CardSource {
  readonly statement: Statement;
  /** The exchanges of the evidence by their ids. */
  readonly exchanges: ReadonlyMap<string, EvidenceExchange>;
}

/** The card of one cause: its operations, its paths, and one example with its command, its request and its answer. */
function causeCard(cause: Cause, id: Html | false, { statement, exchanges }: CardSource): Html {
  const [first] = cause;
  const example = statement.findings[first.example];
  if (example === undefined) return html``;
  const { clause, verdict, deviation } = first;
  const known = exchanges.get(example.exchange);
  return html`<article class="finding tone-${tones[verdict]}"${id}>
<header>${badge(verdict)} <a href="${matrixAddress(clause)}" class="id">${breakable(clause)}</a>
<span class="count">${plural(sumOf(cause, 'count'), 'time')} in ${plural(sumOf(cause, 'exchanges'), 'exchange')}${deviation !== undefined && html` &middot; known deviation ${deviation}`}</span></header>
<p>${example.message}</p>
<dl><dt>must</dt><dd>${mustWords(example)}</dd>
<dt>found</dt><dd>${example.received}</dd>
<dt>at</dt><dd><ul class="places">${cause.map(
    (group) =>
      html`<li>${titleOf(group.operation)} <span class="soft">(${group.count})</span>: <span class="id">${placesOf(group)}</span></li>`,
  )}</ul></dd>
<dt>again</dt><dd><code>${example.again}</code></dd></dl>
${known !== undefined && exchangeDetails(known)}
${example.curl !== '' && html`<details><summary>The smallest request, as a command</summary><pre>${example.curl}</pre></details>`}
${verdict === 'fail' && deviation === undefined && html`<details><summary>The entry that makes it a known deviation</summary><pre>${readyRows(cause, statement)}</pre></details>`}
</article>`;
}

/** Maximum number of cards on one page; the statement lists all causes. */
const mostCards = 200;

/** A card for each cause that is reported in full, worst first; the first one of a clause stands at its id. */
export function causeCards({ statement, exchanges }: CardSource): readonly Html[] {
  const causes = causesIn(statement);
  const firstOf = groupedBy(causes, ([{ clause }]) => clause);
  const cards = causes.slice(0, mostCards).map((cause) => {
    const [{ clause }] = cause;
    const isFirst = firstOf.get(clause)?.[0] === cause;
    return causeCard(cause, isFirst && html` id="${clause}"`, { statement, exchanges });
  });
  const more = causes.length - cards.length;
  return more > 0
    ? [...cards, html`<p>${plural(more, 'more cause')} in <code>conformance.json</code>.</p>`]
    : cards;
}

const mostWarnings = 300;

function warningRow(warning: ClauseWarning, { findings }: Statement): Html {
  const { clause, verdict, operations, count, received, groups } = warning;
  const example = findings[groups[0]?.example ?? -1];
  const known = [...new Set(groups.flatMap(({ deviation }) => deviation ?? []))];
  return html`<tr id="${clause}"><td>${badge(verdict)}</td><td class="id"><a href="${matrixAddress(clause)}">${breakable(clause)}</a></td><td>${operations.map(titleOf).join(', ')}</td><td>${count}</td>
<td>${received}${known.length > 0 && html`<p class="soft">known deviation ${known.join(', ')}</p>`}
${
  example !== undefined &&
  html`<details><summary>${example.message}</summary>
<dl><dt>at</dt><dd class="id">${example.path || 'the whole answer'} (${titleOf(example.operation)})</dd>
<dt>must</dt><dd>${mustWords(example)}</dd>
<dt>again</dt><dd><code>${example.again}</code></dd></dl></details>`
}</td></tr>`;
}

/** The clauses with only warnings or inconclusive verdicts, one line each. */
export function warningTable(statement: Statement): Html {
  const warnings = clauseWarnings(statement);
  if (warnings.length === 0) return html``;
  const more = warnings.length - mostWarnings;
  return html`<h2>Warnings by clause</h2>
<p class="soft">${plural(warnings.length, 'clause')}, each in one line with what was received.</p>
<div class="wide"><table><thead><tr><th></th><th>Clause</th><th>Operations</th><th>Findings</th><th>Received</th></tr></thead>
<tbody>${warnings.slice(0, mostWarnings).map((warning) => warningRow(warning, statement))}</tbody></table></div>
${more > 0 && html`<p>${plural(more, 'more clause')} in <code>conformance.json</code>.</p>`}`;
}

/** Maximum number of failed clauses in the banner; the findings list all of them. */
const mostFailed = 5;

/** The failed clauses in words: each once, with its operations and a link to its first card. */
export function failedClauses(statement: Statement): Html {
  const failed = causesIn(statement).filter(([{ verdict }]) => verdict === 'fail');
  const first = [...groupedBy(failed, ([{ clause }]) => clause).values()].flatMap(([one]) =>
    one ? [one] : [],
  );
  const rows = first.slice(0, mostFailed).map((cause) => {
    const [{ clause, example }] = cause;
    const message = statement.findings[example]?.message ?? '';
    const concerned = [...new Set(cause.map(({ operation }) => titleOf(operation)))].join(', ');
    return html`<li><a href="#${encodeURIComponent(clause)}" class="id">${breakable(clause)}</a> ${withoutExample(message)} <span class="soft">(${concerned})</span></li>`;
  });
  const more = first.length - rows.length;
  return rows.length === 0
    ? html``
    : html`<ul class="failed">${rows}${more > 0 && html`<li>and ${more} more below</li>`}</ul>`;
}
