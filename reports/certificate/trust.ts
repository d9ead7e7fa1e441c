import type { Statement } from '../statement/format.ts';
import { type Html, html, plural } from './html.ts';

function proofOf({ proof }: Statement): Html {
  if (proof === undefined) {
    return html`<p>This run has no proof figures. <code>npx conformance prove</code> plants faults in the embedded endpoint and counts how many of them the suite catches.</p>`;
  }
  const { faults, dialects, misfits, hostile, acquirers, commit } = proof;
  const judged = faults.planted - faults.equivalent;
  return html`<div class="figures four">
<div><b>${faults.caught} of ${judged}</b><span>planted faults caught by the check aimed at them</span></div>
<div><b>${faults.caughtByAnother}</b><span>caught by another check only</span></div>
<div><b>${faults.survived.length}</b><span>survived</span></div>
<div><b>${dialects.falseAlarms}</b><span>${dialects.falseAlarms === 1 ? 'false alarm' : 'false alarms'} over ${plural(dialects.run, 'conforming variant')}</span></div>
</div>
<p class="soft">${misfits !== undefined && `Of ${misfits.told} of ${misfits.run} wrong configurations and dying services it told the truth. `}${hostile !== undefined && `${hostile.withstood} of ${hostile.run} hostile services were withstood. `}${acquirers !== undefined && `${acquirers.clean} of ${acquirers.run} whole acquirers were certified clean and complete, and ${acquirers.caught} of ${acquirers.planted} faults planted into them were caught. `}${faults.equivalent > 0 && `${plural(faults.equivalent, 'planted fault')} cannot be distinguished from correct behaviour and ${faults.equivalent === 1 ? 'is' : 'are'} left out. `}${commit !== undefined && `Proved at commit ${commit.slice(0, 12)}. `}${faults.survived.length > 0 && `Survived: ${faults.survived.join(', ')}.`}</p>`;
}

/** How far the suite itself can be trusted. */
export function trust(statement: Statement): Html {
  const { evidenceProblems } = statement;
  return html`<h2>How far to trust the suite</h2>
${proofOf(statement)}
${evidenceProblems.length > 0 && html`<p>The evidence of this run is incomplete:</p><ul>${evidenceProblems.map(({ file, problem }) => html`<li><code>${file}</code> ${problem}</li>`)}</ul>`}`;
}

/** The digest of the statement and how to check everything. */
export function verification(sha256: string): Html {
  return html`<h2>How to verify</h2>
<div class="digest"><p>This page was made from <code>conformance.json</code> alone, whose SHA-256 is</p><p><code>${sha256}</code></p>
<p><code>npx conformance verify DIR</code> on the folder with this page checks the digest over all evidence files (<code>evidence.sha256.json</code>) and its
signature, counts the evidence again, and judges every stored exchange again, offline.</p></div>`;
}
