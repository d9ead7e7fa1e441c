import type { Statement } from '../statement/format.ts';
import { failedClauses } from './cause-cards.ts';
import { isSecure, noticesOf } from './notices.ts';
import {
  certificateNumber,
  type Html,
  html,
  notStated,
  plural,
  results,
  timeOf,
  verdictWords,
} from './words.ts';

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
  const { target, suite, run, profile, warnings, result, partial, reasons } = statement;
  const { tone, lede } = results[result];
  const notices = noticesOf(statement);
  const rehearsal = notices.find(({ title }) => title === 'Rehearsal');
  const others = notices.filter((notice) => notice !== rehearsal);
  const { changed } = suite;
  const modified = changed && (changed.length === 0 ? ', unmodified' : ', modified');
  return html`${
    rehearsal !== undefined &&
    html`<div class="watermark" aria-hidden="true">REHEARSAL</div>
<p class="across"><b>Rehearsal</b> &middot; ${rehearsal.says}</p>`
  }<div class="banner tone-${tone}">
<p class="eyebrow">Certificate &middot; payment acquiring interface &middot; <span class="number">no. ${certificateNumber(statement)}</span></p>
<h1>${verdictWords(statement)}</h1>
<p class="lede">${lede}${partial.length > 0 && ` This statement speaks for a part of the interface only: ${partial.join('; ')}.`}</p>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${failedClauses(statement)}${others.length > 0 && html`<ul class="notices">${others.map(({ title, says }) => html`<li><b>${title}.</b> ${says}</li>`)}</ul>`}
</div>
<dl class="facts">
<div><dt>Target</dt><dd>${target.name} (${target.environment})</dd></div>
<div><dt>Address</dt><dd><code>${target.baseUrl}</code></dd></div>
<div><dt>Transport</dt><dd>${transportWords(statement)}</dd></div>
<div><dt>Run</dt><dd>${timeOf(run.startedAt)} to ${timeOf(run.endedAt)}</dd></div>
<div><dt>Profile and depth</dt><dd>${profile}, ${warnings === 'fail' ? 'warnings fail, ' : ''}${plural(run.runsPerProperty, 'case')} per property</dd></div>
<div><dt>Seed</dt><dd>${seedWords(statement)}</dd></div>
<div><dt>Suite</dt><dd>${suite.version}, commit <code>${suite.commit}</code>${modified}</dd></div>
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
<p class="soft">As the certification file states it; the suite cannot check any of it. The number of the certificate comes from the digest of the evidence.</p>
${pairs([
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

function certificateOf({ opening, target }: Statement): Cell | undefined {
  const shown = opening?.service?.certificate;
  if (shown === undefined)
    return target.baseUrl.startsWith('http:') ? 'none: the service was reached without TLS' : undefined;
  return html`<code>${shown.sha256}</code><br>${shown.subject}, issued by ${shown.issuer}, valid to ${shown.validTo}, ${shown.protocol}`;
}

function changedFiles({ suite: { changed = [] } }: Statement): Html | false {
  return (
    changed.length > 0 &&
    html`<h3>Files of the suite that differ from the release, with their SHA-256</h3>
<ul>${changed.map(({ path, sha256 }) => html`<li class="id">${path} ${sha256 ?? 'removed'}</li>`)}</ul>`
  );
}

/** The implementation conformance statement: what was declared and allowed, and the settings of the run. */
export function proforma(statement: Statement): Html {
  const { scope, suite, platform, run } = statement;
  const listed = (members: object = {}) =>
    Object.entries(members)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  return html`<h2>Scope</h2>
<p class="soft">What the target file declares, and what the run was made with.</p>
${pairs([
  ['Encodings', scope && (listed(scope.encodings) || 'as documented')],
  ['Signing recipe', scope?.signing],
  ['Effects allowed', (scope?.allow ?? run.choices.allow).join(', ')],
  ['Limits', scope && (listed(scope.limits) || 'none')],
  ['Target file, without secrets', scope?.file && html`SHA-256 <code>${scope.file.sha256}</code>`],
  ['Contract of the suite', html`SHA-256 <code>${suite.contractSha256}</code>`],
  ['Node and Playwright', platform && `${platform.node} and ${platform.playwright}`],
  ['Browser', platform && (platform.browser ?? 'none was started')],
  ['Operating system', platform?.os],
  ['TLS certificate of the service', certificateOf(statement)],
])}
${changedFiles(statement)}
${scope?.file && html`<details class="printed"><summary>The target file, with every secret masked</summary><pre>${scope.file.text}</pre></details>`}`;
}
