import { type Evidence, operationIds, type Verdict } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { type Html, html, plural } from './html.ts';
import { timeOf, titleOf } from './words.ts';

interface Counted {
  readonly all: number;
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly open: number;
  readonly none: number;
  readonly observed: number;
}

// Only what binds the service: the clauses on the caller are about the suite's own traffic.
function rowsOf({ clauses }: Statement, evidence: Evidence): Counted {
  const own = clauses.filter((row) => row.evidence === evidence && row.obliged === 'service');
  const count = (...names: readonly Verdict[]) => own.filter(({ verdict }) => names.includes(verdict)).length;
  const none = count('not-applicable', 'not-testable');
  const open = count('not-tested', 'inconclusive', 'suite-error');
  return {
    pass: count('pass'),
    fail: count('fail'),
    warn: count('warn'),
    open,
    none,
    observed: count('observed'),
    all: own.length - none,
  };
}

/** The numbers that say most. */
export function figures(statement: Statement): Html {
  const stated = rowsOf(statement, 'stated');
  const soft = rowsOf(statement, 'sampled').warn + rowsOf(statement, 'implied').warn;
  const cell = (figure: number | string, text: string) =>
    html`<div><b>${figure}</b><span>${text}</span></div>`;
  return html`<div class="figures">
${cell(statement.run.exchanges.toLocaleString('en-GB'), 'exchanges, each judged against the whole contract')}
${cell(`${stated.pass} of ${stated.all}`, 'stated requirements exercised and met')}
${cell(stated.fail, 'stated requirements broken')}
${cell(stated.open, 'stated requirements untested or undecided')}
${cell(stated.warn + soft, 'requirements with warnings')}
${cell(rowsOf(statement, 'silent').observed, 'gaps of the document whose behaviour was observed')}
</div>`;
}

function says(statement: Statement): Html {
  const [stated, sampled, implied] = [
    rowsOf(statement, 'stated'),
    rowsOf(statement, 'sampled'),
    rowsOf(statement, 'implied'),
  ];
  const absent = operationIds.filter((id) => !statement.capabilities[id]);
  return html`<ul>
<li>On ${timeOf(statement.run.startedAt).slice(0, 10)} the suite sent ${plural(statement.run.exchanges, 'request')} to this target and judged every exchange.</li>
<li>The document states ${plural(stated.all, 'requirement')} on the service for the operations in scope: ${stated.pass} were exercised and met, ${stated.fail} were broken, and ${stated.open} were not tested or could not be decided.</li>
<li>Requirements that only samples show (${sampled.all}) or that are only implied (${implied.all}) can cause warnings but never failures; ${sampled.warn + implied.warn} did.</li>
<li>${absent.length === 0 ? 'The target declares all twelve operations.' : `The target declares these operations absent: ${absent.map(titleOf).join(', ')}.`}</li>
<li>The suite does not know who watched the run: that the tester named above carried it out is the tester&rsquo;s word. The same seed produces the same requests, so the run can be repeated.</li>
</ul>`;
}

function saysNot(statement: Statement): Html {
  const silent = rowsOf(statement, 'silent');
  const left = operationIds.filter(
    (id) => statement.capabilities[id] && statement.run.operations[id] === undefined,
  );
  const embedded = statement.target.environment === 'embedded';
  return html`<ul>
${embedded && html`<li>It says nothing about a real service: the target is the suite&rsquo;s own embedded endpoint.</li>`}
<li>${plural(silent.all + silent.none, 'requirement')} concern what the document does not show, such as the signing algorithm, the meaning of status codes, the content of notifications, or how searches select. What was seen there was recorded, never judged.</li>
<li>It does not show that money moved, that settlement is correct, or that the service is secure, available or fast.</li>
<li>It applies to this target on this day, not to another environment or a later release.</li>
${left.length > 0 && html`<li>No requests were sent for: ${left.map(titleOf).join(', ')}.</li>`}
<li>Card numbers, security codes, tokens, signatures and personal data are masked in all evidence. Findings that depend on masked values rest on the run&rsquo;s own word and cannot be checked again.</li>
</ul>`;
}

/** What the statement says and what it does not say, side by side. */
export function meaning(statement: Statement): Html {
  return html`<h2>What this statement says, and what it does not</h2>
<div class="pair"><section><h3>What this says</h3>${says(statement)}</section>
<section><h3>What this does not say</h3>${saysNot(statement)}</section></div>`;
}
