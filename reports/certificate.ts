import { createHash } from 'node:crypto';
import { commandStart } from '../schemas/command-line.ts';
import { groupedBy } from '../schemas/json.ts';
import { type OperationId, operationIds } from '../schemas/types.ts';
import { causeCards, warningTable } from './certificate/cause-cards.ts';
import { heading, proforma, whoAndWhat } from './certificate/heading.ts';
import {
  figure,
  figures,
  historyBlocks,
  lawTable,
  limits,
  movedTables,
  operationTable,
} from './certificate/sections.ts';
import {
  badge,
  breakable,
  certificateNumber,
  type Html,
  html,
  plural,
  titleOf,
  verdictWords,
} from './certificate/words.ts';
import type { EvidenceExchange } from './evidence/lines.ts';
import { causeHeadline, causeRows, causesOf } from './opening.ts';
import { matrixFile, pageOf } from './pages/page.ts';
import type { ClauseRow, Statement } from './statement/format.ts';
import { statementText } from './statement.ts';

/** The tables of all requirements with their verdicts, one table for each operation. */
function clauseTables(statement: Statement): Html {
  const table = (name: string, title: string, rows: readonly ClauseRow[]) =>
    rows.length > 0 &&
    html`<details class="printed" id="clauses-${name}"><summary>${title}: ${rows.length}</summary>
<div class="wide"><table><thead><tr><th>Clause</th><th>Evidence</th><th>Verdict</th><th class="n">Exchanges</th><th>Why not judged</th></tr></thead>
<tbody>${rows.map(
      ({ id, evidence, verdict, exchanges, why }) =>
        html`<tr><td class="id">${breakable(id)}</td><td class="kind">${evidence}</td><td>${badge(verdict)}</td><td class="n">${exchanges}</td><td class="soft">${why}</td></tr>`,
    )}</tbody></table></div></details>`;
  const own = statement.clauses.filter(({ obliged }) => obliged === 'service');
  const kept = statement.clauses.filter(
    ({ obliged, verdict }) => obliged === 'caller' && verdict === 'pass',
  ).length;
  const of = (id: OperationId | undefined) => own.filter(({ operation }) => operation === id);
  return html`<h2>Every requirement</h2>
<p class="soft">Also in <code>conformance.json</code>, with the ${plural(kept, 'requirement')} on the caller that the requests of the suite kept.</p>
${operationIds.map((id) => table(id, titleOf(id), of(id)))}${table('interface', 'The interface as a whole', of(undefined))}`;
}

/** The findings: failures grouped by cause, the worst first, then one line for each clause with a warning. */
function findingBlocks(statement: Statement, exchanges: readonly EvidenceExchange[]): Html {
  const known = new Map(exchanges.map((one) => [one.id, one]));
  const cards = causeCards({ statement, exchanges: known });
  return html`<h2>Findings by cause</h2>
${cards.length === 0 ? html`<p>None.</p>` : html`<p class="soft">Each with its smallest example.</p>`}
${cards}
${warningTable(statement)}`;
}

const stateWords = {
  stale: 'its trial was made again and conformed',
  expired: 'expired',
  unmatched: 'matches no clause of this operation',
  duplicate: 'listed twice',
  'not-met': 'not met in this run',
} as const;

function deviationTable({ deviations }: Statement): Html {
  if (deviations.length === 0) return html``;
  return html`<h2>Known deviations (waivers)</h2>
<p class="soft">They can turn the exit status to 0; they never make a target conformant.</p>
<table><thead><tr><th>Clause</th><th>Operation</th><th>Reason</th><th>Owner</th><th>Expires</th><th>In this run</th></tr></thead>
<tbody>${deviations.map(
    ({ clause, operation, reason, owner, expires, state, findings }) =>
      html`<tr><td class="id">${breakable(clause)}</td><td>${operation}</td><td>${reason}</td><td>${owner}</td><td>${expires}</td>
<td>${state === 'met' ? plural(findings, 'finding') : stateWords[state]}</td></tr>`,
  )}</tbody></table>`;
}

/** The certificate page: printable HTML without scripts or external resources; of the exchanges it shows the examples. */
export function renderCertificate(statement: Statement, exchanges: readonly EvidenceExchange[] = []): string {
  const digest = createHash('sha256').update(statementText(statement)).digest('hex');
  const { target, suite } = statement;
  const main = html`<section class="first">
${heading(statement)}
${whoAndWhat(statement)}
</section>
<nav class="beside">See also: <a href="${matrixFile}">clause matrix</a>.</nav>
${figures(statement)}
${causeBlocks(statement)}
${operationTable(statement)}
${findingBlocks(statement, exchanges)}
${historyBlocks(statement)}
${lawTable(statement)}
${deviationTable(statement)}
${untestedTable(statement)}
${limits(statement)}
${proforma(statement)}
${answerTable(statement)}
${movedTables(statement)}
${documentTables(statement)}
${observationTables(statement)}
${trust(statement)}
${verification(digest, statement.evidenceSha256)}
${clauseTables(statement)}
<footer>payment-acquiring-conformance ${suite.version}. Valid only with its evidence.</footer>`;
  return pageOf({
    title: `${verdictWords(statement)}: ${target.name}`,
    foot: `Certificate ${certificateNumber(statement)}`,
    head: html`<meta name="statement-sha256" content="${digest}">
`,
    main,
  });
}

