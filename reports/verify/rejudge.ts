import { isDeepStrictEqual } from 'node:util';
import { validateRequest } from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import { judgeTwin } from '../../schemas/judge/judge-twin.ts';
import { judge } from '../../schemas/judge.ts';
import { isDocumented } from '../../schemas/operations.ts';
import type { Exchange, Finding, JudgedExchange, Judgement } from '../../schemas/types.ts';
import type { EvidenceExchange, GatheredEvidence, TwinNote } from '../evidence/lines.ts';
import { exchangeOf, judgedOf, judgeTogether } from '../evidence.ts';
import type { VerifyProblem } from './files.ts';
import { dependsOnMask, hasMaskedWords, lastName, visibleMasks } from './masked-places.ts';

interface Rejudged {
  readonly problems: readonly VerifyProblem[];
  /** Number of findings that depend on a masked or shortened value. */
  readonly attested: number;
}

/** The result for what cannot be judged again because something is wrong with it. */
function wrong(kind: 'evidence' | 'incomplete', at: string, detail: string): Rejudged {
  return { problems: [{ kind, at, detail }], attested: 0 };
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

/** The findings of a second judgement, without those that only masks cause. */
export function findingsAgain(evidence: EvidenceExchange, again: readonly Finding[]): readonly Finding[] {
  const stored = new Set(evidence.judgement.findings.map(keyOf));
  return again.filter(
    (finding) => stored.has(keyOf(finding)) || !dependsOnMask(finding.path, visibleMasks(evidence)),
  );
}

const words: Readonly<Record<Difference['what'], string>> = {
  gone: 'judged again it has no',
  new: 'judged again it has',
  worded: 'judged again it has other words for',
};

/** Reports where findings differ from those of a second judgement; counts the differences that masks explain. */
export function compareFindings(
  at: string,
  stored: readonly Finding[],
  again: readonly Finding[],
  masked: readonly string[],
): Rejudged {
  const differences = differing(stored, again);
  const open = differences.filter(
    ({ finding, what }) =>
      !dependsOnMask(finding.path, masked) && !(what === 'worded' && hasMaskedWords(finding)),
  );
  const problems = open.map(({ finding, what }): VerifyProblem => {
    const which = `${finding.clause} ${finding.verdict} at ${finding.path || 'the whole answer'}`;
    return { kind: 'verdict', at, detail: `${words[what]} ${which}` };
  });
  // A finding with the same verdict and a mask in its words was judged again.
  const attested = differences.filter((one) => one.what !== 'worded' && !open.includes(one)).length;
  return { problems, attested };
}

/** This clause applies if any text of a request is a script; its mask does not show that. */
const ofAnyText = '2.8/page/script-in-value';

/**
 * Reports other exercised clauses and observations. Those about masked values are left out: their conditions may depend
 * on the digits that replace the masked ones.
 */
function compareRest(
  at: string,
  stored: Pick<Judgement, 'exercised' | 'observations'>,
  again: Pick<Judgement, 'exercised' | 'observations'>,
  masked: readonly string[],
): VerifyProblem[] {
  const names = [...new Set(masked.map(lastName))].filter((name) => name.length > 2);
  const isOpen = (...texts: readonly string[]) =>
    !texts.some((text) => names.some((name) => text.includes(name)));
  const observed = ({ observations }: typeof stored) =>
    observations.filter(({ clause, detail }) => isOpen(clause, detail));
  const exercised = (of: typeof stored) =>
    of.exercised.filter((clause) => isOpen(clause) && (masked.length === 0 || !clause.includes(ofAnyText)));
  const compared = [
    ['exercised clauses', exercised(stored), exercised(again)],
    ['observations', observed(stored), observed(again)],
  ] as const;
  return compared.flatMap(([what, before, now]): VerifyProblem[] =>
    isDeepStrictEqual(before, now)
      ? []
      : [{ kind: 'verdict', at, detail: `judged again it has other ${what}` }],
  );
}

/** True if the evidence contains only a part of the exchange's bodies. */
export function isShortened({ sent, received }: EvidenceExchange): boolean {
  return sent.shortened !== undefined || (received.kind === 'answer' && received.shortened !== undefined);
}

// A mask can make a valid field invalid, and an invalid request exercises other clauses.
function isBrokenByMasks({ operation, sent }: Exchange, masked: readonly string[]): boolean {
  if (!isDocumented(operation)) return false;
  const breaches = validateRequest(operation, sent.value);
  return breaches.length > 0 && breaches.every(({ path }) => dependsOnMask(path, masked));
}

/** Reports a problem if the judgement throws, as on manually edited evidence. */
function attempt(at: string, judgeAgain: () => Rejudged): Rejudged {
  try {
    return judgeAgain();
  } catch {
    return wrong('evidence', at, 'it cannot be judged again: it is not what a run writes');
  }
}

function rejudgeExchange(evidence: EvidenceExchange): Rejudged {
  const { judgement, masked } = evidence;
  const at = `exchange ${evidence.id}`;
  if (isShortened(evidence)) return { problems: [], attested: judgement.findings.length };
  const exchange = exchangeOf(evidence);
  const again = judge(exchange);
  const shown = visibleMasks(evidence);
  const compared = compareFindings(at, judgement.findings, findingsAgain(evidence, again.findings), shown);
  const differing = (what: string, before: string, now: string): VerifyProblem[] =>
    before === now ? [] : [{ kind: 'verdict', at, detail: `judged again ${what} was ${now}, not ${before}` }];
  const problems = [...compared.problems, ...differing('it', judgement.outcome, again.outcome)];
  if (again.request === judgement.request)
    return { ...compared, problems: [...problems, ...compareRest(at, judgement, again, masked)] };
  if (isBrokenByMasks(exchange, shown)) return { ...compared, problems, attested: compared.attested + 1 };
  const graded = differing('its request', judgement.request, again.request);
  return { ...compared, problems: [...problems, ...graded] };
}

/** The request after a refused probe, as its note names it. */
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
    return wrong('incomplete', at, 'an exchange of the two is missing');
  if (isShortened(control) || isShortened(probe)) return { problems: [], attested: note.findings.length };
  const { clause, wants, pending, unsent } = note;
  const after = afterOf(note, byId);
  if (after === 'missing') return wrong('incomplete', at, 'the request after the refusal is missing');
  const twin = { clause, wants, control: judgedOf(control), probe: judgedOf(probe) };
  const again = judgeTwin({ ...twin, ...defined({ pending, after, unsent }) });
  const compared = compareFindings(at, note.findings, again.findings, []);
  const masked = [...control.masked, ...probe.masked];
  return { ...compared, problems: [...compared.problems, ...compareRest(at, note, again, masked)] };
}

/** Judges the exchanges together again; if bodies are missing, the findings of the run are attested. */
function rejudgeRun({ exchanges, across, notes }: GatheredEvidence): Rejudged {
  // A body cut at the limit was already cut when the run was judged as a whole; a removed body was not.
  const isBare = exchanges.some(({ sent }) => sent.shortened !== undefined && sent.body === '');
  if (across === undefined || isBare) return { problems: [], attested: across?.findings.length ?? 0 };
  const again = judgeTogether({ exchanges, notes });
  const at = 'the exchanges together';
  const compared = compareFindings(at, across.findings, again.findings, []);
  const isSame = across.book === undefined || isDeepStrictEqual(across.book, again.book);
  const ledger: VerifyProblem[] = isSame
    ? []
    : [{ kind: 'verdict', at, detail: 'judged again they have another ledger' }];
  const rest = compareRest(at, across, again, []);
  return { ...compared, problems: [...compared.problems, ...rest, ...ledger] };
}

/** Judges every stored exchange, every pair of twins and the whole run again, and compares all results. */
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
    attested: all.reduce((sum, one) => sum + one.attested, 0),
  };
}
