import type { Carried } from '../../../generators/covering.ts';
import { entriesOf, entrySucceeded, membersOf } from '../../../schemas/history/outcome.ts';
import type { SentOutcome } from '../../../schemas/history/sent.ts';
import { isDocumented, operationOf } from '../../../schemas/operations.ts';
import { namesOf } from '../../../schemas/rules/redirect-page.ts';
import type { ClauseId, Finding, JudgedExchange } from '../../../schemas/types.ts';

/** Something that a request met and the plain request did not. */
export interface Trouble {
  readonly outcome: Extract<SentOutcome, 'crashed' | 'refused' | 'changed'>;
  /** The clause that it broke; a refusal breaks none, and neither does a server error that nothing can be made of. */
  readonly clause?: ClauseId;
  readonly paths: readonly string[];
}

function seriousOf({ judgement }: JudgedExchange): readonly Finding[] {
  return judgement.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

/** Entries of a batch that the answer says were done. */
function succeededIn({ judgement }: JudgedExchange): number {
  if (!isDocumented(judgement.operation) || judgement.answer === undefined) return 0;
  const operation = operationOf(judgement.operation);
  const entries = entriesOf(operation, membersOf(operation, judgement.answer));
  return entries.filter((entry) => entrySucceeded(operation, entry)).length;
}

// Without a signature that counts, a server error is no finding; what asks for patience or ends a test is none either.
function isCrash({ exchange: { received } }: JudgedExchange): boolean {
  if (received.kind === 'none') return received.reason === 'reset' && received.gone !== true;
  return received.status !== 429 && received.status !== 503;
}

/** What a request met that its plain control did not, one for each broken clause. */
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

/** Tells whether a request met the same trouble. */
export function meets(
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

/** Most fields that are tried for being named by a finding, before halving begins. */
const mostLikely = 4;

/** The values that the paths of a trouble name, under their own or an alternate name. */
export function likelyOf({ paths }: Trouble, carried: readonly Carried[]): readonly Carried[] {
  const named = new Set(paths.map(lastName).filter((name) => name !== ''));
  const likely = carried.filter(({ field }) => namesOf(lastName(field)).some((name) => named.has(name)));
  return likely.slice(0, mostLikely);
}