/** The causes for which operations were not accepted, as the opening of the run diagnosed them. */
function causeBlocks({ opening }: Statement): Html {
  const causes = causesOf(opening);
  if (causes.length === 0) return html``;
  return html`<h2>Why requests were not accepted</h2>
${causes.map(
  (told) => html`<article class="finding tone-open"><header>${causeHeadline(told)}</header>
<dl>${causeRows(told).map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl></article>`,
)}`;
}

function answerTable({ run }: Statement): Html {
  const rows = operationIds.flatMap((id) => {
    const answers = run.operations[id]?.answers;
    if (answers === undefined) return [];
    const { accepted, refused, malformed, failed, none, allowed, refusals } = answers;
    const cells = [`${allowed.accepted} of ${allowed.sent}`, accepted, refused, malformed, failed, none];
    const said = refusals.map(({ text, count }) => html`${text} <span class="soft">(${count})</span><br>`);
    return [
      html`<tr><td class="name">${titleOf(id)}</td>${cells.map((cell) => html`<td class="n">${cell}</td>`)}<td>${said}</td></tr>`,
    ];
  });
  if (rows.length === 0) return html``;
  return html`<h2>How the service answered</h2>
<p class="soft">Many requests are wrong on purpose and ought to be refused; the first column counts those that the document allows.</p>
<div class="wide"><table><thead><tr><th>Operation</th><th class="n">Allowed, accepted</th><th class="n">Accepted</th><th class="n">Refused</th><th class="n">Malformed</th>
<th class="n">429, 5xx</th><th class="n">No answer</th><th>Most frequent refusals</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function proofOf({ proof }: Statement): Html {
  if (proof === undefined) {
    return html`<p>This run has no proof figures. <code>${commandStart} prove</code> plants faults in the embedded endpoint and counts how many of them the suite catches.</p>`;
  }
  const { faults, services, misfits, hostile, acquirers, commit } = proof;
  const judged = faults.planted - faults.equivalent;
  const says = [
    faults.survived.length > 0 && `Survived: ${faults.survived.join(', ')}.`,
    misfits && `${misfits.told} of ${misfits.run} wrong configurations and dying services were diagnosed.`,
    hostile && `${hostile.withstood} of ${hostile.run} hostile services were handled.`,
    acquirers &&
      `${acquirers.clean} of ${acquirers.run} whole acquirers were certified clean and complete, and ${acquirers.caught} of ${acquirers.planted} faults planted into them were caught.`,
    commit && `Proved at commit ${commit.slice(0, 12)}.`,
  ];
  return html`<div class="figures four">
${figure(`${faults.caught} of ${judged}`, 'planted faults caught by the check aimed at them')}
${figure(faults.caughtByAnother, 'caught by another check only')}
${figure(faults.survived.length, 'survived')}
${figure(services.falseAlarms, `${services.falseAlarms === 1 ? 'false alarm' : 'false alarms'} over ${plural(services.drawn, 'drawn conforming service')}`)}
</div>
<p class="soft">${says.filter((one) => one).join(' ')}</p>`;
}

/** The proof figures of the suite, and problems of the evidence. */
function trust(statement: Statement): Html {
  const { evidenceProblems, keptInPart = [] } = statement;
  return html`<h2>How far to trust the suite</h2>
${proofOf(statement)}
${evidenceProblems.length > 0 && html`<p>The evidence of this run is incomplete:</p><ul>${evidenceProblems.map(({ file, problem }) => html`<li><code>${file}</code> ${problem}</li>`)}</ul>`}
${keptInPart.length > 0 && html`<p>The evidence holds the bodies of some exchanges in part only; what was judged of them is kept, and cannot be judged again:</p><ul>${keptInPart.map(({ why, exchanges }) => html`<li>${plural(exchanges, 'exchange')}: ${why}</li>`)}</ul>`}`;
}

/** The digests, the command that verifies everything, and what a signature shows. */
function verification(sha256: string, evidenceSha256: string | undefined): Html {
  return html`<h2>How to verify</h2>
<div class="digest"><p>This page was made from <code>conformance.json</code> and the exchanges of its examples.</p>
<dl><dt class="soft">SHA-256 of the statement</dt><dd><code>${sha256}</code></dd>
<dt class="soft">SHA-256 of the evidence</dt><dd><code>${evidenceSha256 ?? 'not stated'}</code></dd></dl>
<p><code>${commandStart} verify DIR</code> on the folder with this page checks the digest over all files
and its signatures, counts the evidence again, judges every stored exchange again, and makes every report again, offline.</p></div>
<p>A signature shows that the holder of a private key had exactly these files. It does not show that the run took place as described, that the
service was the product named above, or that nothing was tried before. A page cannot show its own signature: <code>verify</code> names the
keys, and <code>--key</code> demands one; get the public key from a source that you trust, never with the reports. Without any
signature, it shows only that nothing changed by accident.</p>`;
}

/** The conflicts of the document that occurred, and the gaps that no exchange can show. */
function documentTables({ documentIssues, notTestable }: Statement): Html {
  const met = documentIssues.filter(({ exchanges, seen }) => exchanges > 0 || seen.length > 0);
  return html`<h2>Conflicts and gaps of the document</h2>
${
  met.length > 0 &&
  html`<table><thead><tr><th>Conflict</th><th>Clauses</th><th>Accepted readings</th><th>Seen</th></tr></thead>
<tbody>${met.map(
    ({ id, clauses, readings, seen, exchanges }) =>
      html`<tr><td class="name">${id}</td><td class="id">${clauses.map((clause) => html`${breakable(clause)}<br>`)}</td>
<td><ul>${readings.map((reading) => html`<li>${reading}</li>`)}</ul></td>
<td>${seen.length > 0 ? html`<ul>${seen.slice(0, 8).map((text) => html`<li>${text}</li>`)}</ul>` : html`<span class="soft">${plural(exchanges, 'exchange')}, no deviation from any reading</span>`}</td></tr>`,
  )}</tbody></table>`
}
${
  notTestable.length > 0 &&
  html`<details class="printed"><summary>${plural(notTestable.length, 'gap')} that no exchange can show</summary>
<table><thead><tr><th>Clause</th><th>Why it cannot be tested</th></tr></thead><tbody>${notTestable.map(({ clause, why }) => html`<tr><td class="id">${breakable(clause)}</td><td>${why}</td></tr>`)}</tbody></table></details>`
}`;
}

function observationTables({ observations: all, documentIssues }: Statement): Html {
  const conflicting = new Set(documentIssues.flatMap(({ clauses }) => clauses));
  const observations = all.filter(({ clause }) => !conflicting.has(clause));
  if (observations.length === 0) return html``;
  const tables = operationIds.map((id) => {
    const own = observations.filter(({ operation }) => operation === id);
    return (
      own.length > 0 &&
      html`<details><summary>${titleOf(id)}: ${own.length}</summary>
<table><thead><tr><th>Clause</th><th>Seen</th><th class="n">Exchanges</th></tr></thead>
<tbody>${own.map(({ clause, detail, fingerprint, exchanges }) => html`<tr><td class="id">${breakable(clause)}</td><td>${fingerprint}${detail !== fingerprint && html`<br><span class="soft">${detail}</span>`}</td><td class="n">${exchanges}</td></tr>`)}</tbody></table></details>`
    );
  });
  return html`<h2>Observed where the document is silent</h2>
<p class="soft">${plural(observations.length, 'behaviour')} of this target. None of them is judged; a change between two runs is reported as drift.</p>${tables}`;
}

/** The requirements that were not tested, and those whose value the service never returned, by reason. */
function untestedTable({ clauses }: Statement): Html {
  const own = clauses.filter(({ obliged }) => obliged === 'service');
  const untested = own.filter(({ verdict }) => verdict === 'not-tested');
  const missing = own.filter(({ because }) => because === 'never-returned');
  return html`${untested.length > 0 && reasonTable('Not tested', untested)}${missing.length > 0 && reasonTable('Not applicable: no value was returned', missing)}`;
}

function reasonTable(title: string, rows: Statement['clauses']): Html {
  const cells = [...groupedBy(rows, ({ why }) => why ?? '')].map(([reason, some]) => {
    const names = new Set(
      some.map(({ operation }) => (operation === undefined ? 'the interface' : titleOf(operation))),
    );
    return html`<tr><td>${reason}</td><td class="n">${some.length}</td><td class="soft">${[...names].join(', ')}</td></tr>`;
  });
  return html`<h2>${title}</h2>
<table><thead><tr><th>Reason</th><th class="n">Requirements</th><th>Operations</th></tr></thead><tbody>${cells}</tbody></table>`;
}
