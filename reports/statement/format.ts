import type {
  Certification,
  ChangedFile,
  DeclaredScope,
  Platform,
  SeedSource,
} from '../../schemas/certification.ts';
import type { Life } from '../../schemas/history/life.ts';
import type { SentRow } from '../../schemas/history/sent.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { Book } from '../../schemas/rules/run/book.ts';
import type { Laws } from '../../schemas/rules/run/laws.ts';
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

/** What a run demands. */
export type Profile = 'ci' | 'quick' | 'certification' | 'strict' | 'explore';
/** Result of a run. */
export type RunResult = 'conformant' | 'conformant-with-warnings' | 'incomplete' | 'non-conformant' | 'void';
/** Exit status of a run; 2 is wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** Version and digests of the suite that made a statement. */
export interface SuiteFacts {
  readonly version: string;
  /** Commit, or `unknown`. */
  readonly commit: string;
  /** SHA-256 over register and schemas, hexadecimal. */
  readonly contractSha256: string;
  /** Files that are not as the commit or the release has them; absent where this is unknown. */
  readonly changed?: readonly ChangedFile[];
}

/** The target as a statement names it. */
export interface TargetFacts {
  readonly name: string;
  readonly environment: string;
  readonly baseUrl: string;
}

/**
 * Why a clause is open. `left-out`: the caller chose so. `hindered`: the run meant to test it and could not.
 * `unmet`: no exchange met its condition. `unaccepted`: the service accepted no request of its operation.
 * `never-returned`: the service returned no value that it is about, so it applies to nothing.
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
  /** Exchanges that exercised it. */
  readonly exchanges: number;
  /** Why there is no judgement. */
  readonly why?: string;
  /** Only where nothing was tested: who or what left it open. */
  readonly because?: OpenBecause;
  /** Only where the verdict is inconclusive: exchanges in which it held nevertheless. */
  readonly held?: number;
  /** Id of the known deviation that covers its findings. */
  readonly deviation?: string;
}

/** A finding of the statement; secrets are masked. */
export interface StatementFinding extends Finding {
  readonly seed: number;
  /** Command that makes the exchange again. */
  readonly replay: string;
  /** Command for a shell; empty for findings across exchanges whose exchange is not at hand. */
  readonly curl: string;
  readonly deviation?: string;
  /** Title path of the test and name of the generated case. */
  readonly test?: string;
  readonly caseName?: string;
}

/** Findings with one cause; `findings` lists at most a few of each. */
export interface StatementGroup {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly verdict: Finding['verdict'];
  /** The kind of deviation without values, as in `number instead of a decimal string such as "12.34"`. */
  readonly kind: string;
  readonly count: number;
  /** Number of different exchanges. */
  readonly exchanges: number;
  /** Places with indices left out, as in `capture_orders[].amount`, sorted. */
  readonly paths: readonly string[];
  /** Position of the smallest example in `findings`. */
  readonly example: number;
  readonly deviation?: string;
}

/** Counts of one operation: exchanges, and how many had a worst verdict of each kind. */
export interface OperationCounts {
  readonly exchanges: number;
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
  readonly inconclusive: number;
  readonly suiteError: number;
  /** How the service answered. */
  readonly answers: AnswerCounts;
}

/** A known deviation of a target: a row of the deviation file next to the target file. */
export interface Deviation {
  /** Short name; `<clause> <operation>` when the file gives none. */
  readonly id: string;
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly reason: string;
  readonly owner: string;
  /** Last day on which it counts, `YYYY-MM-DD`. */
  readonly expires: string;
  readonly link?: string;
}

/** A known deviation and what became of it in this run. */
export interface DeviationRow extends Deviation {
  /** `met`: its findings came. `stale`: exercised without a finding. `not-exercised`: cannot be told. */
  readonly state: 'met' | 'stale' | 'expired' | 'unmatched' | 'duplicate' | 'not-exercised';
  readonly findings: number;
}

/** A conflict of the document and what the target did about it. */
export interface DocumentIssue {
  readonly id: string;
  readonly clauses: readonly ClauseId[];
  readonly readings: readonly string[];
  /** Fingerprints seen at these clauses. */
  readonly seen: readonly string[];
  /** Exchanges that met it. */
  readonly exchanges: number;
}

/** Figures of the suite's own proof, from `reports/proof.json`. */
export interface ProofFigures {
  readonly faults: {
    readonly planted: number;
    /** Caught by the clause aimed at them. */
    readonly caught: number;
    readonly caughtByAnother: number;
    readonly equivalent: number;
    /** Ids that were not caught. */
    readonly survived: readonly string[];
  };
  readonly dialects: { readonly run: number; readonly falseAlarms: number };
  /** Wrong configurations and dying services, and of how many a run told the truth. */
  readonly misfits?: { readonly run: number; readonly told: number };
  /** Services that lie, hide, leak or attack, and of how many a run came out as it must. */
  readonly hostile?: { readonly run: number; readonly withstood: number };
  /** Whole services of several habits: how many were certified clean and complete, and faults planted into them. */
  readonly acquirers?: {
    readonly run: number;
    readonly clean: number;
    readonly planted: number;
    readonly caught: number;
  };
  /** Commit of the suite that was proved. */
  readonly commit?: string;
}

