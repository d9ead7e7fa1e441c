/** The shared types of the suite: operation, exchange, clause, finding, verdict. */
import type { FindingKind, FindingValues } from './findings/said.ts';

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [name: string]: JsonValue };

/** The twelve operations of section 1, in its order. */
export const operationIds = [
  'direct-payment',
  'apm-payment',
  'redirect-payment',
  'query',
  'capture',
  'review',
  'cancel',
  'cancel-subscription',
  'refund',
  'refund-search',
  'payout',
  'optimise-payment-methods',
] as const;
/** The id of an operation. */
export type OperationId = (typeof operationIds)[number];
/** An operation whose path, body and answer the document shows: all but 4.12. */
export type DocumentedOperationId = Exclude<OperationId, 'optimise-payment-methods'>;

/** Encoding of a request body. */
export type Encoding = 'json' | 'form' | 'xml';
/** Format of an answer body. */
export type Medium = 'json' | 'xml' | 'html';
/** The strongest effect of an operation, from harmless to irreversible. */
export type Effect = 'reads' | 'creates' | 'moves-money' | 'irreversible';

/** How strongly the document supports a clause; caps its verdict. */
export type Evidence = 'stated' | 'sampled' | 'implied' | 'silent' | 'conflicting';
/** Verdicts from worst to best. */
export const verdicts = [
  'suite-error',
  'fail',
  'inconclusive',
  'not-tested',
  'warn',
  'observed',
  'pass',
  'not-applicable',
  'not-testable',
] as const;
/** The verdict of a clause in a run. */
export type Verdict = (typeof verdicts)[number];

/** A permanent, semantic id: `<section>/<subject>[/<aspect>]`, for example `2.9/refund_reference_id/shape`. */
export type ClauseId = string;

/** One checkable statement of the document, from `clauses.json` or a request schema. */
export interface Clause {
  readonly id: ClauseId;
  /** Section number of the document, for example `2.9`. */
  readonly section: string;
  /** The statement in one line, in our own words. */
  readonly statement: string;
  readonly evidence: Evidence;
  readonly obliged: 'caller' | 'service';
  /** The operations whose exchanges can exercise it; empty for clauses about the whole interface. */
  readonly operations: readonly OperationId[];
  /** For silent clauses only: how the gap is observed, or why it cannot be observed. */
  readonly gap?: { readonly observed: string } | { readonly unobservable: string };
  /** For conflicting clauses only: number in the register of conflicts (C-01 …) and the accepted readings. */
  readonly conflict?: { readonly id: string; readonly readings: readonly string[] };
  /** Other sections that state the same. */
  readonly alsoIn?: readonly string[];
  /** The clause needs a rendered page: without a browser it is `not-tested`. */
  readonly needsBrowser?: true;
}

/**
 * Departures of a request from the document that its text does not show, so the sender must declare them.
 * `signature`: not the merchant's signature. `party`: another merchant or account. `body-type`: a type that neither the
 * document declares nor the target file names. `body`: the bytes do not match the logical body. `description`: the
 * target file may describe the service wrongly.
 */
export const departures = ['signature', 'party', 'body-type', 'body', 'description'] as const;
/** A departure of a request from the document. */
export type Departure = (typeof departures)[number];

/** A request as sent, with the value that its body encodes. */
export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text on the wire. */
  readonly body: string;
  readonly encoding: Encoding;
  /** The logical body before encoding, including the signature. */
  readonly value: JsonValue;
  /** True if the signature is valid: made with a key or, for `none` and `fixed`, accepted by the service before. */
  readonly signed: boolean;
  /** The purpose: `valid` expects acceptance, `odd` explores. The grade of the request does not depend on it. */
  readonly intent: 'valid' | 'odd';
  /** Departures that no schema can see; absent if there are none. */
  readonly departs?: readonly Departure[];
  /** True if only the answer was saved; it is judged as the answer to a request that the document allows. */
  readonly unknown?: true;
  /**
   * True if the service is known to accept the request whatever its answer looks like: it answers faulty variants of
   * the request differently, or reports success in another layout. The answer is judged as a success.
   */
  readonly taken?: true;
}

/** A complete answer. Header names are lower case. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Number of white-space bytes removed from long runs, if the body was too long to be kept completely. */
  readonly blanks?: number;
  readonly durationMs: number;
}
/** A missing or incomplete answer. `unreachable`: the connection was not made; `reset`: it broke. */
export interface NoAnswer {
  readonly kind: 'none';
  readonly reason: 'timeout' | 'unreachable' | 'reset' | 'too-large' | 'aborted';
  readonly detail: string;
  /** Only on `reset`: a read request sent afterwards got no answer either, so the service may have stopped. */
  readonly gone?: true;
  readonly durationMs: number;
}

