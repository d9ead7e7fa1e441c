import { certificationRuns, certificationSeed } from '../../schemas/certification.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { operationIds } from '../../schemas/types.ts';
import type { ChangedAnswers, Statement } from '../statement/format.ts';
import { breakable, type Html, html, plural } from './words.ts';

/** What a reader has to know before the result counts: a headline and a sentence. */
interface Notice {
  readonly title: string;
  readonly says: string;
}

function suiteNotice({ suite }: Statement): readonly Notice[] {
  const { changed, commit } = suite;
  if (changed !== undefined && changed.length > 0) {
    const files = plural(changed.length, 'file');
    const says = `${files} of the suite ${changed.length === 1 ? 'is' : 'are'} not as commit ${commit.replace(/-dirty$/, '')} has ${changed.length === 1 ? 'it' : 'them'}; they are listed under "Scope". What they judge is not what the release judges.`;
    return [{ title: 'The suite was modified', says }];
  }
  if (changed !== undefined && commit !== 'unknown') return [];
  return [
    {
      title: 'Suite version unknown',
      says: 'Its commit or its files could not be compared with a release.',
    },
  ];
}

function validityNotice({ certification, run }: Statement): readonly Notice[] {
  const { validUntil } = certification ?? {};
  if (validUntil === undefined)
    return [{ title: 'No expiry date', says: 'The certification file states no last day of validity.' }];
  if (!isPast(validUntil, run.endedAt)) return [];
  return [
    { title: 'Expired', says: `It was valid until ${validUntil}, which lies before the end of the run.` },
  ];
}

/** Whether what was sent to a target was encrypted on its way. */
export function isSecure({ baseUrl }: Statement['target']): boolean {
  return /^https:/i.test(baseUrl);
}

function transportNotice({ target }: Statement): readonly Notice[] {
  if (isSecure(target) || target.environment === 'embedded') return [];
  return [
    {
      title: 'Without TLS',
      says: 'The service was reached over plain http: card data and keys could be read on the way, and nothing shows which service answered.',
    },
  ];
}

function documentNotice({ document }: Statement): readonly Notice[] {
  if (document !== undefined) return [];
  return [
    {
      title: 'No document',
      says: 'No copy of the interface document was named with --document, so its digest is not stated.',
    },
  ];
}

/** Everything that makes a statement less than a certificate, gravest first; empty for one that a certification body may sign as it is. */
export function noticesOf(statement: Statement): readonly Notice[] {
  const { certification, target } = statement;
  const rehearsal = whyRehearsal(statement);
  const tester = certification?.tester;
  return [
    ...(rehearsal.length === 0
      ? []
      : [{ title: 'Rehearsal', says: `Not a certification: ${rehearsal.join('; ')}.` }]),
    ...(target.environment === 'embedded'
      ? [
          {
            title: 'Practice',
            says: 'The target is the embedded endpoint of the suite, not a real service.',
          },
        ]
      : []),
    ...suiteNotice(statement),
    ...transportNotice(statement),
    ...documentNotice(statement),
    ...validityNotice(statement),
    ...(tester?.name === undefined && tester?.organisation === undefined
      ? [{ title: 'No tester', says: 'The certification file names no tester.' }]
      : []),
    ...(certification?.product?.name === undefined || certification.product.version === undefined
      ? [{ title: 'No product', says: 'Name or version of what was tested is not stated.' }]
      : []),
  ];
}

/** Says until when a certificate is valid on a day, or that it has expired; nothing where no day was stated. */
export function expiryWords(validUntil: string | undefined, now: Date): string | undefined {
  if (validUntil === undefined) return undefined;
  return isPast(validUntil, now.toISOString())
    ? `the certificate expired: it was valid until ${validUntil}.`
    : `the certificate is valid until ${validUntil}.`;
}

/** Tells whether a last day (`2027-12-31`) lies before a time (ISO 8601). */
export function isPast(lastDay: string, time: string): boolean {
  return lastDay < time.slice(0, 10);
}

function seedProblem({ run, scope }: Statement): string | undefined {
  const { seed, seedFrom } = run;
  if (seedFrom?.how !== 'date-and-target') return undefined;
  const { sha256 } = scope?.file ?? {};
  const isMade = sha256 !== undefined && certificationSeed(seedFrom.date, sha256) === seed;
  return isMade ? undefined : 'its seed does not follow from its date and target file';
}

/** Why a run is a rehearsal and no certification, one phrase each; empty for a certification of full depth. */
export function whyRehearsal(statement: Statement): readonly string[] {
  const { profile, run, opening } = statement;
  const { selected = operationIds, choices, runsPerProperty } = run;
  const seed = seedProblem(statement);
  return [
    ...(profile === 'certification' ? [] : [`profile ${profile} fixes no depth`]),
    ...(selected.length < operationIds.length
      ? [`only ${selected.length} of ${operationIds.length} operations`]
      : []),
    ...(choices?.only === undefined ? [] : [`only ${choices.only}`]),
    ...(runsPerProperty < certificationRuns
      ? [`${runsPerProperty} of ${certificationRuns} cases per property`]
      : []),
    ...(opening === undefined ? ['no opening'] : []),
    ...(seed === undefined ? [] : [seed]),
  ];
}

/** What became of changed answers, in two sentences. */
export function changedWords({
  seed,
  changed,
  failed,
  warned,
  free,
  unnamed,
  unseen,
}: ChangedAnswers): string {
  const open = free.reduce((sum, { count }) => sum + count, 0);
  return (
    `Of ${plural(changed, 'change')} to answers of this service, one at a time and drawn by seed ${seed}, ${failed} would have failed and ${warned} would have been a warning. ` +
    `${plural(free.length, 'clause')} leave ${open} free, no clause names what ${unnamed} are about, and ${unseen.length} ought to have been seen and were not.`
  );
}

/** What would have become of answers of this very service in which one thing were changed; nothing where it was not asked for. */
export function changedTable({ changedAnswers }: Statement): Html {
  if (changedAnswers === undefined) return html``;
  const { free, unseen } = changedAnswers;
  return html`<h3 id="changed">Had this service answered otherwise</h3>
<p>${changedWords(changedAnswers)} Nothing was sent: <code>${commandStart} prove --on DIR</code> judges the recorded exchanges again.</p>
${unseen.length > 0 && html`<ul>${unseen.slice(0, 20).map((one) => html`<li><code>${one}</code></li>`)}</ul>`}
<table><thead><tr><th>Left free by</th><th class="n">Changes</th></tr></thead>
<tbody>${free.map(({ clause, count }) => html`<tr><td class="id">${breakable(clause)}</td><td class="n">${count}</td></tr>`)}</tbody></table>`;
}
