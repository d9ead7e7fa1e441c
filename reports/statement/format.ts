import type {
  Certification,
  ChangedFile,
  DeclaredScope,
  Platform,
  SeedSource,
} from '../../schemas/certification.ts';
import type { SentRow } from '../../schemas/history/sent.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { Laws } from '../../schemas/rules/run/laws.ts';
import type { Reconciliation } from '../../schemas/rules/run/reconciliation.ts';
import type {
  Clause,
  ClauseId,
  Evidence,
  Finding,
  Observation,
  OperationId,
  Times,
  Verdict,
} from '../../schemas/types.ts';
import type { EvidenceProblem, KeptInPart } from '../evidence/lines.ts';
import type { RunChoices } from '../run/choices.ts';
import type { AnswerCounts } from './count-answers.ts';

/** The profile of a run: what it must show. */
export type Profile = 'ci' | 'certification';
/** What a warning does to a test: it is noted, or it fails the test. */
export type Warnings = 'note' | 'fail';
/** Result of a run. */
export type RunResult = 'conformant' | 'conformant-with-warnings' | 'incomplete' | 'non-conformant' | 'void';
/** Exit status of a run; 2 means wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** Version and digests of the suite that made a statement. */
export interface SuiteFacts {
  readonly version: string;
  /** Commit, or `unknown`. */
  readonly commit: string;
  /** Hexadecimal SHA-256 over register and schemas. */
  readonly contractSha256: string;
  /** Files that differ from the commit or the release; absent if unknown. */
  readonly changed?: readonly ChangedFile[];
}

/** The target in a statement. */
export interface TargetFacts {
  readonly name: string;
  readonly environment: string;
  readonly baseUrl: string;
}

/**
 * Why a clause is open. `left-out`: the caller's choice. `hindered`: the run could not test it. `unmet`: no exchange
 * met its condition. `unaccepted`: the service accepted no request of its operation. `never-returned`: the service
 * returned no value of it, so it is not applicable.
 */
export type OpenBecause = 'left-out' | 'hindered' | 'unmet' | 'unaccepted' | 'never-returned';

/** A row of the statement: one clause for one operation, or for the whole interface. */
export interface ClauseRow {
  readonly id: ClauseId;
  readonly section: string;
  readonly evidence: Evidence;
  readonly obliged: Clause['obliged'];
  readonly operation?: OperationId;
  readonly verdict: Verdict;
  /** Exchanges that exercised the clause. */
  readonly exchanges: number;
  /** Why there is no judgement. */
  readonly why?: string;
  /** The cause of an open clause; only if nothing was tested. */
  readonly because?: OpenBecause;
  /** Number of exchanges in which the clause held; only for the verdict `inconclusive`. */
  readonly held?: number;
  /** Id of the known deviation that covers its findings. */
  readonly deviation?: string;
}

/** A finding of the statement; secrets are masked. */
export interface StatementFinding extends Finding {
  readonly seed: number;
  /** The command that repeats the exchange. */
  readonly again: string;
  /** The shell command; empty if the evidence lacks the exchange or the command is too long. */
  readonly curl: string;
  readonly deviation?: string;
  /** Title path of the test; `caseName` is the case of its trial. */
  readonly test?: string;
  readonly caseName?: string;
}

/** What was tried: a test by its title path, and the case within it. */
export interface Trial {
  readonly test: string;
  readonly case?: string;
}

/** The trials of one test. */
export interface MadeTrials {
  readonly test: string;
  /** The cases with a name, sorted. */
  readonly cases: readonly string[];
}

/** Findings with one cause; `findings` lists only a few of each. */
export interface StatementGroup {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly verdict: Finding['verdict'];
  /** The kind of deviation without values, such as `number instead of a decimal string such as "12.34"`. */
  readonly kind: string;
  readonly count: number;
  /** Number of different exchanges. */
  readonly exchanges: number;
  /** Paths without indices, such as `capture_orders[].amount`, sorted. */
  readonly paths: readonly string[];
  /** Index of the smallest example in `findings`. */
  readonly example: number;
  readonly deviation?: string;
}

/** Counts of one operation: all exchanges, and exchanges by their worst verdict. */
export interface OperationCounts {
  readonly exchanges: number;
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
  readonly inconclusive: number;
  readonly suiteError: number;
  readonly answers: AnswerCounts;
}

/** A known deviation of a target: a row of the deviation file next to the target file. */
export interface Deviation {
  /** Short name; `<clause> <operation>` by default. */
  readonly id: string;
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly reason: string;
  readonly owner: string;
  /** Last day of validity, `YYYY-MM-DD`. */
  readonly expires: string;
  readonly link?: string;
  /** What showed it; only a run that tries the same can say that it is gone. Any seed if it names none. */
  readonly trial?: Trial & { readonly seed?: number };
}

/** A known deviation with its state in this run. */
export interface DeviationRow extends Deviation {
  /** `met`: has findings. `stale`: its trial was made again and conformed. `not-met`: neither. */
  readonly state: 'met' | 'stale' | 'expired' | 'unmatched' | 'duplicate' | 'not-met';
  readonly findings: number;
}

/** A conflict of the document, and how the target behaves there. */
export interface DocumentIssue {
  readonly id: string;
  readonly clauses: readonly ClauseId[];
  readonly readings: readonly string[];
  /** Fingerprints observed at these clauses. */
  readonly seen: readonly string[];
  /** Number of exchanges that exercised these clauses. */
  readonly exchanges: number;
}

