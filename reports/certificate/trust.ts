import { commandStart } from '../../schemas/command-line.ts';
import type { Statement } from '../statement/format.ts';
import { type Html, html, plural } from './html.ts';

function proofOf({ proof }: Statement): Html {
  if (proof === undefined) {
    return html`<p>This run has no proof figures. <code>${commandStart} prove</code> plants faults in the embedded endpoint and counts how many of them the suite catches.</p>`;
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
  const { evidenceProblems, keptInPart = [] } = statement;
  return html`<h2>How far to trust the suite</h2>
${proofOf(statement)}
${evidenceProblems.length > 0 && html`<p>The evidence of this run is incomplete:</p><ul>${evidenceProblems.map(({ file, problem }) => html`<li><code>${file}</code> ${problem}</li>`)}</ul>`}
${keptInPart.length > 0 && html`<p>The evidence holds the bodies of some exchanges in part only; what was judged of them is kept, and cannot be judged again:</p><ul>${keptInPart.map(({ why, exchanges }) => html`<li>${plural(exchanges, 'exchange')}: ${why}</li>`)}</ul>`}`;
}

/** The digest of the statement, how to check everything, and what a signature is worth. */
export function verification(sha256: string, evidenceSha256: string | undefined): Html {
  return html`<h2>How to verify</h2>
<div class="digest"><p>This page was made from <code>conformance.json</code> alone.</p>
<dl><dt class="soft">SHA-256 of the statement</dt><dd><code>${sha256}</code></dd>
<dt class="soft">SHA-256 of the evidence</dt><dd><code>${evidenceSha256 ?? 'not stated'}</code></dd></dl>
<p><code>${commandStart} verify DIR</code> on the folder with this page, or <code>${commandStart} verify FILE.zip</code> on its package, checks the digest over all files
and its signatures, counts the evidence again, judges every stored exchange again, and makes every report again, offline.</p></div>
<div class="pair"><section><h3>What a signature shows</h3><ul>
<li>That the holder of a private key had exactly these files, byte for byte. A page cannot show its own signature: <code>verify</code> names the keys, and <code>--key</code> demands one.</li>
<li>A counter-signature shows that a second holder had the same files and the signature before it.</li>
<li>A time stamp shows that the digest existed at its time, as far as its authority is trusted.</li></ul></section>
<section><h3>What it does not show</h3><ul>
<li>That the run took place as it is told, that the service was the product named above, or that nothing was tried before it.</li>
<li>Who holds the key: take the public key from somebody whom you trust, never from the package.</li>
<li>Without any signature, only that nothing changed by accident.</li></ul></section></div>`;
}
