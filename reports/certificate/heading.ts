import { operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { failedClauses } from './cause-cards.ts';
import { isSecure, noticesOf } from './notices.ts';
import {
  breakable,
  certificateNumber,
  type Html,
  html,
  notStated,
  plural,
  results,
  timeOf,
  titleOf,
  verdictWords,
} from './words.ts';

// The phrases for what a run left out, and their wording in a sentence.
const sentences: readonly (readonly [phrase: RegExp, words: (rest: string) => string])[] = [
  [/^declared absent: (.*)$/, (names) => `the service is declared not to offer ${names}`],
  [/^not allowed: (.*)$/, (names) => `the target file allows no effects of ${names}`],
  [/^no notification address$/, () => 'no address was given for notifications'],
  [/^no second account$/, () => 'no second account was given to test that accounts are kept apart'],
  [/^only (.*)$/, (what) => `the caller chose only ${what}`],
  [/^limits\.(\w+) reached$/, (name) => `the limit ${name} of the target file was reached`],
];

/** What a run left out, as one sentence; empty for a full run. */
function partSentence(partial: readonly string[]): string {
  if (partial.length === 0) return '';
  const words = partial.map((phrase) => {
    const [pattern, says] = sentences.find(([known]) => known.test(phrase)) ?? [];
    return says?.(pattern?.exec(phrase)?.[1] ?? '') ?? phrase;
  });
  const list = [...words.slice(0, -2), words.slice(-2).join('; and ')].join('; ');
  return `This statement speaks for a part of the interface only: ${list}.`;
}

const unstated = html`<span class="unstated">${notStated}</span>`;

function transportWords({ target, opening }: Statement): string {
  if (target.environment === 'embedded') return 'inside one process';
  if (!isSecure(target)) return 'without TLS';
  const protocol = opening?.service?.certificate?.protocol;
  return protocol === undefined ? 'TLS' : `TLS (${protocol})`;
}

const seedOrigins = {
  contract: 'the same for every run of this contract',
  given: 'chosen by the person who ran it',
  random: 'drawn at random',
} as const;

function seedWords({ run }: Statement): string {
  const { seed, seedFrom } = run;
  if (seedFrom === undefined) return `seed ${seed}`;
  if (seedFrom.how === 'date-and-target')
    return `seed ${seed}, made from ${seedFrom.date} and the target file`;
  return `seed ${seed}, ${seedOrigins[seedFrom.how]}`;
}

/** The first page: banner, notices, and the facts of the run. */
export function heading(statement: Statement): Html {
  const { target, suite, run, profile, warnings, result, partial } = statement;
  const { tone, lede } = results[result];
  const notices = noticesOf(statement);
  const rehearsal = notices.find(({ title }) => title === 'Rehearsal');
  const others = notices.filter((notice) => notice !== rehearsal);
  return html`${
    rehearsal !== undefined &&
    html`<div class="watermark" aria-hidden="true">REHEARSAL</div>
<p class="across"><b>Rehearsal</b> &middot; ${rehearsal.says}</p>`
  }<div class="banner tone-${tone}">
<p class="eyebrow">Certificate &middot; payment acquiring interface &middot; <span class="number">no. ${certificateNumber(statement)}</span></p>
<h1>${verdictWords(statement)}</h1>
<p class="lede">${lede} ${partSentence(partial)}</p>
${statement.reasons.length > 0 && html`<ul class="reasons">${statement.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${failedClauses(statement)}${others.length > 0 && html`<ul class="notices">${others.map(({ title, says }) => html`<li><b>${title}.</b> ${says}</li>`)}</ul>`}
</div>
<dl class="facts">
<div><dt>Target</dt><dd>${target.name} (${target.environment})</dd></div>
<div><dt>Address</dt><dd><code>${target.baseUrl}</code></dd></div>
<div><dt>Transport</dt><dd>${transportWords(statement)}</dd></div>
<div><dt>Run</dt><dd>${timeOf(run.startedAt)} to ${timeOf(run.endedAt)}</dd></div>
<div><dt>Profile and depth</dt><dd>${profile}, ${warnings === 'fail' ? 'warnings fail, ' : ''}${plural(run.runsPerProperty, 'case')} per property</dd></div>
<div><dt>Seed</dt><dd>${seedWords(statement)}</dd></div>
<div><dt>Suite</dt><dd>${suite.version}, commit <code>${suite.commit}</code></dd></div>
</dl>`;
}

type Cell = string | Html;

function pairs(rows: readonly (readonly [label: string, cell: Cell | undefined, id?: string])[]): Html {
  return html`<table class="pairs"><tbody>${rows.map(([label, cell, id]) => html`<tr><th scope="row">${label}</th><td${id !== undefined && html` id="${id}"`}>${cell ?? unstated}</td></tr>`)}</tbody></table>`;
}

/** Id of the cell that shows the fingerprints of the keys when the certificate is printed. */
export const signersPlace = 'signers';

// The signature covers this page, so it is made later.
const unsigned = html`<span class="soft">the keys that <code>verify</code> names; a PDF shows their fingerprints</span>`;

/** The tester, product and validity of the certificate; facts that are not stated have a row too. */
export function whoAndWhat(statement: Statement): Html {
  const { tester, vendor, product, purpose, validUntil, contact } = statement.certification ?? {};
  return html`<h2>Who and what</h2>
<p class="soft">As the certification file states it; the suite cannot check any of it. The number comes from the digest of the evidence.</p>
${pairs([
  ['Certificate number', certificateNumber(statement)],
  ['Product', product?.name],
  ['Version', product?.version],
  ['Environment', product?.environment],
  ['Vendor', vendor],
  ['Tester', tester?.name],
  ['Organisation', tester?.organisation],
  ['Accreditation', tester?.accreditation],
  ['Purpose', purpose],
  ['Valid until', validUntil],
  ['Contact', contact],
  ['Signed by', unsigned, signersPlace],
])}`;
}

function operationRows({ capabilities, run, scope }: Statement): Html {
  const { selected } = run;
  const rows = operationIds.map((id) => {
    const declared = capabilities[id] ? 'offered' : 'declared absent';
    const sent = run.operations[id]?.exchanges ?? 0;
    return html`<tr><td class="name">${titleOf(id)}</td><td>${declared}</td><td>${selected.includes(id) ? 'selected' : 'left out'}</td>
<td>${scope?.encodings[id] ?? html`<span class="soft">as documented</span>`}</td><td class="n">${sent}</td></tr>`;
  });
  return html`<div class="wide"><table><thead><tr><th>Operation</th><th>Declared</th><th>Selected</th><th>Encoding</th><th class="n">Exchanges</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function clockOf({ opening }: Statement): Cell | undefined {
  const offset = opening?.service?.clockOffsetMs;
  if (offset === undefined) return undefined;
  return offset === 0
    ? 'within a second or two of ours'
    : `${Math.abs(offset / 1000)} s ${offset > 0 ? 'ahead of' : 'behind'} ours`;
}

function certificateOf({ opening, target }: Statement): Cell | undefined {
  const shown = opening?.service?.certificate;
  if (shown === undefined)
    return target.baseUrl.startsWith('http:') ? 'none: the service was reached without TLS' : undefined;
  return html`<code>${shown.sha256}</code><br>${shown.subject}, issued by ${shown.issuer}, valid to ${shown.validTo}, ${shown.protocol}`;
}

function changedFiles({ suite: { changed = [] } }: Statement): Html | false {
  return (
    changed.length > 0 &&
    html`<details class="printed"><summary>${plural(changed.length, 'file')} of the suite that differ from the release</summary>
<table><thead><tr><th>File</th><th>SHA-256 now</th></tr></thead><tbody>${changed.map(({ path, sha256 }) => html`<tr><td class="id">${breakable(path)}</td><td class="id">${sha256 ?? 'removed'}</td></tr>`)}</tbody></table></details>`
  );
}

function skippedTable({ skipped }: Statement): Html | false {
  return (
    skipped.length > 0 &&
    html`<h3>Skipped, and why</h3>
<table><thead><tr><th>Reason</th><th>Operations</th><th class="n">Clauses</th></tr></thead>
<tbody>${skipped.map(({ reason, operations, clauses }) => html`<tr><td>${reason}</td><td>${operations.map(titleOf).join(', ')}</td><td class="n">${clauses.length}</td></tr>`)}</tbody></table>`
  );
}

/** The implementation conformance statement: what was declared and allowed, and the settings of the run. */
export function proforma(statement: Statement): Html {
  const { scope, suite, platform, run } = statement;
  const known = suite.changed;
  const limits = Object.entries(scope?.limits ?? {}).map(([name, bound]) => `${name} ${bound}`);
  return html`<h2>Scope</h2>
<p class="soft">What the target file declares, and what the run was made with.</p>
${operationRows(statement)}
${pairs([
  ['Signing recipe', scope?.signing],
  ['Effects allowed', (scope?.allow ?? run.choices.allow).join(', ')],
  ['Limits', scope && (limits.join(', ') || 'none')],
  ['Target file, without secrets', scope?.file && html`SHA-256 <code>${scope.file.sha256}</code>`],
  ['Contract of the suite', html`SHA-256 <code>${suite.contractSha256}</code>`],
  [
    'Suite',
    `${suite.version}, commit ${suite.commit}${known === undefined ? '' : known.length === 0 ? ', unmodified' : ', modified'}`,
  ],
  ['Node and Playwright', platform && `${platform.node} and ${platform.playwright}`],
  ['Browser', platform && (platform.browser ?? 'none was started')],
  ['Operating system', platform?.os],
  ['Clock of the service', clockOf(statement)],
  ['TLS certificate of the service', certificateOf(statement)],
])}
${changedFiles(statement)}
${skippedTable(statement)}
${scope?.file && html`<details class="printed"><summary>The target file, with every secret masked</summary><pre>${scope.file.text}</pre></details>`}`;
}
