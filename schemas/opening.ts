import type { ServiceFacts } from './certification.ts';
import { typeOfEncoding } from './operations.ts';
import type { Encoding, OperationId } from './types.ts';

/** The diagnoses of a service that accepted no request or could not be reached: what a person should check first. */
export const causeKinds = [
  'unreachable',
  'scheme',
  'certificate',
  'base-url',
  'not-the-service',
  'redirect',
  'signing',
  'merchant',
  'account',
  'encodings',
  'registered-address',
  'notify',
  'order',
  'cards',
  'currencies',
  'time-out',
  'rate-limit',
  'maintenance',
  'clock',
  'malformed',
  'layout',
  'allow',
  'refused',
] as const;
/** One of the diagnoses of an opening; `refused` is used if no other fits. */
export type CauseKind = (typeof causeKinds)[number];

/** The reason why an operation was not accepted, with advice on what to change. */
export interface Cause {
  readonly kind: CauseKind;
  /** Key of the target file to check, for example `signing.key`; absent if the service itself is at fault. */
  readonly key?: string;
  /** Description of the problem in one sentence. */
  readonly says: string;
  /** Masked summary of the request: method, path, encoding and the relevant identifiers. */
  readonly sent: string;
  /** Masked summary of the answer: status and `return_message`, `result_info` or the first line of the body. */
  readonly answered: string;
  /** The request that it was compared with, and whether the answers were equal. */
  readonly comparedWith?: string;
  /** What to do next, in one sentence. */
  readonly advice: string;
}

/** A change of a record's state as a search showed it; section 3 shows no transition. */
export interface StateChange {
  /** The states in the search before and after the change. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds within which the state changed. */
  readonly withinMs: number;
}

/** The change of a pending result to a final one. */
export interface Settling extends StateChange {
  /** Status of the result entry while it was pending. */
  readonly entry: string;
}

/** An encoding and Content-Type for the body of a request. */
export interface BodyFormat {
  readonly encoding: Encoding;
  readonly contentType: string;
}

const { json, form, xml } = typeOfEncoding;

/** The declared types, the header of the sample commands, and the combinations of both (section 4). */
export const bodyFormats: readonly BodyFormat[] = [
  { encoding: 'json', contentType: json },
  { encoding: 'json', contentType: form },
  { encoding: 'json', contentType: xml },
  { encoding: 'form', contentType: form },
  { encoding: 'xml', contentType: xml },
  { encoding: 'xml', contentType: form },
];

/** The result of the opening for one operation. */
export interface OpeningStep {
  readonly operation: OperationId;
  readonly state: 'accepted' | 'not-accepted' | 'not-asked';
  /** Why no request was sent. */
  readonly why?: string;
  readonly cause?: Cause;
  /** True if the answer is not a refusal in any known form: further requests would get the same answer. */
  readonly dead?: true;
  /** The shape of request that was accepted, if there is more than one. */
  readonly shape?: 'full' | 'minimal';
  /** `whole`: an amount with decimals was refused, one without was accepted. */
  readonly amounts?: 'whole';
  /** The operation that had to be accepted for the same payment first. */
  readonly after?: 'capture';
  /** How the result of that operation became final, if it was pending at first and has no step of its own. */
  readonly afterSettles?: Settling;
  /** How the result became final, if it was pending at first. */
  readonly settles?: Settling;
  /** The encoding that was accepted after the default one was refused; the run uses it. */
  readonly writing?: BodyFormat;
  /** The states of the order while the request was refused, and when it was accepted. */
  readonly waits?: StateChange;
  /** Milliseconds until a request about a new payment was accepted without a visible change; goes into `settle`. */
  readonly waitsMs?: number;
  /** Ids of the exchanges of this step, including twins. */
  readonly exchanges: readonly string[];
}

/** The result of the opening: one allowed request per selected operation, and twins if it was refused. */
export interface OpeningReport {
  readonly steps: readonly OpeningStep[];
  /** The single cause that no request was accepted; the run then sent nothing more. */
  readonly stopped?: Cause;
  /** Settings of the target or parts of this machine that do not work although other requests were accepted. */
  readonly unusable?: readonly Cause[];
  /** Facts about the service that the connection showed. */
  readonly service?: ServiceFacts;
  /** What the opening used of the target's limits. */
  readonly spent: { readonly requests: number; readonly amount: number };
}
