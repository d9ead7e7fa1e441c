import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { mustWords } from '../../schemas/findings/words.ts';
import { groupedBy } from '../../schemas/json.ts';
import { breakable, type Html, html, plural, resultWords, timeOf } from '../certificate/words.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import type { Statement, StatementFinding } from '../statement/format.ts';
import { hasTests, matrixAddress, matrixFile, pageOf } from './page.ts';

/** The styles that the page adds to those of all pages. */
const exchangesStyle = `
@media screen { main { max-width: 76rem; } }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; font-size: .9rem; }
article { margin: 1.6rem 0; padding: 1rem 1.2rem 1.2rem; border: 1px solid var(--line); border-radius: 8px; scroll-margin-top: 1rem; }
article:target { outline: 2px solid var(--open); outline-offset: 3px; }
article h2 { margin: 0; padding: 0; border: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
article h3 { margin: 1rem 0 .3rem; font-size: .85rem; color: var(--soft); }
.pair { gap: 1.2rem; } .pair section { min-width: 0; } code, .soft { overflow-wrap: anywhere; }
ul.found { margin: .6rem 0; padding: 0; list-style: none; } ul.found li { margin: .4rem 0; padding-left: .7rem; border-left: 3px solid var(--line); }
ul.found .fail { border-color: var(--fail); } ul.found .warn { border-color: var(--warn); } ul.found .inconclusive { border-color: var(--open); } ul.found .suite-error { border-color: var(--void); }
`;

/** Maximum number of exchanges on the page; the rest is counted. */
const most = 300;

/** Maximum number of characters of a body on the page. */
const longest = 20_000;

// JSON is indented; other bodies stay as they are.
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function bodyOf(body: string, whole = body.length): Html {
  const shown = body.slice(0, longest);
  const text = shown.length === body.length ? indented(shown) : shown;
  if (body === '') return html`<p class="soft">No body.</p>`;
  return html`<pre>${text}</pre>${whole > shown.length && html`<p class="soft">The first ${shown.length} of ${whole} characters.</p>`}`;
}

function headersOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The response of an exchange: status, headers and body, or why there is none. */
function answerOf({ received }: EvidenceExchange): Html {
  if (received.kind === 'none')
    return html`<h3>No answer after ${received.durationMs} ms</h3><p>${received.reason}: ${received.detail}</p>`;
  return html`<h3>Answer: ${received.status}, ${received.durationMs} ms</h3>
<pre>${headersOf(received.headers)}</pre>${bodyOf(received.body, received.shortened?.length)}`;
}

/** The request of an exchange: method, address, headers and body. */
function requestOf({ sent }: EvidenceExchange): Html {
  return html`<h3>Request: ${sent.method} ${sent.url}</h3><pre>${headersOf(sent.headers)}</pre>${bodyOf(sent.body, sent.shortened?.length)}`;
}

function foundLine(finding: StatementFinding, matrix: boolean): Html {
  const { clause, operation, verdict, message, path, received, deviation } = finding;
  const name = matrix
    ? html`<a href="${matrixAddress(clause, operation)}">${breakable(clause)}</a>`
    : breakable(clause);
  return html`<li class="${verdict}"><b>${verdict}</b> <code>${name}</code>${hasClause(clause) && html` <span class="soft">${clauseOf(clause).evidence}</span>`}${deviation !== undefined && html` <span class="soft">known deviation ${deviation}</span>`}<br>${message}
<br><span class="soft">must</span> ${mustWords(finding)}<br><span class="soft">found</span> ${received}<br><span class="soft">at</span> <code>${path || 'the whole answer'}</code></li>`;
}

function articleOf(exchange: EvidenceExchange, findings: readonly StatementFinding[], matrix: boolean): Html {
  const { id, operation, origin } = exchange;
  const curl = findings.find((finding) => finding.curl !== '')?.curl;
  return html`<article id="${id}"><h2>${operation} <code>${id}</code></h2>
<p class="soft">${origin.test}${origin.caseName !== undefined && html` &middot; ${origin.caseName}`}</p>
<ul class="found">${findings.map((finding) => foundLine(finding, matrix))}</ul>
<div class="pair"><section>${requestOf(exchange)}</section>
<section>${answerOf(exchange)}</section></div>
<p>Again: <code>${findings[0]?.replay ?? ''}</code></p>
${curl !== undefined && html`<details><summary>As a command</summary><pre>${curl}</pre></details>`}</article>
`;
}

/**
 * The exchanges of a statement's findings, with request, response, findings and commands, as one page without scripts.
 * Everything is masked, as in the evidence; the anchor of an exchange is its id.
 */
export function renderExchanges(statement: Statement, exchanges: readonly EvidenceExchange[]): string {
  const { target, run, findings } = statement;
  const byExchange = groupedBy(findings, ({ exchange }) => exchange);
  const known = new Map(exchanges.map((one) => [one.id, one]));
  const shown = [...byExchange].flatMap(([id, some]) => {
    const exchange = known.get(id);
    return exchange === undefined ? [] : [[exchange, some] as const];
  });
  const matrix = hasTests(statement);
  const more = shown.length - most;
  const main = html`<nav><a href="certificate.html">Certificate</a>${matrix && html`<a href="allure-report/index.html">Report of the tests</a><a href="${matrixFile}">Clause matrix</a>`}</nav>
<h1>Exchanges with findings</h1>
<p class="soft">${target.name}: ${resultWords(statement)}. ${timeOf(run.startedAt)}, seed ${run.seed}. Up to a few examples of each cause; every exchange of the run is in <code>exchanges.ndjson</code>. Secrets and personal data are masked.</p>
${shown.length === 0 && html`<p>No exchange has a finding.</p>`}
${shown.slice(0, most).map(([exchange, some]) => articleOf(exchange, some, matrix))}${more > 0 && html`<p>${plural(more, 'more exchange')} in <code>exchanges.ndjson</code>.</p>`}`;
  return pageOf({
    title: `Exchanges with findings: ${target.name}`,
    foot: 'Exchanges with findings',
    style: exchangesStyle,
    main,
  });
}
