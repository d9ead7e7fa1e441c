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

/** Text as evidence keeps it: masked, and shortened when it is longer than the documented bound. */
export interface Shortened {
  /** Characters of the whole text. */
  readonly length: number;
  /** Keyed tag of the whole text: equal texts of a run have equal tags. */
  readonly tag?: string;
}

/** The request of an exchange, masked; its `value` is left out of the file when `body` is its plain JSON text. */
export interface EvidenceRequest extends Omit<SentRequest, 'unknown'> {
  /** Path and query of `url`. */
  readonly path: string;
  /** Present when `body` is only the beginning. */
  readonly shortened?: Shortened;
}

/** The answer of an exchange, masked. */
export interface EvidenceAnswer extends Omit<Answer, 'body'> {
  readonly body: string;
  /** How the bytes are got back from `body`; absent means UTF-8. */
  readonly charset?: 'latin1' | 'utf-16le' | 'utf-16be';
  readonly shortened?: Shortened;
}

/** One masked exchange with its judgement: a line of `exchanges.ndjson`. */
export interface EvidenceExchange
  extends Pick<Exchange, 'id' | 'operation' | 'origin' | 'page' | 'accepted' | 'times'> {
  readonly kind: 'exchange';
  readonly sent: EvidenceRequest;
  readonly received: EvidenceAnswer | NoAnswer;
  /** Without the decoded answer, which the body gives again. */
  readonly judgement: Omit<Judgement, 'answer'>;
  /** Names of the answer in document order, as in `orders_list[].amount`. */
  readonly fields: readonly string[];
  /** What was masked, as in `sent.body.card` or `received.body.orders_list[].shopper_email`. */
  readonly masked: readonly string[];
  /** Steps of the suite itself that failed at it, as in `masking received.body failed (TypeError)`. */
  readonly failed?: readonly string[];
}

/** Why bodies of exchanges are kept in part only, or not at all. */
export interface KeptInPart {
  /** As in `longer than 262144 characters`. */
  readonly why: string;
  readonly exchanges: number;
}

/** Verdict on a probe and its control twin. */
export interface TwinNote {
  readonly kind: 'twin';
  readonly origin?: Origin;
  readonly clause: ClauseId;
  readonly wants: 'refusal' | 'acceptance';
  /** Ids of the two exchanges. */
  readonly control: string;
  readonly probe: string;
  /** Status of an entry that the service was seen to settle later. */
  readonly pending?: string;
  /** Id of the allowed request that was sent after a refused probe, or `none` where none could be sent; absent where nothing rests on a refusal. */
  readonly after?: string;
  /** Why none could be sent. */
  readonly unsent?: string;
  readonly operation: OperationId;
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
}

/** Why something was not tested: clauses by name, or a whole operation, or both. */
export interface SkippedNote {
  readonly kind: 'skipped';
  readonly origin?: Origin;
  readonly operation?: OperationId;
  readonly clauses?: readonly ClauseId[];
  /** The test, as `testName` writes it; absent in evidence of earlier versions. */
  readonly test?: string;
  /** One line for a reader, as in `the target allows no effect "moves-money"`. */
  readonly reason: string;
}

/** Something seen outside an exchange, for example a notification that arrived. */
export interface ObservedNote {
  readonly kind: 'observed';
  readonly origin?: Origin;
  readonly observations: readonly Observation[];
  /** What it says of an operation: whether the service notified of it. */
  readonly judged?: Pick<TwinNote, 'operation' | 'findings' | 'exercised'>;
}

/** What the requests of a test carried, and what became of it. */
export interface SentNote extends SentRow {
  readonly kind: 'sent';
  readonly origin?: Origin;
}

/** What the monitor of a run found out about the service; it makes the run incomplete. */
export interface FoundNote {
  readonly kind: 'found';
  readonly origin?: Origin;
  /** Row of the table of the monitor, as in `refuses`. */
  readonly name: string;
  /** One line for a reader. */
  readonly says: string;
  /** Whether nothing more was sent. */
  readonly ends: boolean;
  /** Ids of the exchanges that were refused from that moment on, whatever they asked for. */
  readonly exchanges: readonly string[];
}

/** A line of evidence besides the exchanges. */
export type EvidenceNote = TwinNote | SkippedNote | ObservedNote | SentNote | FoundNote;

/** Judgements over all exchanges of a run, as `judgeRun` gives them. */
export type AcrossRun = Pick<RunVerdicts, 'findings' | 'exercised' | 'observations'> & Partial<RunVerdicts>;

/** Why evidence is not whole. */
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
  /** Truncated lines, workers that never finished; a run with any of them is incomplete. */
  readonly problems: readonly EvidenceProblem[];
  /** What the run knew besides its exchanges; absent while workers are still writing. */
  readonly run?: JsonObject;
  /** What the exchanges of the run told together, judged with every body at hand. */
  readonly across?: AcrossRun;
  /** SHA-256 over the lines of the merged file but the last one, as its last line says. */
  readonly sha256?: string;
}
