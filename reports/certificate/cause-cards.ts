import { mustWords } from '../../schemas/findings/words.ts';
import { groupedBy } from '../../schemas/json.ts';
import { withoutExample } from '../../schemas/judge/notebook.ts';
import { missingWords, type Quotes } from '../document.ts';
import { exchangeAddress, matrixAddress } from '../pages/page.ts';
import type { Statement, StatementFinding, StatementGroup } from '../statement/format.ts';
import { graveGroups } from '../statement/grouping.ts';
import { badge, breakable, type Html, html, plural, titleOf, toneOf } from './words.ts';

/** Places that a card names for one operation; the rest is counted. */
const mostPlaces = 6;

/** The groups of one cause over all operations: one clause broken in one way. */
export function causesAcross(groups: readonly StatementGroup[]): readonly (readonly StatementGroup[])[] {
  return [
    ...groupedBy(groups, ({ clause, verdict, kind, deviation = '' }) =>
      [clause, verdict, kind, deviation].join('\n'),
    ).values(),
  ];
}

function placesOf({ paths }: StatementGroup): string {
  const named = paths.map((path) => path || 'the whole answer');
  const more = named.length - mostPlaces;
  return `${named.slice(0, mostPlaces).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

function sum(groups: readonly StatementGroup[], of: (group: StatementGroup) => number): number {
  return groups.reduce((total, group) => total + of(group), 0);
}

/** The card of one cause: the operations that it concerns, where it is, and one example with its command. */
export function causeCard(
  cause: readonly StatementGroup[],
  findings: readonly StatementFinding[],
  {
    id,
    quotes,
    matrix,
  }: { readonly id: string; readonly quotes?: Quotes | undefined; readonly matrix: boolean },
): Html {
  const [first] = cause;
  const example = first === undefined ? undefined : findings[first.example];
  if (first === undefined || example === undefined) return html``;
  const { clause, verdict, deviation } = first;
  const places =
    cause.length === 1
      ? html`<dt>at</dt><dd class="id">${placesOf(first)}</dd>`
      : html`<dt>at</dt><dd><ul class="places">${cause.map(
          (group) =>
            html`<li>${titleOf(group.operation)} <span class="soft">(${group.count})</span>: <span class="id">${placesOf(group)}</span></li>`,
        )}</ul></dd>`;
  return html`<article class="finding tone-${toneOf(verdict)}" id="${id}">
<header>${badge(verdict)} <span class="id">${breakable(clause)}</span> <span class="soft">${cause.length === 1 ? titleOf(first.operation) : plural(cause.length, 'operation')}</span>
<span class="count">${plural(
    sum(cause, ({ count }) => count),
    'time',
  )} in ${plural(
    sum(cause, ({ exchanges }) => exchanges),
    'exchange',
  )}${deviation !== undefined && html` &middot; known deviation ${deviation}`}</span></header>
<p>${example.message}</p>
${quotation(clause, quotes)}<dl><dt>must</dt><dd>${mustWords(example)}</dd>
<dt>found</dt><dd>${example.received}</dd>
${places}
<dt>replay</dt><dd><code>${example.replay}</code></dd>
<dt>exchange</dt><dd><a href="${exchangeAddress(example.exchange)}">request and answer of <code>${example.exchange}</code></a>${matrix && html`; <a href="allure-report/${matrixAddress(clause, first.operation)}">its place in the clause matrix, with its tests</a>`}</dd></dl>
${example.curl !== '' && html`<details><summary>The smallest request, as a command</summary><pre>${example.curl}</pre></details>`}
</article>`;
}

const quoted = /<blockquote class="passage">[^<]*<\/blockquote>\n/g;

/** What the caller's own copy of the document says about a clause, on its own line; nothing without a copy. */
export function quotation(clause: string, quotes: Quotes | undefined): Html {
  const passage = quotes?.(clause);
  if (passage === undefined) return html``;
  const words =
    passage.kind === 'found'
      ? `Document, ${passage.section}: ${passage.text}`
      : `Document: ${missingWords(passage)}`;
  return html`<blockquote class="passage">${words.replaceAll(/\s+/g, ' ')}</blockquote>
`;
}

/** A certificate without what the caller's copy of the document says, which no evidence holds. */
export function withoutQuotations(certificate: string): string {
  return certificate.replaceAll(quoted, '');
}

/** Failed clauses that the first screen tells in words; all of them are among the findings. */
const most = 5;

/** Where the card of a cause is on the page, counted from 0. */
export function causeId(at: number): string {
  return `cause-${at + 1}`;
}

/** What failed, in words: each clause once, with its operations and a link to its first card. */
export function failedClauses(statement: Statement): Html {
  const causes = causesAcross(graveGroups(statement)).map((groups, at) => ({ groups, at }));
  const failed = causes.filter(({ groups }) => groups[0]?.verdict === 'fail');
  const first = failed.filter(
    ({ groups }, at) => failed.findIndex((one) => one.groups[0]?.clause === groups[0]?.clause) === at,
  );
  const rows = first.slice(0, most).flatMap(({ groups, at }) => {
    const [group] = groups;
    const message = group && statement.findings[group.example]?.message;
    if (group === undefined || message === undefined) return [];
    const concerned = [...new Set(groups.map(({ operation }) => titleOf(operation)))].join(', ');
    return html`<li><a href="#${causeId(at)}" class="id">${breakable(group.clause)}</a> ${withoutExample(message)} <span class="soft">(${concerned})</span></li>`;
  });
  const more = first.length - rows.length;
  return rows.length === 0
    ? html``
    : html`<ul class="failed">${rows}${more > 0 && html`<li>and ${more} more below</li>`}</ul>`;
}
