import type { Carried } from '../../../generators/covering.ts';
import { entriesOf, entrySucceeded, membersOf } from '../../../schemas/history/outcome.ts';
import type { SentOutcome } from '../../../schemas/history/sent.ts';
import { isDocumented, operationOf } from '../../../schemas/operations.ts';
import { namesOf } from '../../../schemas/rules/redirect-page.ts';
import type { ClauseId, Finding, JudgedExchange } from '../../../schemas/types.ts';

/** A problem of a request that the plain request does not have. */
export interface Trouble {
  readonly outcome: Extract<SentOutcome, 'crashed' | 'refused' | 'changed'>;
  /** The broken clause; none for a refusal or for a server error without a finding. */
  readonly clause?: ClauseId;
  readonly paths: readonly string[];
}

function seriousOf({ judgement }: JudgedExchange): readonly Finding[] {
  return judgement.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

/** Number of batch entries that the answer reports as done. */
function succeededIn({ judgement }: JudgedExchange): number {
  if (!isDocumented(judgement.operation) || judgement.answer === undefined) return 0;
  const operation = operationOf(judgement.operation);
  const entries = entriesOf(operation, membersOf(operation, judgement.answer));
  return entries.filter((entry) => entrySucceeded(operation, entry)).length;
}

// Without a checked signature, a server error is no finding. 429, 503 or the end of the service is no crash.
function isCrash({ exchange: { received } }: JudgedExchange): boolean {
  if (received.kind === 'none') return received.reason === 'reset' && received.gone !== true;
  return received.status !== 429 && received.status !== 503;
}

/** The troubles of a request that its plain control did not have, one for each broken clause. */
export function troublesOf(judged: JudgedExchange, control: JudgedExchange): readonly Trouble[] {
  const known = new Set(seriousOf(control).map(({ clause }) => clause));
  const findings = seriousOf(judged).filter(({ clause }) => !known.has(clause));
  const { outcome } = judged.judgement;
  const lost = outcome === 'unclear' || outcome === 'none';
  const clauses = [...new Set(findings.map(({ clause }) => clause))];
  const broken = clauses.map((clause): Trouble => {
    const paths = findings.filter((finding) => finding.clause === clause).map(({ path }) => path);
    return { outcome: lost ? 'crashed' : 'changed', clause, paths };
  });
  if (broken.length > 0) return lost ? broken.slice(0, 1) : broken;
  if (lost) return isCrash(judged) ? [{ outcome: 'crashed', paths: [] }] : [];
  const refused =
    (outcome === 'refused' && control.judgement.outcome === 'accepted') ||
    succeededIn(judged) < succeededIn(control);
  return refused ? [{ outcome: 'refused', paths: [] }] : [];
}

/** Returns whether a request had the same trouble. */
export function hasTrouble(
  judged: JudgedExchange,
  control: JudgedExchange,
  { outcome, clause }: Trouble,
): boolean {
  return troublesOf(judged, control).some((one) => one.outcome === outcome && one.clause === clause);
}

function lastName(path: string): string {
  return (
    path
      .replaceAll(/\[[0-9]+\]/g, '')
      .split('.')
      .at(-1) ?? ''
  );
}

/** Most fields named by a finding that are tried before halving begins. */
const mostLikely = 4;

/** The values that the paths of a trouble name, by their own or an alternate name. */
export function likelyCauses({ paths }: Trouble, carried: readonly Carried[]): readonly Carried[] {
  const named = new Set(paths.map(lastName).filter((name) => name !== ''));
  const likely = carried.filter(({ field }) => namesOf(lastName(field)).some((name) => named.has(name)));
  return likely.slice(0, mostLikely);
}
