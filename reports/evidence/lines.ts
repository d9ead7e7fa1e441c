import type { SentRow } from '../../schemas/history/sent.ts';
import type { RunVerdicts } from '../../schemas/judge/judge-run.ts';
import type {
  Answer,
  ClauseId,
  Exchange,
  Finding,
  JsonObject,
  Judgement,
  NoAnswer,
  Observation,
  OperationId,
  Origin,
  SentRequest,
} from '../../schemas/types.ts';

/** The original length of a masked text that was shortened to the documented limit. */
export interface Shortened {
  /** Characters of the full text. */
  readonly length: number;
}

/** The masked request of an exchange. */
export interface EvidenceRequest extends Omit<SentRequest, 'unknown'> {
  /** Path and query of `url`. */
  readonly path: string;
  /** Present if `body` is only the beginning. */
  readonly shortened?: Shortened;
}

/** The masked answer of an exchange. */
export interface EvidenceAnswer extends Omit<Answer, 'body'> {
  readonly body: string;
  /** Encoding that converts `body` back to the bytes; absent for UTF-8. */
  readonly charset?: 'latin1' | 'utf-16le' | 'utf-16be';
  readonly shortened?: Shortened;
}

/** One masked exchange with its judgement: a line of the evidence. */
export interface EvidenceExchange
  extends Pick<Exchange, 'id' | 'operation' | 'origin' | 'page' | 'accepted' | 'statuses' | 'times'> {
  readonly kind: 'exchange';
  readonly sent: EvidenceRequest;
  readonly received: EvidenceAnswer | NoAnswer;
  /** Without the decoded answer, which the body contains. */
  readonly judgement: Omit<Judgement, 'answer'>;
  /** Masked places, such as `sent.body.card` or `received.body.orders_list[].shopper_email`. */
  readonly masked: readonly string[];
  /** Failed steps of the suite itself, such as `masking received.body failed (TypeError)`. */
  readonly failed?: readonly string[];
}

/** Why bodies of exchanges are stored in part only, or not at all. */
export interface KeptInPart {
  /** Such as `longer than 262144 characters`. */
  readonly why: string;
  readonly exchanges: number;
}

/** The verdict on a probe and its control exchange. */
export interface TwinNote {
  readonly kind: 'twin';
  readonly origin?: Origin;
  readonly clause: ClauseId;
  readonly wants: 'refusal' | 'acceptance';
  /** Ids of the two exchanges. */
  readonly control: string;
  readonly probe: string;
  /** Status of an entry that the service was observed to settle later. */
  readonly pending?: string;
  /** Id of the allowed request sent after a refused probe, or `none`; absent if nothing depends on a refusal. */
  readonly after?: string;
  /** Why that request could not be sent. */
  readonly unsent?: string;
  readonly operation: OperationId;
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
}

/** Why something was not tested: clauses, an operation, or both. */
export interface SkippedNote {
  readonly kind: 'skipped';
  readonly origin?: Origin;
  readonly operation?: OperationId;
  readonly clauses?: readonly ClauseId[];
  /** The test in the form of `testName`; absent in evidence of earlier versions. */
  readonly test?: string;
  /** One line for a reader, such as `the target allows no effect "moves-money"`. */
  readonly reason: string;
}

/** Something observed outside an exchange, such as a notification. */
export interface ObservedNote {
  readonly kind: 'observed';
  readonly origin?: Origin;
  readonly observations: readonly Observation[];
  /** The judgement of an operation: whether the service sent its notification. */
  readonly judged?: Pick<TwinNote, 'operation' | 'findings' | 'exercised'>;
}

/** The fields and value classes in the requests of a test, with outcomes. */
export interface SentNote extends SentRow {
  readonly kind: 'sent';
  readonly origin?: Origin;
}

/** A problem of the service that the run's monitor found; it makes the run incomplete. */
export interface FoundNote {
  readonly kind: 'found';
  readonly origin?: Origin;
  /** Row of the monitor's table, such as `refuses`. */
  readonly name: string;
  /** One line for a reader. */
  readonly says: string;
  /** True if nothing more was sent. */
  readonly ends: boolean;
  /** Ids of the exchanges that were refused from then on, whatever their request. */
  readonly exchanges: readonly string[];
}

/** A line of evidence other than an exchange. */
export type EvidenceNote = TwinNote | SkippedNote | ObservedNote | SentNote | FoundNote;

/** Judgements over all exchanges of a run, from `judgeRun`. */
export type AcrossRun = Pick<RunVerdicts, 'findings' | 'exercised' | 'observations'> & Partial<RunVerdicts>;

/** Why evidence is not complete. */
export interface EvidenceProblem {
  /** File relative to the evidence folder. */
  readonly file: string;
  readonly problem: string;
}

/** Everything that the workers of a run recorded, in stable order. */
export interface GatheredEvidence {
  /** Sorted by spec file, test and ordinal. */
  readonly exchanges: readonly EvidenceExchange[];
  readonly notes: readonly EvidenceNote[];
  /** Truncated lines and unfinished workers; any of them makes the run incomplete. */
  readonly problems: readonly EvidenceProblem[];
  /** The facts of the run besides its exchanges; absent while workers are still writing. */
  readonly run?: JsonObject;
  /** The judgement of all exchanges together, made with complete bodies. */
  readonly across?: AcrossRun;
  /** SHA-256 over the lines of the merged file without the last one, from its last line. */
  readonly sha256?: string;
}