/** What would have become of answers of a run in which one thing were changed. */
export interface ChangedAnswers {
  /** Draws the answers, the places and the changes. */
  readonly seed: number;
  readonly changed: number;
  /** How many of them a clause fails, and how many one warns of. */
  readonly failed: number;
  readonly warned: number;
  /** How many nobody may be blamed for, by the clause that leaves them free. */
  readonly free: readonly { readonly clause: ClauseId; readonly count: number }[];
  /** How many are about something that no clause names, such as a further header. */
  readonly unnamed: number;
  /** Changes that a clause ought to have named: a defect of the suite. */
  readonly unseen: readonly string[];
}

/** One call of a history, in words. */
export interface ShownCall {
  readonly exchange: string;
  readonly operation: OperationId;
  /** Orders or numbers with the money asked for, as in `ORDER-1: 60.00 EUR`. */
  readonly asked: string;
  /** What came of it, as in `done, 200`. */
  readonly answered: string;
  readonly times?: Times;
}

/** The fewest calls that still show a finding, or a history that no ledger can hold. */
export interface ShownHistory {
  /** The clause, or what is wrong with the ledger. */
  readonly about: string;
  /** The exchange that shows it. */
  readonly exchange: string;
  /** The command that makes the calls again. */
  readonly replay: string;
  /** In the order in which they were sent. */
  readonly calls: readonly ShownCall[];
  /** How many calls over other orders it takes as well, such as those that show what is done one after the other. */
  readonly beside?: number;
}

/** Fields seen in the answers of one operation. */
export interface SeenField {
  readonly operation: OperationId;
  readonly field: string;
  readonly exchanges: number;
}

/** What was not tested and why, once per reason. */
export interface SkippedRow {
  readonly reason: string;
  readonly operations: readonly OperationId[];
  readonly clauses: readonly ClauseId[];
}

/** What a run knows of itself and its target, as its statement repeats it. */
export interface KnownOfRun {
  readonly suite: SuiteFacts;
  readonly target: TargetFacts;
  readonly profile: Profile;
  /** What the certification file of the target says. */
  readonly certification?: Certification;
  /** What the target file declares. */
  readonly scope?: DeclaredScope;
  readonly platform?: Platform;
  /** What the opening of the run found out. */
  readonly opening?: OpeningReport;
  readonly proof?: ProofFigures;
  /** The caller's own copy of the interface document, by the SHA-256 of its bytes; nothing of its text is kept. */
  readonly document?: { readonly sha256: string };
}

/** What a run was made with. */
export interface RunSettings {
  readonly seed: number;
  /** Where the seed comes from; absent in statements of watched traffic. */
  readonly seedFrom?: SeedSource;
  /** The day that dates of requests count from, `YYYY-MM-DD`; absent in statements of watched traffic. */
  readonly day?: string;
  /** First part of every order_no; absent where nothing was sent, or by several runs. */
  readonly runId?: string;
  readonly runsPerProperty: number;
  /** ISO 8601, as is `endedAt`; deviations expire by the day of `endedAt`. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Operations that the run was asked for. */
  readonly selected: readonly OperationId[];
}

/** The statement `conformance.json`. */
export interface Statement extends KnownOfRun {
  readonly statement: 1;
  readonly result: RunResult;
  /** What the caller left out, one phrase each; empty for a whole run. */
  readonly partial: readonly string[];
  /** Reasons for the result, worst first, one line each. */
  readonly reasons: readonly string[];
  readonly exitCode: ExitCode;
  readonly run: RunSettings & {
    readonly exchanges: number;
    readonly operations: Readonly<Partial<Record<OperationId, OperationCounts>>>;
    /** What else the caller chose. */
    readonly choices: RunChoices;
  };
  /** SHA-256 over the lines of `exchanges.ndjson` but the last one, hexadecimal: the number of the certificate comes from it. */
  readonly evidenceSha256?: string;
  /** Operations that the target declares to have. */
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly clauses: readonly ClauseRow[];
  readonly findingGroups: readonly StatementGroup[];
  readonly findings: readonly StatementFinding[];
  readonly observations: readonly (Observation & { readonly exchanges: number })[];
  readonly skipped: readonly SkippedRow[];
  readonly deviations: readonly DeviationRow[];
  readonly documentIssues: readonly DocumentIssue[];
  readonly notTestable: readonly { readonly clause: ClauseId; readonly why: string }[];
  readonly fields: readonly SeenField[];
  /** What the requests carried, by field and class of values. */
  readonly sent?: readonly SentRow[];
  /** The ledger of the run: what was moved by currency, and histories that no ledger can hold; absent where nothing was moved. */
  readonly money?: Book;
  /** What the acquirer promises beyond the document, and what broke it; absent where the target file names nothing. */
  readonly laws?: Laws;
  /** The life of an order as the calls of the run show it; absent where none shows anything, and where it was learned. */
  readonly life?: Life;
  readonly evidenceProblems: readonly EvidenceProblem[];
  /** Exchanges whose bodies the evidence holds in part only, by reason; absent when it holds all of them whole. */
  readonly keptInPart?: readonly KeptInPart[];
  /** Only where somebody asked for it with `prove --on`. */
  readonly changedAnswers?: ChangedAnswers;
  /** Of findings over more than one call; absent where there is none. */
  readonly histories?: readonly ShownHistory[];
}