/** What an isolated real browser observed when it opened the redirect page (2.8). */
export interface PageVisit {
  /** The automatic post; absent if there was none. */
  readonly posted?: {
    readonly method: string;
    /** Absolute URL of the form's target. */
    readonly url: string;
    /** Fields in document order, including repeated names. */
    readonly fields: readonly (readonly [name: string, value: string])[];
    readonly afterMs: number;
    /** Names of the form's inputs that are not hidden; absent if all are hidden or if it is unknown. */
    readonly shown?: readonly string[];
  };
  /** Attempted requests to other origins as `METHOD URL`; at most 50 per list, each cut at 300 characters. */
  readonly foreignRequests: readonly string[];
  /** Script files of the page's own origin that it got, or that the service does not have, in order of arrival. */
  readonly scripts?: readonly {
    readonly url: string;
    readonly status: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  readonly dialogs: readonly string[];
  readonly scriptErrors: readonly string[];
  /** Full length of each list that was truncated. */
  readonly counts?: Readonly<Partial<Record<'foreignRequests' | 'dialogs' | 'scriptErrors', number>>>;
  /** Why the page could not be observed to the end; its results are then attributed to neither side. */
  readonly failure?: {
    /**
     * `crash`: the page, or the browser, ended. `excess`: the page exceeded a limit on what is observed. `script`: the
     * page posted nothing, and it is unknown whether a browser would get one of its scripts.
     */
    readonly reason: 'crash' | 'excess' | 'hang' | 'navigation' | 'script';
    readonly detail: string;
  };
}

/** Source of an exchange, with enough detail to repeat it. */
export interface Origin {
  /** Title path of the test, or the command that sent it. */
  readonly test: string;
  /** Spec file relative to the project, if a spec sent it. */
  readonly file?: string;
  /** Index of the exchange within its test, from 0. */
  readonly ordinal: number;
  readonly seed: number;
  /** fast-check path of the case within a property. */
  readonly path?: string;
  /** Stable name of the generated case. */
  readonly caseName?: string;
  /** The class of values that distinguishes the request from a plain one, in one field or in all free-text fields. */
  readonly carries?: { readonly field?: string; readonly class: string };
  /** The body layout, if the request tests one. */
  readonly writes?: string;
}

/** Values of a status, by meaning. */
export interface StatusValues {
  readonly done?: readonly string[];
  readonly pending?: readonly string[];
  readonly refused?: readonly string[];
}

/** Meaning of the status values of each operation; a payment has two more status members (2.6, 2.10). */
export type Statuses = Readonly<
  Partial<
    Record<
      DocumentedOperationId,
      StatusValues & { readonly result_info?: StatusValues; readonly payment_status?: StatusValues }
    >
  >
>;

/** One request and its answer: the unit that is judged. */
export interface Exchange {
  /** Ten hex digits, the same for the same seed and test. */
  readonly id: string;
  readonly operation: OperationId;
  readonly sent: SentRequest;
  readonly received: Answer | NoAnswer;
  readonly page?: PageVisit;
  readonly origin: Origin;
  /**
   * True if the merchant's list of statuses says that the request succeeded. `later`: it succeeded and will be carried out
   * later.
   */
  readonly accepted?: true | 'later';
  /** What the merchant says of the statuses of its operation; decides the outcome of each result entry. */
  readonly statuses?: Statuses;
  /** When it was in progress; absent if not measured, as in saved traffic. */
  readonly times?: Times;
}

/** When the request was sent and its answer complete, in milliseconds since the run's start on a monotonic clock. */
export interface Times {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** One breach of one clause, already capped by the evidence of the clause. */
export interface Finding {
  readonly clause: ClauseId;
  readonly verdict: 'suite-error' | 'fail' | 'inconclusive' | 'warn';
  readonly operation: OperationId;
  /** For example `capture_orders[1].amount`; XML and HTML use element and input names; empty for the whole body. */
  readonly path: string;
  /** One line: the statement of the clause, or a more specific problem. */
  readonly message: string;
  /** How the clause was broken. */
  readonly kind: FindingKind;
  /** Expected and received values, for programs. The reports mask secrets in them. */
  readonly values: FindingValues;
  /** `values.expected` in words; completes "expected …": `a decimal string such as "12.34"`. */
  readonly expected: string;
  /** `values.received` in words; completes "received …": `12.34 (number)`. */
  readonly received: string;
  /** Id of the exchange; for a twin, of the probe. */
  readonly exchange: string;
}

/** Behaviour observed where the document is silent; never a judgement. */
export interface Observation {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  /** Short, stable, free of identifiers and secrets: the same behaviour gives the same fingerprint. */
  readonly fingerprint: string;
  /** One line for a reader. */
  readonly detail: string;
}

/** A card that may be used for tests, under the document's field names (2.2). */
export interface Card {
  readonly card: string;
  /** Two digits. */
  readonly expiration_month: string;
  /** Four digits. */
  readonly expiration_year: string;
  readonly security_code: string;
}

/** Values by name of request field; dots address nested members, and names in a batch are those of its entries. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

/**
 * What the service did with the request. `accepted`: a documented success form. `refused`: any answer that is not a
 * success. `unclear`: 429, 5xx, or an answer that cannot be read. `none`: no answer.
 */
export type Outcome = 'accepted' | 'refused' | 'unclear' | 'none';

/** The result of judging one exchange. */
export interface Judgement {
  readonly exchange: string;
  readonly operation: OperationId;
  readonly outcome: Outcome;
  /**
   * `complete`: the document allows it and it has every core field (see the operation table). `partial`: allowed, but
   * without core fields, `notify_url` or card data. `broken`: breaks a stated clause on the caller, or departs from the
   * document in a way that no schema can see (`schemas/judge/grade.ts`).
   */
  readonly request: 'complete' | 'partial' | 'broken';
  readonly findings: readonly Finding[];
  /** Clauses whose condition was actually evaluated, sorted. */
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
  /** The decoded answer, if readable: an object for JSON and XML, a page for HTML. */
  readonly answer?: JsonValue;
}

/** An exchange with its judgement. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  readonly judgement: Judgement;
}
