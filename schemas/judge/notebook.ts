import { cap, clauseOf } from '../clauses.ts';
import type { FindingKind, Said } from '../findings/said.ts';
import { kindInWords, wordsOf, wordsOfBoth } from '../findings/words.ts';
import { compare } from '../plain-text.ts';
import type { ClauseId, Exchange, Finding, Observation, Origin } from '../types.ts';

const begins = ' (met with ';

/** A message with the one field and class of values of the request that met it. */
function withExample(
  message: string,
  { class: kind, field }: NonNullable<Origin['carries']>,
  path: string,
): string {
  return `${message}${begins}${kind} in ${field ?? (path || 'every field')})`;
}

/** What a message says of the clause alone: what its example was met with stands for others, and need not be the cause. */
export function withoutExample(message: string): string {
  const at = message.indexOf(begins);
  return at === -1 ? message : message.slice(0, at);
}

const mostPerClause = 100;

/** How a clause was broken. */
export interface Deviation {
  readonly kind: FindingKind;
  readonly path: string;
  readonly expected: Said;
  readonly received: Said;
  /** Says what went wrong if that tells more than the clause's statement. */
  readonly message?: string;
  /** A milder verdict than the clause's evidence would allow. */
  readonly atMost?: 'warn' | 'inconclusive';
  /** Number of further places that deviate in the same way and are only counted. */
  readonly more?: number;
}

/** What rules write into: what held, what was broken, what was seen where the document is silent. */
export interface Notebook {
  /** Notes that the clause's condition was evaluated. */
  holds(clause: ClauseId): void;
  /** Notes a deviation; its verdict is `fail`, capped by the clause's evidence. */
  breaks(clause: ClauseId, deviation: Deviation): void;
  /** Notes that the clause holds where that is so, and the deviation where it is not. */
  judges(clause: ClauseId, isRight: boolean, deviation: Deviation): void;
  /** Notes behaviour where the document is silent; equal behaviour needs an equal fingerprint. */
  observes(clause: ClauseId, fingerprint: string, detail: string): void;
}

/** The pages of a notebook once everything is written. */
export interface Notes {
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
}

/** A notebook that can be closed: findings sorted by path and clause, at most a hundred per clause. */
export interface OpenNotebook extends Notebook {
  /** Notes a verdict on the suite itself or on what is unknown. */
  rules(clause: ClauseId, verdict: 'suite-error' | 'inconclusive', deviation: Deviation): void;
  /** From here on, a place where something failed already gets no second finding for the same cause. */
  seal(): void;
  close(): Notes;
}

/** What a notebook has to know of the exchange that it is about. */
type About = Pick<Exchange, 'id' | 'operation'> & Partial<Pick<Exchange, 'origin'>>;

/** What keeps a notebook from deciding. */
export interface Doubts {
  /** A call whose signature nobody could check: whatever a refusal can explain is inconclusive, a malformed body is not. */
  readonly unsigned?: boolean;
  /** Whether what is at a path, or is missing there, is known. */
  readonly isUnknown?: (path: string) => boolean;
}

