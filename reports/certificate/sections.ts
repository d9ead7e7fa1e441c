import { plainLine } from '../../schemas/plain-text.ts';
import { impossibleKinds } from '../../schemas/rules/run/reconciliation.ts';
import { type Evidence, type OperationId, operationIds } from '../../schemas/types.ts';
import type { ClauseRow, ShownHistory, Statement } from '../statement/format.ts';
import { countVerdicts } from '../statement/summaries.ts';
import { badge, breakable, type Html, html, plural, titleOf } from './words.ts';

const mostShown = 5;

/** The laws of the merchant: promises of this acquirer beyond the document, with breaches. */
export function lawTable({ laws, exitCode }: Statement): Html {
  if (laws === undefined) return html``;
  const { rows, exitCodeWithout } = laws;
  return html`<h2 id="laws">Laws of the merchant</h2>
<p class="soft">Promises of this acquirer that the document does not make, as the target file names them. They change the exit status, never the result above:
exit status ${exitCode}, without them ${exitCodeWithout}.</p>
<table><thead><tr><th></th><th>Law</th><th>Said by</th><th>On</th><th>In this run</th></tr></thead>
<tbody>${rows.map(
    ({ law, says, by, on, broken }) =>
      html`<tr><td>${badge(broken.length > 0 ? 'fail' : 'pass')}</td><td class="id">${law}${says !== undefined && html`<p class="soft">${says}</p>`}</td><td>${by}</td><td>${on}</td>
<td>${
        broken.length === 0
          ? 'not broken'
          : html`broken by ${plural(broken.length, 'history', 'histories')}${broken
              .slice(0, mostShown)
              .map(
                ({ kind, name, sum = '', currency = '', exchanges }) =>
                  html`<br>${breakable(name)}: ${`${sum} ${currency}`.trim()}, ${impossibleKinds[kind] ?? kind} ${exchanges.map((id) => html`<code>${id}</code> `)}`,
              )}`
      }</td></tr>`,
  )}</tbody></table>`;
}

const columns = ['paid', 'captured', 'cancelled', 'refunded', 'paidOut'] as const;
const mostImpossible = 50;

