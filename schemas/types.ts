/** The words that every room shares: operation, exchange, clause, finding, verdict. */
import type { FindingKind, FindingValues } from './findings/said.ts';

/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [name: string]: JsonValue };

/** The twelve operations of section 1, by the names that the statement uses. */
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
/** One of the twelve operations of section 1. */
export type OperationId = (typeof operationIds)[number];
/** An operation whose path, body and answer the document shows: all but 4.12. */
export type DocumentedOperationId = Exclude<OperationId, 'optimise-payment-methods'>;

/** How a request body is written on the wire. */
export type Encoding = 'json' | 'form' | 'xml';
/** What an answer body is read as. */
export type Medium = 'json' | 'xml' | 'html';
/** What an operation does to the world, from harmless to final. */
export type Effect = 'reads' | 'creates' | 'moves-money' | 'irreversible';

/** How strongly the document says a thing; it caps the verdict. */
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

/** One checkable statement of the document: an entry of the register, from `clauses.json` or from a request schema. */
export interface Clause {
  readonly id: ClauseId;
  /** Section number of the document, for example `2.9`. */
  readonly section: string;
  /** The statement in one line of our own words. */
  readonly statement: string;
  readonly evidence: Evidence;
  readonly obliged: 'caller' | 'service';
  /** The operations whose exchanges can exercise it; empty for clauses about the whole interface. */
  readonly operations: readonly OperationId[];
  /** Only on silent clauses: how the gap is observed, or why it cannot be. Exactly one of the two. */
  readonly gap?: { readonly observed: string } | { readonly unobservable: string };
  /** Only on conflicting clauses: number in the register of conflicts (C-01 …) and the readings accepted. */
  readonly conflict?: { readonly id: string; readonly readings: readonly string[] };
  /** Further sections that state the same. */
  readonly alsoIn?: readonly string[];
  /** Needs a rendered page: without a browser the clause is `not-tested`. */
  readonly needsBrowser?: true;
}

/**
 * What a request does that the document does not allow and that its text alone does not show; only someone who knows the merchant can
 * say so. `signature`: another one than the merchant would send. `party`: another merchant or account. `body-type`: a type that
 * neither the document declares nor the target file names. `body`: other bytes than the logical body makes. `description`: the
 * target file may describe the service wrongly.
 */
export const departures = ['signature', 'party', 'body-type', 'body', 'description'] as const;
/** One of the departures from the document that no schema can see. */
export type Departure = (typeof departures)[number];

/** A request as it left, with the value that it was written from. */
export interface SentRequest {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text on the wire. */
  readonly body: string;
  readonly encoding: Encoding;
  /** The logical body before encoding, signature included. */
  readonly value: JsonValue;
  /** True when its signature counts: made with a key, or, for `none` and `fixed`, after requests with it had been accepted. */
  readonly signed: boolean;
  /** A note on why it was sent: `valid` expects an acceptance, `odd` explores. The judge does not look at it. */
  readonly intent: 'valid' | 'odd';
  /** What no schema can see; absent where there is nothing. */
  readonly departs?: readonly Departure[];
  /** True when only the answer was saved: it is judged as the answer to a request that the document allows. */
  readonly unknown?: true;
  /**
   * True when the service was seen to accept the request, whatever its answer looks like: it answers the same request otherwise
   * when something is wrong with it, or claims success in another layout. The answer is judged as the result.
   */
  readonly taken?: true;
}

/** An answer that arrived whole. Header names are lower case; times are milliseconds. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Bytes of white space that were left out of long runs of it, where the body was too long to be kept whole. */
  readonly blanks?: number;
  readonly durationMs: number;
}
/** No whole answer: why not. `unreachable` is a connection never made, `reset` one that died. */
export interface NoAnswer {
  readonly kind: 'none';
  readonly reason: 'timeout' | 'unreachable' | 'reset' | 'too-large' | 'aborted';
  readonly detail: string;
  /** Only on `reset`: a read that was sent after it got no answer either, so that the service may just have ended. */
  readonly gone?: true;
  readonly durationMs: number;
}

