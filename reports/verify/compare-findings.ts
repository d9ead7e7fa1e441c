import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { hasMaskedWords } from './masked-places.ts';
import type { VerifyProblem } from './problem.ts';
import { restsOnMask, shownMasks } from './rests-on-mask.ts';

/** What judging stored exchanges again gave. */
export interface Rejudged {
  readonly problems: readonly VerifyProblem[];
  /** Exchanges judged again. */
  readonly rejudged: number;
  /** Findings that rest on a masked or shortened value. */
  readonly attested: number;
}

function keyOf({ clause, verdict, path }: Finding): string {
  return `${clause}\n${verdict}\n${path}`;
}

interface Difference {
  readonly finding: Finding;
  readonly what: 'gone' | 'new' | 'worded';
}

function differing(stored: readonly Finding[], again: readonly Finding[]): readonly Difference[] {
  const [before, now] = [stored, again].map((list) => new Map(list.map((one) => [keyOf(one), one]))) as [
    Map<string, Finding>,
    Map<string, Finding>,
  ];
  const shared = stored.filter((one) => now.has(keyOf(one)));
  return [
    ...stored.filter((one) => !now.has(keyOf(one))).map((finding) => ({ finding, what: 'gone' as const })),
    ...again.filter((one) => !before.has(keyOf(one))).map((finding) => ({ finding, what: 'new' as const })),
    ...shared
      .filter((one) => !again.some((other) => keyOf(other) === keyOf(one) && isDeepStrictEqual(other, one)))
      .map((finding) => ({ finding, what: 'worded' as const })),
  ];
}

/** What judging a stored exchange again finds, without what only its masks make deviate. */
export function findingsAgain(evidence: EvidenceExchange, again: readonly Finding[]): readonly Finding[] {
  const stored = new Set(evidence.judgement.findings.map(keyOf));
  return again.filter(
    (finding) => stored.has(keyOf(finding)) || !restsOnMask(finding.path, shownMasks(evidence)),
  );
}

const words: Readonly<Record<Difference['what'], string>> = {
  gone: 'judged again it has no',
  new: 'judged again it has',
  worded: 'judged again it has other words for',
};

/** Says where findings differ from those that judging again gave, and how many of the differences masks explain. */
export function compareFindings(
  at: string,
  stored: readonly Finding[],
  again: readonly Finding[],
  masked: readonly string[],
): Rejudged {
  const differences = differing(stored, again);
  const open = differences.filter(
    ({ finding, what }) =>
      !restsOnMask(finding.path, masked) && !(what === 'worded' && hasMaskedWords(finding)),
  );
  const problems = open.map(({ finding, what }): VerifyProblem => {
    const which = `${finding.clause} ${finding.verdict} at ${finding.path || 'the whole answer'}`;
    return { kind: 'verdict', at, detail: `${words[what]} ${which}` };
  });
  // A verdict that is found again with a mask in its words was judged again all the same.
  const attested = differences.filter((one) => one.what !== 'worded' && !open.includes(one)).length;
  return { problems, rejudged: 1, attested };
}