/** Opens the notebook of one exchange; what is in doubt makes a `fail`, an unknown value also a `warn`, inconclusive. */
export function openNotebook(about: About, { unsigned = false, isUnknown }: Doubts = {}): OpenNotebook {
  const exercised = new Set<ClauseId>();
  const findings = new Map<ClauseId, Finding[]>();
  const dropped = new Map<ClauseId, number>();
  const observations = new Map<ClauseId, Map<string, Observation>>();
  let sealed: ReadonlySet<string> = new Set();

  const note = (clause: ClauseId, verdict: Finding['verdict'], deviation: Deviation) => {
    exercised.add(clause);
    const list = findings.get(clause) ?? [];
    findings.set(clause, list);
    const shown = list.length < mostPerClause;
    if (shown) list.push(findingOf(clause, verdict, deviation, about));
    const uncounted = (shown ? 0 : 1) + (deviation.more ?? 0);
    if (uncounted > 0) dropped.set(clause, (dropped.get(clause) ?? 0) + uncounted);
  };
  const observes = (clause: ClauseId, fingerprint: string, detail: string) => {
    // Which reading a service takes of a passage that contradicts another one could not have been wrong.
    if (clauseOf(clause).evidence !== 'conflicting') exercised.add(clause);
    const seen = observations.get(clause) ?? new Map<string, Observation>();
    if (seen.size === 0) observations.set(clause, seen);
    if (!seen.has(fingerprint))
      seen.set(fingerprint, wellFormed({ clause, operation: about.operation, fingerprint, detail }));
  };
  return {
    holds: (clause) => void exercised.add(clause),
    observes,
    judges(clause, isRight, deviation) {
      if (isRight) this.holds(clause);
      else this.breaks(clause, deviation);
    },
    breaks(clause, deviation) {
      if (sealed.has(deviation.path)) {
        exercised.add(clause);
        return;
      }
      const inDoubt = isUnknown?.(deviation.path) === true && clause !== '1.4/xml/dtd';
      const capped = cap(clauseOf(clause).evidence, inDoubt ? 'inconclusive' : (deviation.atMost ?? 'fail'));
      if (capped === 'observed')
        observes(clause, `deviates: ${kindInWords(deviation)}`, wordsOf(deviation.received));
      else
        note(
          clause,
          capped === 'fail' && unsigned && !isOfBody(deviation)
            ? 'inconclusive'
            : (capped as Finding['verdict']),
          deviation,
        );
    },
    rules: note,
    seal() {
      if (findings.size === 0) return;
      const failed = [...findings.values()]
        .flat()
        .filter(({ verdict, path }) => verdict === 'fail' && path !== '');
      sealed = new Set(failed.map(({ path }) => path));
    },
    close() {
      return {
        findings: sorted([...findings.values()].flatMap((list) => withCount(list, dropped))),
        exercised: [...exercised].sort(),
        observations: [...observations.keys()].sort().flatMap((clause) => inOrder(observations.get(clause))),
      };
    },
  };
}

// No doubt about a request excuses a body that is broken, or that is no message at all.
function isOfBody({ kind, path }: Deviation): boolean {
  return kind === 'malformed' || kind === 'medium' || (kind === 'type' && path === '');
}

function findingOf(
  clause: ClauseId,
  verdict: Finding['verdict'],
  deviation: Deviation,
  about: About,
): Finding {
  const { carries } = about.origin ?? {};
  const { kind, path, expected, received, message = clauseOf(clause).statement } = wellFormed(deviation);
  return {
    clause,
    verdict,
    operation: about.operation,
    path,
    message: carries === undefined ? message : withExample(message, carries, path),
    kind,
    values: { expected, received },
    ...wordsOfBoth({ expected, received }),
    exchange: about.id,
  };
}

/** A value of which no text ends in half a character, as a text of the service or one that was cut may. */
function wellFormed<Value>(value: Value): Value {
  return wellFormedOf(value) as Value;
}

function wellFormedOf(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wellFormedOf(member)]));
}

function withCount(list: readonly Finding[], dropped: ReadonlyMap<ClauseId, number>): readonly Finding[] {
  const last = list.at(-1);
  const more = last === undefined ? undefined : dropped.get(last.clause);
  if (last === undefined || more === undefined) return list;
  return [...list.slice(0, -1), { ...last, message: `${last.message} (and ${more} more like this)` }];
}

// Keys are made once per finding: entry 10 comes after entry 9.
function sorted(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .map((finding) => ({ finding, key: `${sortable(finding.path)}\n${finding.clause}` }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ finding }) => finding);
}

function sortable(path: string): string {
  return path.replace(/\[([0-9]+)\]/g, (_whole, index: string) => `[${index.padStart(6, '0')}]`);
}

function inOrder(seen: ReadonlyMap<string, Observation> = new Map()): readonly Observation[] {
  const all = [...seen.values()];
  return all.length < 2 ? all : all.sort((one, other) => compare(one.fingerprint, other.fingerprint));
}