/** What a sealed real browser saw when it opened the redirect page (2.8). */
export interface PageVisit {
  /** The automatic post, or why there was none. */
  readonly posted?: {
    readonly method: string;
    /** Absolute address the form went to. */
    readonly url: string;
    /** Fields in document order, repeated names kept. */
    readonly fields: readonly (readonly [name: string, value: string])[];
    readonly afterMs: number;
    /** Names of the form's inputs that are not hidden; absent when all are, or when it is unknown. */
    readonly shown?: readonly string[];
  };
  /** Requests to other places that the page tried to make, `METHOD URL`; of each list the first 50, cut at 300 characters. */
  readonly foreignRequests: readonly string[];
  /** Script files of its own origin that the page was handed, in the order in which they came. */
  readonly scripts?: readonly {
    readonly url: string;
    readonly status: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  readonly dialogs: readonly string[];
  readonly scriptErrors: readonly string[];
  /** How many there were of a list that is longer than what is kept of it. */
  readonly counts?: Readonly<Partial<Record<'foreignRequests' | 'dialogs' | 'scriptErrors', number>>>;
  /** Why the page could not be watched to its end: what follows from that is nobody's fault that can be named. */
  readonly failure?: {
    /**
     * `excess`: the page took, did or posted more than is watched. `ended`: the browser was, without a word or in time.
     * `script`: it posted nothing without a script that it was not handed.
     */
    readonly reason: 'crash' | 'ended' | 'excess' | 'hang' | 'navigation' | 'script';
    readonly detail: string;
  };
}

/** Where an exchange came from, enough to make it again. */
export interface Origin {
  /** Title path of the test, or the command that sent it. */
  readonly test: string;
  /** Spec file relative to the project, when a spec sent it. */
  readonly file?: string;
  /** Number of the exchange inside its test, from 0. */
  readonly ordinal: number;
  readonly seed: number;
  /** fast-check path of the case inside a property. */
  readonly path?: string;
  /** Stable name of the generated case. */
  readonly caseName?: string;
  /** The one class of values by which the request differs from a plain one, in one field, or in all fields that may have any text. */
  readonly carries?: { readonly field?: string; readonly class: string };
  /** The way in which the body is written, where the request is about that. */
  readonly writes?: string;
}

/** One request and what came back: the only thing that is ever judged. */
export interface Exchange {
  /** Ten hex digits, the same for the same seed and test. */
  readonly id: string;
  readonly operation: OperationId;
  readonly sent: SentRequest;
  readonly received: Answer | NoAnswer;
  readonly page?: PageVisit;
  readonly origin: Origin;
  /**
   * True when whoever saved the answer says that the call succeeded, whatever the answer shows; so does a merchant who says what the
   * status means. `later`: that status means that it is done later.
   */
  readonly accepted?: true | 'later';
  /** When it was under way; absent where nobody took the time, as in saved traffic. */
  readonly times?: Times;
}

/** When the request went out and when its answer had come, in milliseconds since the start of the run by a clock that only goes forward. */
export interface Times {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** One deviation from one clause, already capped by the clause's evidence. */
export interface Finding {
  readonly clause: ClauseId;
  readonly verdict: 'suite-error' | 'fail' | 'inconclusive' | 'warn';
  readonly operation: OperationId;
  /** As in `capture_orders[1].amount`; element or input names for XML and HTML; empty for the whole body. */
  readonly path: string;
  /** One line: the clause's statement, or what went wrong if that says more. */
  readonly message: string;
  /** In which way the clause was broken. */
  readonly kind: FindingKind;
  /** What was expected and received, as values: whoever decides by a finding reads these. Secrets in them are masked by the reports room. */
  readonly values: FindingValues;
  /** The words of `values.expected`, for people; completes "expected …": `a decimal string such as "12.34"`. */
  readonly expected: string;
  /** The words of `values.received`, for people; completes "received …": `12.34 (number)`. */
  readonly received: string;
  /** Id of the exchange; for a twin, of the probe. */
  readonly exchange: string;
}

/** Something seen where the document is silent; never a judgement. */
export interface Observation {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  /** Short, stable, free of identifiers and secrets: equal behaviour gives an equal fingerprint. */
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

/** Values by name of request field; dots reach nested members, and a batch's names are those of its entries. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

/**
 * What the service did with the request. `accepted`: a documented success form. `refused`: anything that is
 * an answer and not success. `unclear`: 429, 503, 5xx, or an answer that cannot be read. `none`: no answer.
 */
export type Outcome = 'accepted' | 'refused' | 'unclear' | 'none';

/** Everything that the judge has to say about one exchange. */
export interface Judgement {
  readonly exchange: string;
  readonly operation: OperationId;
  readonly outcome: Outcome;
  /**
   * `complete`: the document allows it, and it holds every core field (see the operation table). `partial`: allowed, but
   * leaves core fields, `notify_url` or card data out. `broken`: breaks a stated clause on the caller, or departs from the document in a way that no
   * schema can see (`schemas/judge/grade.ts`).
   */
  readonly request: 'complete' | 'partial' | 'broken';
  readonly findings: readonly Finding[];
  /** Clauses whose condition was really evaluated, sorted. */
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
  /** The decoded answer, when it could be read: an object for JSON and XML, a page for HTML. */
  readonly answer?: JsonValue;
}

/** An exchange with what the judge says about it. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  readonly judgement: Judgement;
}
