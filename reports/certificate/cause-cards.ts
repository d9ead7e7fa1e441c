import { mustWords } from '../../schemas/findings/words.ts';
import { groupedBy } from '../../schemas/json.ts';
import { withoutExample } from '../../schemas/judge/recorder.ts';
import { listed } from '../../schemas/plain-text.ts';
import { exchangeAddress, hasTests, matrixAddress } from '../pages/page.ts';
import type { Statement, StatementGroup } from '../statement/format.ts';
import { type ClauseWarning, clauseWarnings, criticalGroups } from '../statement/grouping.ts';
import { readyRow } from '../statement/trials.ts';
import { badge, breakable, type Html, html, plural, titleOf, tones } from './words.ts';

/** Maximum number of paths on a card for one operation; the rest is counted. */
const mostPlaces = 6;

/** The groups of one cause over all operations: one clause broken in one way. */
type Cause = readonly StatementGroup[];

function causesIn(statement: Statement): readonly Cause[] {
  const keyOf = ({ clause, verdict, kind, deviation }: StatementGroup) =>
    [clause, verdict, kind, deviation].join('\n');
  return [...groupedBy(criticalGroups(statement), keyOf).values()];
}

function placesOf({ paths }: StatementGroup): string {
  return listed(
    paths.map((path) => path || 'the whole answer'),
    mostPlaces,
  );
}

/** The anchor of a cause's card, by its index from 0. */
const causeId = (at: number) => `cause-${at + 1}`;

const sumOf = (cause: Cause, member: 'count' | 'exchanges') =>
  cause.reduce((total, group) => total + group[member], 0);

// Each operation needs an entry of its own.
const readyRows = (cause: Cause, { findings }: Statement) =>
  cause
    .flatMap(({ example }) => findings[example] ?? [])
    .map((finding) => JSON.stringify(readyRow(finding), null, 2))
    .join(',\n');

/** The card of one cause: its operations, its paths, and one example with its command. */
function causeCard(cause: Cause, id: string, statement: Statement): Html {
  const [first] = cause;
  const example = first === undefined ? undefined : statement.findings[first.example];
  if (first === undefined || example === undefined) return html``;
  const { clause, verdict, deviation } = first;
  const places =
    cause.length === 1
      ? html`<dt>at</dt><dd class="id">${placesOf(first)}</dd>`
      : html`<dt>at</dt><dd><ul class="places">${cause.map(
          (group) =>
            html`<li>${titleOf(group.operation)} <span class="soft">(${group.count})</span>: <span class="id">${placesOf(group)}</span></li>`,
        )}</ul></dd>`;
  return html`<article class="finding tone-${tones[verdict]}" id="${id}">
<header>${badge(verdict)} <span class="id">${breakable(clause)}</span> <span class="soft">${cause.length === 1 ? titleOf(first.operation) : plural(cause.length, 'operation')}</span>
<span class="count">${plural(sumOf(cause, 'count'), 'time')} in ${plural(sumOf(cause, 'exchanges'), 'exchange')}${deviation !== undefined && html` &middot; known deviation ${deviation}`}</span></header>
<p>${example.message}</p>
<dl><dt>must</dt><dd>${mustWords(example)}</dd>
<dt>found</dt><dd>${example.received}</dd>
${places}
<dt>replay</dt><dd><code>${example.replay}</code></dd>
<dt>exchange</dt><dd><a href="${exchangeAddress(example.exchange)}">request and answer of <code>${example.exchange}</code></a>${hasTests(statement) && html`; <a href="${matrixAddress(clause, first.operation)}">its place in the clause matrix</a>`}</dd></dl>
${example.curl !== '' && html`<details><summary>The smallest request, as a command</summary><pre>${example.curl}</pre></details>`}
${verdict === 'fail' && deviation === undefined && html`<details><summary>The entry that makes it a known deviation</summary><pre>${readyRows(cause, statement)}</pre></details>`}
</article>`;
}

