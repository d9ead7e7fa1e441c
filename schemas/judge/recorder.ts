import { cappedVerdict, clauseOf } from '../clauses.ts';
import type { FindingKind, Said } from '../findings/said.ts';
import { kindInWords, wordsOf, wordsOfBoth } from '../findings/words.ts';
import { withTexts } from '../json.ts';
import { compare } from '../plain-text.ts';
import type { ClauseId, Exchange, Finding, Observation, Origin } from '../types.ts';

const exampleStart = ' (met with ';

/** Adds the field and the class of values in the request to a message. */
function withExample(
  message: string,
  { class: kind, field }: NonNullable<Origin['carries']>,
  path: string,
): string {
  return `${message}${exampleStart}${kind} in ${field ?? (path || 'every field')})`;
}

/** The message without its example, which stands for others and need not be the cause. */
export function withoutExample(message: string): string {
  const at = message.indexOf(exampleStart);
  return at === -1 ? message : message.slice(0, at);
}

const mostPerClause = 100;

/** How a clause was broken. */
export interface BreachDetails {
  readonly kind: FindingKind;
  readonly path: string;
  readonly expected: Said;
  readonly received: Said;
  /** The problem, if more specific than the statement of the clause. */
  readonly message?: string;
  /** Upper bound for the verdict, below the evidence of the clause. */
  readonly atMost?: 'warn' | 'inconclusive';
  /** Number of further places with the same deviation, which are only counted. */
  readonly more?: number;
}

/** Where rules record clauses that hold, clauses that are broken, and behaviour where the document is silent. */
export interface Recorder {
  /** Records that the condition of the clause was evaluated. */
  holds(clause: ClauseId): void;
  /** Records a deviation; the verdict is `fail`, capped by the evidence of the clause. */
  breaks(clause: ClauseId, deviation: BreachDetails): void;
  /** Records that the clause holds if `isRight`, otherwise the deviation. */
  judges(clause: ClauseId, isRight: boolean, deviation: BreachDetails): void;
  /** Records behaviour where the document is silent; equal behaviour needs an equal fingerprint. */
  observes(clause: ClauseId, fingerprint: string, detail: string): void;
}

/** The content of a closed recorder: the result of judging one exchange or more. */
export interface Verdicts {
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
}

/** A recorder that can be closed: findings sorted by path and clause, at most 100 per clause. */
export interface OpenRecorder extends Recorder {
  /** Records a verdict on the suite itself or on something unknown. */
  rules(clause: ClauseId, verdict: 'suite-error' | 'inconclusive', deviation: BreachDetails): void;
  /** From now on, a failure is a warning or not: a rule over what the document does not describe does not fail it. */
  caps(isCapped: boolean): void;
  /** From now on, places with a failure get no second finding for the same cause. */
  seal(): void;
  close(): Verdicts;
}

/** The exchange that a recorder is about. */
type About = Pick<Exchange, 'id' | 'operation'> & Partial<Pick<Exchange, 'origin'>>;

/** Reasons why a recorder cannot decide. */
export interface Doubts {
  /** True if no valid signature was sent: whatever a refusal may explain is inconclusive, except a malformed body. */
  readonly unsigned?: boolean;
  /** Returns whether a place is judged at all: of a refusal only few are. A card number in clear is judged anywhere. */
  readonly isOwed?: (path: string) => boolean;
  /** Returns whether it is unknown what a path holds or lacks. */
  readonly isUnknown?: (path: string) => boolean;
}

/** Opens the recorder of an exchange. Doubts make a `fail` inconclusive, and for an unknown value also a `warn`. */
export function openRecorder(
  about: About,
  { unsigned = false, isUnknown, isOwed = () => true }: Doubts = {},
): OpenRecorder {
  const exercised = new Set<ClauseId>();
  const findings = new Map<ClauseId, Finding[]>();
  const dropped = new Map<ClauseId, number>();
  const observations = new Map<string, Observation>();
  let sealed: ReadonlySet<string> = new Set();
  let most: 'fail' | 'warn' = 'fail';

  const note = (clause: ClauseId, verdict: Finding['verdict'], deviation: BreachDetails) => {
    exercised.add(clause);
    const list = findings.get(clause) ?? [];
    findings.set(clause, list);
    const shown = list.length < mostPerClause;
    if (shown) list.push(findingOf(clause, verdict, deviation, about));
    const uncounted = (shown ? 0 : 1) + (deviation.more ?? 0);
    if (uncounted > 0) dropped.set(clause, (dropped.get(clause) ?? 0) + uncounted);
  };
  const observes = (clause: ClauseId, fingerprint: string, detail: string) => {
    // Either reading of a contradictory passage is allowed, so observing one does not exercise the clause.
    if (clauseOf(clause).evidence !== 'conflicting') exercised.add(clause);
    const key = `${clause}\n${fingerprint}`;
    if (!observations.has(key))
      observations.set(key, wellFormed({ clause, operation: about.operation, fingerprint, detail }));
  };
  return {
    holds: (clause) => void exercised.add(clause),
    observes,
    judges(clause, isRight, deviation) {
      if (isRight) this.holds(clause);
      else this.breaks(clause, deviation);
    },
    breaks(clause, deviation) {
      if (!isOwed(deviation.path) && deviation.kind !== 'card-in-clear') return;
      if (sealed.has(deviation.path)) {
        exercised.add(clause);
        return;
      }
      const inDoubt = isUnknown?.(deviation.path) === true && clause !== '1.4/xml/dtd';
      const capped = cappedVerdict(
        clauseOf(clause).evidence,
        inDoubt ? 'inconclusive' : (deviation.atMost ?? most),
      );
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
    caps(isCapped) {
      most = isCapped ? 'warn' : 'fail';
    },
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
        observations: [...observations]
          .sort(([one], [other]) => compare(one, other))
          .map(([, observation]) => observation),
      };
    },
  };
}

// Doubts about a request do not excuse a malformed body or a wrong kind of body.
function isOfBody({ kind, path }: BreachDetails): boolean {
  return kind === 'malformed' || kind === 'medium' || (kind === 'type' && path === '');
}

function findingOf(
  clause: ClauseId,
  verdict: Finding['verdict'],
  deviation: BreachDetails,
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

/** Returns the value with lone surrogates in its texts replaced, as sent by a service or left by truncation. */
function wellFormed<Value>(value: Value): Value {
  return withTexts(value, (text) => text.toWellFormed());
}

function withCount(list: readonly Finding[], dropped: ReadonlyMap<ClauseId, number>): readonly Finding[] {
  const last = list.at(-1);
  const more = last === undefined ? undefined : dropped.get(last.clause);
  if (last === undefined || more === undefined) return list;
  return [...list.slice(0, -1), { ...last, message: `${last.message} (and ${more} more like this)` }];
}

// Sort keys are computed once per finding; entry 10 sorts after entry 9.
function sorted(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .map((finding) => ({ finding, key: `${sortable(finding.path)}\n${finding.clause}` }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ finding }) => finding);
}

function sortable(path: string): string {
  return path.replace(/\[([0-9]+)\]/g, (_whole, index: string) => `[${index.padStart(6, '0')}]`);
}
