import { certificationRuns, certificationSeed } from '../../schemas/certification.ts';
import { operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { plural } from './words.ts';

/** True if requests to the target were encrypted. */
export function isSecure({ baseUrl }: Statement['target']): boolean {
  return /^https:/i.test(baseUrl);
}

/** Each limitation of a certificate, gravest first: a headline and a sentence. Empty if it can be signed as it is. */
export function noticesOf(statement: Statement) {
  const { certification, target, suite, run } = statement;
  const { tester, product, validUntil } = certification ?? {};
  const rehearsal = whyRehearsal(statement);
  const isEmbedded = target.environment === 'embedded';
  const { changed = [], commit } = suite;
  const [is, it] = changed.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const notices: readonly (readonly [applies: boolean, title: string, says: string])[] = [
    [rehearsal.length > 0, 'Rehearsal', `Not a certification: ${rehearsal.join('; ')}.`],
    [isEmbedded, 'Practice', 'The target is the embedded endpoint of the suite, not a real service.'],
    [
      changed.length > 0,
      'The suite was modified',
      `${plural(changed.length, 'file')} of the suite ${is} not as commit ${commit.replace(/-dirty$/, '')} has ${it}; they are listed under "Scope". What they judge is not what the release judges.`,
    ],
    [
      changed.length === 0 && (suite.changed === undefined || commit === 'unknown'),
      'Suite version unknown',
      'Its commit or its files could not be compared with a release.',
    ],
    [
      !isSecure(target) && !isEmbedded,
      'Without TLS',
      'The service was reached over plain http: card data and keys could be read on the way, and nothing shows which service answered.',
    ],
    [validUntil === undefined, 'No expiry date', 'The certification file states no last day of validity.'],
    [
      validUntil !== undefined && isPast(validUntil, run.endedAt),
      'Expired',
      `It was valid until ${validUntil}, which lies before the end of the run.`,
    ],
    [
      tester?.name === undefined && tester?.organisation === undefined,
      'No tester',
      'The certification file names no tester.',
    ],
    [
      !product?.name?.trim() || !product.version?.trim(),
      'No product',
      'Name or version of what was tested is not stated.',
    ],
  ];
  return notices.flatMap(([applies, title, says]) => (applies ? [{ title, says }] : []));
}

/** What the last day of verified evidence comes to for its signers (fingerprints); undefined if none is stated. */
export function validityWords(
  statement: Statement,
  signers: readonly string[],
  now: Date,
): string | undefined {
  const { validUntil } = statement.certification ?? {};
  if (validUntil === undefined) return undefined;
  const unsigned = signers.length === 0 ? ['not signed'] : [];
  const lacks = [...unsigned, ...noticesOf(statement).map(({ title }) => title.toLowerCase())];
  if (lacks.length > 0) return `not a certificate: ${lacks.join(', ')}; its first page says more.`;
  return isPast(validUntil, now.toISOString())
    ? `the certificate expired: it was valid until ${validUntil}.`
    : `the certificate is valid until ${validUntil}.`;
}

/** True if a last day (`2027-12-31`) is before a time (ISO 8601). */
function isPast(lastDay: string, time: string): boolean {
  return lastDay < time.slice(0, 10);
}

function seedProblem({ run, scope }: Statement): string | undefined {
  const { seed, seedFrom } = run;
  if (seedFrom?.how !== 'date-and-target') return undefined;
  const { sha256 } = scope?.file ?? {};
  const isMade = sha256 !== undefined && certificationSeed(seedFrom.date, sha256) === seed;
  return isMade ? undefined : 'its seed does not follow from its date and target file';
}

/** Why a run is a rehearsal instead of a certification, one phrase each; empty for a full certification. */
export function whyRehearsal(statement: Statement): readonly string[] {
  const { profile, run, opening } = statement;
  const { selected, choices, runsPerProperty } = run;
  const reasons: readonly (string | undefined | false)[] = [
    profile !== 'certification' && `profile ${profile} fixes no depth`,
    selected.length < operationIds.length && `only ${selected.length} of ${operationIds.length} operations`,
    choices.only !== undefined && `only ${choices.only}`,
    runsPerProperty < certificationRuns && `${runsPerProperty} of ${certificationRuns} cases per property`,
    opening === undefined && 'no opening',
    seedProblem(statement),
  ];
  return reasons.filter((reason) => typeof reason === 'string');
}