/** The amounts that the run moved, by currency, and histories that no ledger can hold. */
export function movedTables({ money }: Statement): Html {
  if (money === undefined) return html``;
  const { moved, impossible } = money;
  const more = impossible.length - mostImpossible;
  return html`<h2 id="moved">What moved</h2>
<p class="soft">Sums of the calls whose answer, or a later list, says that they were done. What a shopper pays on a page is not known to the caller.
Undecided calls may have moved money: they got no answer, or none that says so.${money.earlier !== undefined && ` Earlier runs of the suite made ${plural(money.earlier, 'order')} of the lists; their sums and values are not judged.`}</p>
<h3>Histories that no ledger can hold</h3>
${
  impossible.length === 0
    ? html`<p>None: 0.00 is unexplained.</p>`
    : html`<p class="soft">${plural(impossible.length, 'history', 'histories')}. A separate finding says where one breaks the document.</p>
<table><thead><tr><th>Order or payout</th><th class="n">Sum</th><th>What is wrong</th><th>Exchanges</th></tr></thead>
<tbody>${impossible
        .slice(0, mostImpossible)
        .map(
          ({ kind, name, currency, sum, exchanges }) =>
            html`<tr><td class="id">${breakable(name)}</td><td class="n">${sum ?? ''} ${currency ?? ''}</td><td>${impossibleKinds[kind] ?? kind}</td><td class="id">${exchanges.map((id) => html`<code>${id}</code> `)}</td></tr>`,
        )}</tbody></table>${more > 0 && html`<p>${plural(more, 'more')} in <code>conformance.json</code>.</p>`}`
}
<h3>By currency</h3>
<div class="wide"><table><thead><tr><th>Currency</th><th class="n">Paid</th><th class="n">Captured</th><th class="n">Cancelled</th><th class="n">Refunded</th><th class="n">Paid out</th><th class="n">Undecided calls</th></tr></thead>
<tbody>${moved.map(
    (row) =>
      html`<tr><td class="name">${row.currency}</td>${columns.map((name) => html`<td class="n">${row[name] ?? html`&middot;`}</td>`)}<td class="n">${row.unknown === 0 ? html`&middot;` : row.unknown}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The calls of a history, a line each: what was asked, from and to which millisecond after the first, what came back. */
export function sequenceLines({ calls }: ShownHistory): readonly string[] {
  const start = calls[0]?.times?.sentAt ?? 0;
  const after = (time: number) => Math.round(time - start);
  return calls.map(({ operation, asked, answered, times }, at) => {
    const when = times === undefined ? '' : ` (${after(times.sentAt)} to ${after(times.answeredAt)} ms)`;
    return plainLine(`${at + 1}  ${operation} ${asked}${when}: ${answered}`);
  });
}

/** The calls of each finding over several calls, with the command to repeat them. */
export function historyBlocks({ histories = [] }: Statement): Html {
  if (histories.length === 0) return html``;
  return html`<h2 id="histories">Findings across several calls</h2>
<p class="soft">Each with the calls over the same orders. Times count from the first of them.</p>
${histories.map((history) => {
  const { about, again, calls } = history;
  return html`<p><b>${breakable(about)}</b> <span class="soft">${plural(calls.length, 'call')}; to repeat them: <code>${again}</code></span></p>
<pre>${sequenceLines(history).join('\n')}</pre>`;
})}`;
}

// Only clauses on the service: those on the caller are about the suite's own traffic.
function onService({ clauses }: Statement, wanted: Partial<Pick<ClauseRow, 'evidence' | 'operation'>>) {
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const own = clauses.filter(
    (row) => row.obliged === 'service' && names.every((name) => row[name] === wanted[name]),
  );
  const counts = countVerdicts(own);
  const none = counts['not-applicable'] + counts['not-testable'];
  const open = counts['not-tested'] + counts.inconclusive + counts['suite-error'];
  return { ...counts, none, open, all: own.length - none };
}

const rowsOf = (statement: Statement, evidence: Evidence) => onService(statement, { evidence });

/** A number with its label, in a row of figures. */
export function figure(number: number | string, counts: string): Html {
  return html`<div><b>${number}</b><span>${counts}</span></div>`;
}

/** The most important numbers. */
export function figures(statement: Statement): Html {
  const stated = rowsOf(statement, 'stated');
  const soft = rowsOf(statement, 'sampled').warn + rowsOf(statement, 'implied').warn;
  return html`<div class="figures">
${figure(statement.run.exchanges.toLocaleString('en-GB'), 'exchanges, each judged against the whole contract')}
${figure(`${stated.pass} of ${stated.all}`, 'stated requirements exercised and met')}
${figure(stated.fail, 'stated requirements broken')}
${figure(stated.open, 'stated requirements untested or undecided')}
${figure(stated.warn + soft, 'requirements with warnings')}
${figure(rowsOf(statement, 'silent').observed, 'gaps of the document whose behaviour was observed')}
</div>`;
}

/** What the statement does not say. */
export function limits(statement: Statement): Html {
  const { target, run, capabilities } = statement;
  const silent = rowsOf(statement, 'silent');
  const left = operationIds.filter((id) => capabilities[id] && run.operations[id] === undefined);
  return html`<h2>What this statement does not say</h2>
<ul>
${target.environment === 'embedded' && html`<li>It says nothing about a real service: the target is the suite&rsquo;s own embedded endpoint.</li>`}
<li>What only samples show or imply can cause warnings, never failures. ${plural(silent.all + silent.none, 'requirement')} concern what the document does not show, such as the signing algorithm, the meaning of status codes, the content of notifications, or how searches select. What was seen there was recorded, never judged.</li>
<li>It does not show that money moved, that settlement is correct, or that the service is secure, available or fast.</li>
<li>It applies to this target on this day, not to another environment or a later release.</li>
${left.length > 0 && html`<li>No requests were sent for: ${left.map(titleOf).join(', ')}.</li>`}
<li>The suite does not know who watched the run: that the tester named above carried it out is the tester&rsquo;s word. The same seed produces the same requests, so the run can be repeated.</li>
<li>Card numbers, security codes, tokens, signatures and personal data are masked in all evidence. Findings that depend on masked values rest on the run&rsquo;s own word and cannot be checked again.</li>
</ul>`;
}

function number(count: number, tone: 'warn' | 'fail' | '' = ''): Html {
  if (count === 0) return html`<td class="n zero">&middot;</td>`;
  return html`<td class="n${tone && ` tone-${tone}`}">${count}</td>`;
}

function operationRow(statement: Statement, id: OperationId): Html {
  const { capabilities, run } = statement;
  const counts = onService(statement, { operation: id });
  const notes = [!capabilities[id] && 'declared absent', !run.selected.includes(id) && 'left out'];
  const note = notes.filter((one) => one !== false).join(', ');
  return html`<tr><td class="name"><a href="#clauses-${id}">${titleOf(id)}</a>${note !== '' && ` (${note})`}</td>
${number(run.operations[id]?.exchanges ?? 0)}${number(counts.pass)}${number(counts.warn, 'warn')}${number(counts.fail, 'fail')}
${number(counts.inconclusive + counts['suite-error'])}${number(counts['not-tested'])}${number(counts.observed)}${number(counts.none)}</tr>`;
}

/** A row for each operation. */
export function operationTable(statement: Statement): Html {
  return html`<h2>Operations</h2>
<p class="soft">Requirements on the service, one for each clause that applies to the operation.</p>
<div class="wide"><table class="operations"><thead><tr><th>Operation</th><th class="n">Exchanges</th><th class="n">Met</th><th class="n">Warned</th>
<th class="n">Broken</th><th class="n">Undecided</th><th class="n">Untested</th><th class="n">Observed</th><th class="n">Out of scope</th></tr></thead>
<tbody>${operationIds.map((id) => operationRow(statement, id))}</tbody></table></div>`;
}
