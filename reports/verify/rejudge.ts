import { isDeepStrictEqual } from 'node:util';
import { validateRequest } from '../../schemas/contract.ts';
import { given } from '../../schemas/given.ts';
import { judgeTwin } from '../../schemas/judge/judge-twin.ts';
import { judge } from '../../schemas/judge.ts';
import { isDocumented } from '../../schemas/operations.ts';
import type { Exchange, Finding, JudgedExchange, Judgement, Observation } from '../../schemas/types.ts';
import type { EvidenceExchange, GatheredEvidence, TwinNote } from '../evidence/lines.ts';
import { exchangeOf, judgedOf, judgeTogether } from '../evidence.ts';
import type { VerifyProblem } from './files.ts';
import { hasMaskedWords, lastName, restsOnMask, shownMasks } from './masked-places.ts';

/** What judging stored exchanges again gave. */
interface Rejudged {
  readonly problems: readonly VerifyProblem[];
  /** Exchanges judged again. */
  readonly rejudged: number;
  /** Findings that rest on a masked or shortened value. */
  readonly attested: number;
}

/** What was not judged again: findings that rest on the run's own word, or the reason why it cannot be. */
function unjudged(attested: number, ...problems: readonly VerifyProblem[]): Rejudged {
  return { problems, rejudged: 0, attested };
}

function keyOf({ clause, verdict, path }: Finding): string {
  return `${clause}\n${verdict}\n${path}`;
}

interface Difference {
  readonly finding: Finding;
  readonly what: 'gone' | 'new' | 'worded';
}

function differing(stored: readonly Finding[], again: readonly Finding[]): readonly Difference[] {
  const [before, now] = [new Set(stored.map(keyOf)), new Set(again.map(keyOf))];
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
  // A verdict that is found again with a mask in its words was judged again nevertheless.
  const attested = differences.filter((one) => one.what !== 'worded' && !open.includes(one)).length;
  return { problems, rejudged: 1, attested };
}

/** A judgement without its findings. */
type Rest = Pick<Judgement, 'exercised' | 'observations'>;

function namesOf(masked: readonly string[]): readonly string[] {
  return [...new Set(masked.map(lastName))].filter((name) => name.length > 2);
}

// What is observed of a value may differ for its mask.
function isAbout(names: readonly string[]): (observation: Observation) => boolean {
  return ({ clause, detail }) => names.some((name) => clause.includes(name) || detail.includes(name));
}

function sameObservations(
  stored: readonly Observation[],
  again: readonly Observation[],
  masked: readonly string[],
): boolean {
  const aside = isAbout(namesOf(masked));
  const [before, now] = [stored, again].map((list) => list.filter((one) => !aside(one)));
  return isDeepStrictEqual(before, now);
}

/** Exercised where any text of a request is a script, which its mask does not show. */
const ofAnyText = '2.8/page/script-in-value';

// Whether a condition on a masked value was met may depend on the digits that stand in for it.
function sameExercised(
  stored: readonly string[],
  again: readonly string[],
  masked: readonly string[],
): boolean {
  const names = [...namesOf(masked), ...(masked.length > 0 ? [ofAnyText] : [])];
  const [before, now] = [stored, again].map((list) =>
    list.filter((clause) => !names.some((name) => clause.includes(name))),
  );
  return isDeepStrictEqual(before, now);
}

/** Says whether judging again exercised and observed the same, but for what is about masked values. */
function compareRest(at: string, stored: Rest, again: Rest, masked: readonly string[]): VerifyProblem[] {
  const problem = (what: string): VerifyProblem => ({
    kind: 'verdict',
    at,
    detail: `judged again it has other ${what}`,
  });
  return [
    ...(sameExercised(stored.exercised, again.exercised, masked) ? [] : [problem('exercised clauses')]),
    ...(sameObservations(stored.observations, again.observations, masked) ? [] : [problem('observations')]),
  ];
}

/** Tells whether evidence keeps only a part of an exchange's bodies. */
export function isShortened({ sent, received }: EvidenceExchange): boolean {
  return sent.shortened !== undefined || (received.kind === 'answer' && received.shortened !== undefined);
}

// A body that is cut at the bound was cut before the run judged it as a whole, too; one that is gone was not.
function isBare({ sent }: EvidenceExchange): boolean {
  return sent.shortened !== undefined && sent.body === '';
}

// A mask can break the shape of a field that was right, and what a broken request exercises is something else.
function isBrokenByMasks({ operation, sent }: Exchange, masked: readonly string[]): boolean {
  if (!isDocumented(operation)) return false;
  const breaches = validateRequest(operation, sent.value);
  return breaches.length > 0 && breaches.every(({ path }) => restsOnMask(path, masked));
}

