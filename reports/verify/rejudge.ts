import { judge } from '../../schemas/judge.ts';
import { judgeTwin } from '../../schemas/judge-twin.ts';
import type { Finding } from '../../schemas/types.ts';
import type { EvidenceExchange, GatheredEvidence, TwinNote } from '../evidence/lines.ts';
import { exchangeOf, judgedOf } from '../evidence.ts';
import type { VerifyProblem } from './problem.ts';

/** What judging the stored exchanges again gave. */
export interface Rejudged {
  readonly problems: readonly VerifyProblem[];
  /** Exchanges judged again. */
  readonly rejudged: number;
  /** Findings that rest on a masked or shortened value. */
  readonly attested: number;
}

function lastName(path: string): string {
  return (
    path
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
      .at(-1) ?? ''
  );
}

/** Tells whether a finding at a path rests on something that was masked. */
export function restsOnMask(path: string, masked: readonly string[]): boolean {
  const pattern = path.replaceAll(/\[\d+\]/g, '[]');
  return masked.some((place) => {
    const inside = /^(?:sent|received|page)\.(?:body|posted)\.(.+)$/.exec(place)?.[1];
    if (inside === undefined) return place.endsWith('.body');
    if (pattern === '') return false;
    return (
      lastName(inside) === lastName(pattern) ||
      inside.startsWith(`${pattern}.`) ||
      pattern.startsWith(`${inside}.`)
    );
  });
}

/** Tells whether evidence keeps only a part of an exchange's bodies. */
export function isShortened({ sent, received }: EvidenceExchange): boolean {
  return sent.shortened !== undefined || (received.kind === 'answer' && received.shortened !== undefined);
}

function keyOf({ clause, verdict, path }: Finding): string {
  return `${clause}\n${verdict}\n${path}`;
}

function differing(
  stored: readonly Finding[],
  again: readonly Finding[],
): { finding: Finding; gone: boolean }[] {
  const [before, now] = [new Set(stored.map(keyOf)), new Set(again.map(keyOf))];
  return [
    ...stored.filter((finding) => !now.has(keyOf(finding))).map((finding) => ({ finding, gone: true })),
    ...again.filter((finding) => !before.has(keyOf(finding))).map((finding) => ({ finding, gone: false })),
  ];
}

/** What judging a stored exchange again finds, without what only its masks make deviate. */
export function findingsAgain(evidence: EvidenceExchange, again: readonly Finding[]): readonly Finding[] {
  const stored = new Set(evidence.judgement.findings.map(keyOf));
  return again.filter((finding) => stored.has(keyOf(finding)) || !restsOnMask(finding.path, evidence.masked));
}

function compareVerdicts(
  at: string,
  stored: readonly Finding[],
  again: readonly Finding[],
  masked: readonly string[],
): Rejudged {
  const differences = differing(stored, again);
  const open = differences.filter(({ finding }) => !restsOnMask(finding.path, masked));
  const problems = open.map(({ finding, gone }): VerifyProblem => {
    const what = `${finding.clause} ${finding.verdict} at ${finding.path || 'the whole answer'}`;
    return {
      kind: 'verdict',
      at,
      detail: gone ? `judged again it has no ${what}` : `judged again it has ${what}`,
    };
  });
  return { problems, rejudged: 1, attested: differences.length - open.length };
}

function rejudgeExchange(evidence: EvidenceExchange): Rejudged {
  const { findings } = evidence.judgement;
  if (isShortened(evidence)) return { problems: [], rejudged: 0, attested: findings.length };
  return compareVerdicts(
    `exchange ${evidence.id}`,
    findings,
    judge(exchangeOf(evidence)).findings,
    evidence.masked,
  );
}

function rejudgeTwin(note: TwinNote, byId: ReadonlyMap<string, EvidenceExchange>): Rejudged {
  const [control, probe] = [byId.get(note.control), byId.get(note.probe)];
  const at = `twin of ${note.control} and ${note.probe}`;
  if (control === undefined || probe === undefined) {
    return {
      problems: [{ kind: 'incomplete', at, detail: 'an exchange of the two is missing' }],
      rejudged: 0,
      attested: 0,
    };
  }
  if (isShortened(control) || isShortened(probe))
    return { problems: [], rejudged: 0, attested: note.findings.length };
  const { clause, wants } = note;
  const again = judgeTwin({ clause, wants, control: judgedOf(control), probe: judgedOf(probe) });
  return { ...compareVerdicts(at, note.findings, again.findings, []), rejudged: 0 };
}

/** Judges every stored exchange and every pair of twins again and compares the findings. */
export function rejudge({ exchanges, notes }: GatheredEvidence): Rejudged {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const twins = notes.filter((note) => note.kind === 'twin');
  const all = [...exchanges.map(rejudgeExchange), ...twins.map((note) => rejudgeTwin(note, byId))];
  return {
    problems: all.flatMap(({ problems }) => problems),
    rejudged: all.reduce((sum, one) => sum + one.rejudged, 0),
    attested: all.reduce((sum, one) => sum + one.attested, 0),
  };
}