/** Figures of the suite's own proof, from `reports/proof.json`. */
export interface ProofFigures {
  readonly faults: {
    readonly planted: number;
    /** Caught by the clause that the fault breaks. */
    readonly caught: number;
    readonly caughtByAnother: number;
    readonly equivalent: number;
    /** Ids of the faults that were not caught. */
    readonly survived: readonly string[];
  };
  readonly services: { readonly drawn: number; readonly falseAlarms: number };
  /** Wrong configurations and dying services; `told` counts those that were diagnosed correctly. */
  readonly misfits?: { readonly run: number; readonly told: number };
  /** Services that lie, hide, leak or attack; `withstood` counts those that were handled. */
  readonly hostile?: { readonly run: number; readonly withstood: number };
  /** Whole services with various habits: certified clean and complete, and the faults planted into them. */
  readonly acquirers?: {
    readonly run: number;
    readonly clean: number;
    readonly planted: number;
    readonly caught: number;
  };
  /** Commit of the suite that was proved. */
  readonly commit?: string;
}

/** One call of a history, in words. */
export interface ShownCall {
  readonly exchange: string;
  readonly operation: OperationId;
  /** Orders or numbers with their amount, such as `ORDER-1: 60.00 EUR`. */
  readonly asked: string;
  /** The outcome, such as `done, 200`. */
  readonly answered: string;
  readonly times?: Times;
}

/** The calls over the same orders as a finding over several calls, or a history that no ledger can hold. */
export interface ShownHistory {
  /** The clause, or the problem of the ledger. */
  readonly about: string;
  /** The exchange with the problem. */
  readonly exchange: string;
  /** The command that repeats the calls. */
  readonly again: string;
  /** In the order in which they were sent. */
  readonly calls: readonly ShownCall[];
}

/** What was not tested, grouped by reason. */
export interface SkippedRow {
  readonly reason: string;
  readonly operations: readonly OperationId[];
  readonly clauses: readonly ClauseId[];
}

/** The facts about a run and its target that its statement repeats. */
export interface KnownOfRun {
  readonly suite: SuiteFacts;
  readonly target: TargetFacts;
  readonly profile: Profile;
  /** Absent where nothing was tested, such as in traffic that was watched. */
  readonly warnings?: Warnings;
  /** The content of the target's certification file. */
  readonly certification?: Certification;
  /** The declarations of the target file. */
  readonly scope?: DeclaredScope;
  readonly platform?: Platform;
  readonly opening?: OpeningReport;
  readonly proof?: ProofFigures;
}

/** The settings of a run. */
export interface RunSettings {
  readonly seed: number;
  /** Origin of the seed; absent in statements of watched traffic. */
  readonly seedFrom?: SeedSource;
  /** The base of all request dates, `YYYY-MM-DD`; absent in statements of watched traffic. */
  readonly day?: string;
  /** Prefix of every order_no; absent if nothing was sent, or if several runs were joined. */
  readonly runId?: string;
  readonly runsPerProperty: number;
  /** ISO 8601, like `endedAt`; deviations expire by the day of `endedAt`. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** The requested operations. */
  readonly selected: readonly OperationId[];
}

/** The statement `conformance.json`. */
export interface Statement extends KnownOfRun {
  readonly statement: 1;
  readonly warnings: Warnings;
  readonly result: RunResult;
  /** What the caller left out, one phrase each; empty for a full run. */
  readonly partial: readonly string[];
  /** Reasons for the result, worst first, one line each. */
  readonly reasons: readonly string[];
  readonly exitCode: ExitCode;
  readonly run: RunSettings & {
    readonly exchanges: number;
    readonly operations: Readonly<Partial<Record<OperationId, OperationCounts>>>;
    /** Further choices of the caller. */
    readonly choices: RunChoices;
  };
  /** Hexadecimal SHA-256 over the lines of `exchanges.ndjson.gz` but the last one; gives the certificate number. */
  readonly evidenceSha256?: string;
  /** `false` for operations that the target declares not to have. */
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly clauses: readonly ClauseRow[];
  readonly findingGroups: readonly StatementGroup[];
  readonly findings: readonly StatementFinding[];
  readonly observations: readonly (Observation & { readonly exchanges: number })[];
  readonly skipped: readonly SkippedRow[];
  readonly deviations: readonly DeviationRow[];
  readonly documentIssues: readonly DocumentIssue[];
  readonly notTestable: readonly { readonly clause: ClauseId; readonly why: string }[];
  /** Every test that sent something, with its cases; absent in statements of watched traffic. */
  readonly trials?: readonly MadeTrials[];
  /** The request fields and the classes of their values, with outcomes. */
  readonly sent?: readonly SentRow[];
  /** The ledger: amounts by currency, and impossible histories; absent if there is neither. */
  readonly money?: Reconciliation;
  /** Promises of the acquirer beyond the document, with breaches; absent if the target names none. */
  readonly laws?: Laws;
  readonly evidenceProblems: readonly EvidenceProblem[];
  /** Exchanges whose bodies are stored in part only, by reason; absent if all are complete. */
  readonly keptInPart?: readonly KeptInPart[];
  /** Histories of findings over several calls; absent if there are none. */
  readonly histories?: readonly ShownHistory[];
}