/** Maximum number of cards on one page; the statement lists all causes. */
const mostCards = 200;

/** A card for each cause that is reported in full, worst first; from the 201st on, one line for the rest. */
export function causeCards(statement: Statement): readonly Html[] {
  return causesIn(statement).map((cause, at) =>
    at < mostCards
      ? causeCard(cause, causeId(at), statement)
      : html`${at === mostCards && html`<p>More causes are in <code>conformance.json</code>.</p>`}`,
  );
}

const mostWarnings = 300;
/** Maximum number of examples under the line of a clause. */
const mostExamples = 5;

function warningRow(warning: ClauseWarning, statement: Statement): Html {
  const { findings } = statement;
  const { clause, verdict, operations, count, received, groups } = warning;
  const examples = groups.slice(0, mostExamples).map(({ example }) => findings[example]);
  const [first] = examples;
  const known = [...new Set(groups.flatMap(({ deviation }) => deviation ?? []))];
  const name = hasTests(statement)
    ? html`<a href="${matrixAddress(clause)}">${breakable(clause)}</a>`
    : breakable(clause);
  return html`<tr><td>${badge(verdict)}</td><td class="id">${name}</td><td>${operations.map(titleOf).join(', ')}</td><td>${count}</td>
<td>${received}${known.length > 0 && html`<p class="soft">known deviation ${known.join(', ')}</p>`}
<details><summary>${first === undefined ? 'Examples' : first.message}</summary>${examples.map(
    (example) =>
      example !== undefined &&
      html`<dl><dt>at</dt><dd class="id">${example.path || 'the whole answer'} (${titleOf(example.operation)})</dd>
<dt>must</dt><dd>${mustWords(example)}</dd>
<dt>found</dt><dd>${example.received}</dd>
<dt>replay</dt><dd><code>${example.replay}</code></dd></dl>`,
  )}</details></td></tr>`;
}

/** The clauses with only warnings or inconclusive verdicts, one line each. */
export function warningTable(statement: Statement): Html {
  const warnings = clauseWarnings(statement);
  if (warnings.length === 0) return html``;
  const more = warnings.length - mostWarnings;
  return html`<h2>Warnings by clause</h2>
<p class="soft">${plural(warnings.length, 'clause')}, each in one line with what was received.</p>
<table><thead><tr><th></th><th>Clause</th><th>Operations</th><th>Findings</th><th>Received</th></tr></thead>
<tbody>${warnings.slice(0, mostWarnings).map((warning) => warningRow(warning, statement))}</tbody></table>
${more > 0 && html`<p>${plural(more, 'more clause')} in <code>conformance.json</code>.</p>`}`;
}

/** Maximum number of failed clauses in the banner; the findings list all of them. */
const mostFailed = 5;

/** The failed clauses in words: each once, with its operations and a link to its first card. */
export function failedClauses(statement: Statement): Html {
  const causes = causesIn(statement).flatMap((groups, at) =>
    groups.slice(0, 1).map((group) => ({ group, groups, at })),
  );
  const failed = groupedBy(
    causes.filter(({ group }) => group.verdict === 'fail'),
    ({ group }) => group.clause,
  );
  const first = [...failed.values()].flatMap(([one]) => one ?? []);
  const rows = first.slice(0, mostFailed).flatMap(({ group, groups, at }) => {
    const message = statement.findings[group.example]?.message;
    if (message === undefined) return [];
    const concerned = [...new Set(groups.map(({ operation }) => titleOf(operation)))].join(', ');
    return html`<li><a href="#${causeId(at)}" class="id">${breakable(group.clause)}</a> ${withoutExample(message)} <span class="soft">(${concerned})</span></li>`;
  });
  const more = first.length - rows.length;
  return rows.length === 0
    ? html``
    : html`<ul class="failed">${rows}${more > 0 && html`<li>and ${more} more below</li>`}</ul>`;
}
