import { operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './html.ts';
import { notStated } from './identity.ts';
import { titleOf } from './words.ts';

type Cell = string | Html;

const missing = html`<span class="unstated">${notStated}</span>`;

function pairs(rows: readonly (readonly [string, Cell | undefined])[]): Html {
  return html`<table class="pairs"><tbody>${rows.map(([label, cell]) => html`<tr><th scope="row">${label}</th><td>${cell ?? missing}</td></tr>`)}</tbody></table>`;
}

function operationRows({ capabilities, run, scope, opening }: Statement): Html {
  const selected = run.selected ?? operationIds;
  const learned = opening?.learned === undefined ? 'off' : 'on';
  const rows = operationIds.map((id) => {
    const declared = capabilities[id] ? 'offered' : 'declared absent';
    const sent = run.operations[id]?.exchanges ?? 0;
    return html`<tr><td class="name">${titleOf(id)}</td><td>${declared}</td><td>${selected.includes(id) ? 'selected' : 'left out'}</td>
<td>${scope?.encodings[id] ?? html`<span class="soft">as documented</span>`}</td><td class="n">${sent}</td></tr>`;
  });
  return html`<div class="wide"><table><thead><tr><th>Operation</th><th>Declared</th><th>Selected</th><th>Encoding</th><th class="n">Exchanges</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="soft">Learning before the tests: ${learned}.</p>`;
}

function limitsOf({ scope }: Statement): Cell | undefined {
  if (scope === undefined) return undefined;
  const bounds = Object.entries(scope.limits).map(([name, bound]) => `${name} ${bound}`);
  return bounds.length === 0 ? 'none' : bounds.join(', ');
}

function clockOf({ opening }: Statement): Cell | undefined {
  const offset = opening?.service?.clockOffsetMs;
  if (offset === undefined) return undefined;
  if (offset === 0) return 'within a second or two of ours';
  const seconds = `${Math.abs(offset / 1000)} s`;
  return offset > 0 ? `${seconds} ahead of ours` : `${seconds} behind ours`;
}

function certificateOf({ opening, target }: Statement): Cell | undefined {
  const shown = opening?.service?.certificate;
  if (shown === undefined)
    return target.baseUrl.startsWith('http:') ? 'none: the service was reached without TLS' : undefined;
  return html`<code>${shown.sha256}</code><br>${shown.subject}, issued by ${shown.issuer}, valid to ${shown.validTo}, ${shown.protocol}`;
}

// Statements of releases that read the interface document itself name it.
function documentOf(statement: Statement): Cell | undefined {
  const { document } = statement as unknown as { document?: { sha256?: unknown } };
  return typeof document?.sha256 === 'string' ? html`<code>${document.sha256}</code>` : undefined;
}

function changedFiles({ suite }: Statement): Html {
  const { changed = [] } = suite;
  if (changed.length === 0) return html``;
  return html`<details class="printed"><summary>${plural(changed.length, 'file')} of the suite that differ from the release</summary>
<table><thead><tr><th>File</th><th>SHA-256 now</th></tr></thead><tbody>${changed.map(({ path, sha256 }) => html`<tr><td class="id">${breakable(path)}</td><td class="id">${sha256 ?? 'removed'}</td></tr>`)}</tbody></table></details>`;
}

function skippedTable({ skipped }: Statement): Html {
  if (skipped.length === 0) return html``;
  return html`<h3>Skipped, and why</h3>
<table><thead><tr><th>Reason</th><th>Operations</th><th class="n">Clauses</th></tr></thead>
<tbody>${skipped.map(({ reason, operations, clauses }) => html`<tr><td>${reason}</td><td>${operations.map(titleOf).join(', ')}</td><td class="n">${clauses.length}</td></tr>`)}</tbody></table>`;
}

/** The implementation conformance statement: what was declared, what was allowed, and what the run was made with. */
export function proforma(statement: Statement): Html {
  const { scope, suite, platform, run } = statement;
  const known = suite.changed;
  return html`<h2>Scope</h2>
<p class="soft">What the target file declares, and what the run was made with.</p>
${operationRows(statement)}
${pairs([
  ['Signing recipe', scope?.signing],
  ['Effects allowed', (scope?.allow ?? run.choices?.allow ?? []).join(', ')],
  ['Limits', limitsOf(statement)],
  ['Target file, without secrets', scope?.file && html`SHA-256 <code>${scope.file.sha256}</code>`],
  ['Interface document', documentOf(statement)],
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
