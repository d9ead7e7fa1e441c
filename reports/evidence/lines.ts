import type { Life } from '../../schemas/history/life.ts';
import type { SentRow } from '../../schemas/history/sent.ts';
import type { Book } from '../../schemas/rules/run/book.ts';
import type {
  ClauseId,
  Departure,
  Encoding,
  Finding,
  JsonObject,
  JsonValue,
  Judgement,
  NoAnswer,
  Observation,
  OperationId,
  Origin,
  PageVisit,
  Times,
} from '../../schemas/types.ts';

/** Text as evidence keeps it: masked, and shortened when it is longer than the documented bound. */
export interface Shortened {
  /** Characters of the whole text. */
  readonly length: number;
  /** Keyed tag of the whole text: equal texts of a run have equal tags. */
  readonly tag?: string;
}

/** The request of an exchange, masked. */
export interface EvidenceRequest {
  readonly method: string;
  readonly url: string;
  /** Path and query of `url`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Present when `body` is only the beginning. */
  readonly shortened?: Shortened;
  readonly encoding: Encoding;
  /** Logical body, masked; always present in memory, left out of the file when `body` is its plain JSON text. */
  readonly value: JsonValue;
  readonly signed: boolean;
  readonly intent: 'valid' | 'odd';
  /** The service was seen to accept it, whatever its answer looks like. */
  readonly taken?: true;
  readonly departs?: readonly Departure[];
}

/** The answer of an exchange, masked. */
export interface EvidenceAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the bytes are got back from `body`; absent means UTF-8. */
  readonly charset?: 'latin1' | 'utf-16le' | 'utf-16be';
  readonly shortened?: Shortened;
  /** Bytes of white space that were left out already when it was read. */
  readonly blanks?: number;
  readonly durationMs: number;
}

/** One masked exchange with its judgement: a line of `exchanges.ndjson`. */
export interface EvidenceExchange {
  readonly kind: 'exchange';
  readonly id: string;
  readonly operation: OperationId;
  readonly origin: Origin;
  readonly sent: EvidenceRequest;
  readonly received: EvidenceAnswer | NoAnswer;
  readonly page?: PageVisit;
  readonly times?: Times;
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
export interface AcrossRun {
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
  /** Findings of single exchanges that the suite's own requests explain. */
  readonly explained?: readonly Pick<Finding, 'exchange' | 'clause' | 'path'>[];
  /** What was moved, and what cannot be; absent in evidence of earlier versions. */
  readonly book?: Book;
  /** The life of an order as the calls show it. */
  readonly life?: Life;
}

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
