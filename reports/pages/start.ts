import { causeCards, warningTable } from '../certificate/cause-cards.ts';
import { figures, historyPictures, operationTable } from '../certificate/sections.ts';
import { html, plural, results, timeOf, verdictWords } from '../certificate/words.ts';
import type { Statement } from '../statement/format.ts';
import { failedDeviations } from '../statement/results.ts';
import { exchangesFile, pageOf } from './page.ts';

const startStyle = `
nav.pages { display:grid; grid-template-columns:repeat(auto-fill,minmax(15rem,1fr)); gap:.7rem; margin:1.6rem 0 }
nav.pages a { display:block; padding:.7rem .9rem; border:1px solid var(--line); border-radius:8px; text-decoration:none }
nav.pages a:hover, nav.pages a:focus-visible { border-color:var(--soft); background:var(--fill) }
nav.pages b { display:block; font-weight:620 } nav.pages span { color:var(--soft); font-size:.83rem }
`;

/** Number of causes at the top of the page, so that they are on the first screen. */
const first = 3;

const pages: readonly (readonly [address: string, name: string, says: string])[] = [
  ['../certificate.html', 'Certificate', 'the result on paper, with its scope and every requirement'],
  [`../${exchangesFile}`, 'Exchanges with findings', 'request and answer of each example, with commands'],
  ['matrix/index.html', 'Clause matrix', 'a line for each clause, a column for each operation'],
  ['operations/index.html', 'Tests by operation', 'every test, its time, its exchanges'],
  ['clauses/index.html', 'Tests by clause', 'failed ones under the clause that they broke'],
  ['sent/index.html', 'What was sent', 'fields and classes of values, and what became of them'],
  ['dashboard/index.html', 'Charts', 'severities and times, and trends from the second run on'],
];

/** The start page of the test report: result, causes and figures as on the certificate, links to every other page. */
export function renderStart(statement: Statement): string {
  const { target, run, result, reasons, profile } = statement;
  const { headline, tone } = results[result];
  const place = { root: '../' } as const;
  const causes = causeCards(statement, place);
  const others = causes.slice(first);
  const stale = failedDeviations(statement.deviations);
  const main = html`<div class="banner tone-${tone}"><p class="eyebrow">Report of a run</p>
<h1>${verdictWords(statement)}</h1>
<p class="lede">${target.name} &middot; ${timeOf(run.startedAt)} &middot; profile ${profile}, seed\u00a0${run.seed}</p>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</div>
${causes.length + stale.length > 0 && html`<h2>What failed</h2>${stale.map(({ says }) => html`<article class="finding tone-fail"><b>${says}</b></article>`)}${causes.slice(0, first)}`}
${others.length > 0 && html`<p><a href="#failed">${plural(others.length, 'more cause')}</a></p>`}
${figures(statement)}
<nav class="pages">${pages.map(([address, name, says]) => html`<a href="${address}"><b>${name}</b><span>${says}</span></a>`)}</nav>
${others.length > 0 && html`<h2 id="failed">Further failures</h2>${others}`}
${warningTable(statement, place)}
${historyPictures(statement)}
${operationTable(statement, '../certificate.html')}`;
  return pageOf({ title: `${headline}: ${target.name}`, foot: 'Report', style: startStyle, main });
}