/** Runs a judgement of evidence that somebody may have edited into something that no judge expects. */
function attempt(at: string, judgeAgain: () => Rejudged): Rejudged {
  try {
    return judgeAgain();
  } catch {
    const detail = 'it cannot be judged again: it is not what a run writes';
    return unjudged(0, { kind: 'evidence', at, detail });
  }
}

function rejudgeExchange(evidence: EvidenceExchange): Rejudged {
  const { judgement, masked } = evidence;
  const at = `exchange ${evidence.id}`;
  if (isShortened(evidence)) return unjudged(judgement.findings.length);
  const exchange = exchangeOf(evidence);
  const again = judge(exchange);
  const shown = shownMasks(evidence);
  const compared = compareFindings(at, judgement.findings, findingsAgain(evidence, again.findings), shown);
  const outcome: VerifyProblem[] =
    again.outcome === judgement.outcome
      ? []
      : [{ kind: 'verdict', at, detail: `judged again it was ${again.outcome}, not ${judgement.outcome}` }];
  if (again.request === judgement.request) {
    const rest = compareRest(at, judgement, again, masked);
    return { ...compared, problems: [...compared.problems, ...outcome, ...rest] };
  }
  if (isBrokenByMasks(exchange, shown))
    return { ...compared, problems: [...compared.problems, ...outcome], attested: compared.attested + 1 };
  const detail = `judged again its request was ${again.request}, not ${judgement.request}`;
  return { ...compared, problems: [...compared.problems, ...outcome, { kind: 'verdict', at, detail }] };
}

/** The request that followed a refused probe, as its note names it. */
function afterOf(
  { after }: TwinNote,
  byId: ReadonlyMap<string, EvidenceExchange>,
): JudgedExchange | 'none' | 'missing' | undefined {
  if (after === undefined || after === 'none') return after;
  const evidence = byId.get(after);
  return evidence === undefined ? 'missing' : judgedOf(evidence);
}

function rejudgeTwin(note: TwinNote, byId: ReadonlyMap<string, EvidenceExchange>): Rejudged {
  const [control, probe] = [byId.get(note.control), byId.get(note.probe)];
  const at = `twin of ${note.control} and ${note.probe}`;
  if (control === undefined || probe === undefined)
    return unjudged(0, { kind: 'incomplete', at, detail: 'an exchange of the two is missing' });
  if (isShortened(control) || isShortened(probe)) return unjudged(note.findings.length);
  const { clause, wants, pending, unsent } = note;
  const after = afterOf(note, byId);
  if (after === 'missing')
    return unjudged(0, { kind: 'incomplete', at, detail: 'the request after the refusal is missing' });
  const twin = { clause, wants, control: judgedOf(control), probe: judgedOf(probe) };
  const again = judgeTwin({ ...twin, ...given({ pending, after, unsent }) });
  const compared = compareFindings(at, note.findings, again.findings, []);
  const masked = [...control.masked, ...probe.masked];
  return unjudged(compared.attested, ...compared.problems, ...compareRest(at, note, again, masked));
}

/** Judges again what the exchanges told together; where bodies are no longer there, the run's own word stays. */
function rejudgeRun({ exchanges, across, notes }: GatheredEvidence): Rejudged {
  const findings = across?.findings.length ?? 0;
  if (across === undefined || exchanges.some(isBare)) return unjudged(findings);
  const again = judgeTogether({ exchanges, notes });
  const at = 'the exchanges together';
  const compared = compareFindings(at, across.findings, again.findings, []);
  const isSame = across.book === undefined || isDeepStrictEqual(across.book, again.book);
  const ledger: VerifyProblem[] = isSame
    ? []
    : [{ kind: 'verdict', at, detail: 'judged again they have another ledger' }];
  const rest = compareRest(at, across, again, []);
  return unjudged(compared.attested, ...compared.problems, ...rest, ...ledger);
}

/** Judges every stored exchange, every pair of twins and the run as a whole again, and compares all that was said. */
export function rejudge(evidence: GatheredEvidence): Rejudged {
  const { exchanges, notes } = evidence;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const twins = notes.filter((note) => note.kind === 'twin');
  const all = [
    ...exchanges.map((one) => attempt(`exchange ${one.id}`, () => rejudgeExchange(one))),
    ...twins.map((one) => attempt(`twin of ${one.control} and ${one.probe}`, () => rejudgeTwin(one, byId))),
    attempt('the exchanges together', () => rejudgeRun(evidence)),
  ];
  return {
    problems: all.flatMap(({ problems }) => problems),
    rejudged: all.reduce((sum, one) => sum + one.rejudged, 0),
    attested: all.reduce((sum, one) => sum + one.attested, 0),
  };
}
