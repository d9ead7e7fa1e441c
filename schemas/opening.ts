import type { ServiceFacts } from './certification.ts';
import type { Life } from './history/life.ts';
import { typeOfEncoding } from './operations.ts';
import type { ClauseId, Encoding, JsonObject, OperationId } from './types.ts';

/** Why a service that was met, or not met, accepted no request: what a person has to look at first. */
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
/** One of the causes that an opening tells apart; `refused` is what is left when no other fits. */
export type CauseKind = (typeof causeKinds)[number];

/** Why an operation was not accepted, in words that name what to change. */
export interface Cause {
  readonly kind: CauseKind;
  /** Key of the target file to look at, for example `signing.key`; absent when the service itself is to blame. */
  readonly key?: string;
  /** One sentence: what is the matter. */
  readonly says: string;
  /** The request, masked: method, path, encoding, and the identifiers that matter. */
  readonly sent: string;
  /** Status and the words of the answer, masked: `return_message`, `result_info`, or the first line of the body. */
  readonly answered: string;
  /** What the request was compared with, and whether the answers were the same. */
  readonly comparedWith?: string;
  /** What to do next, in one sentence. */
  readonly advice: string;
}

/** How the state of a record in a search changed while it was followed; section 3 shows no transition. */
export interface Move {
  /** State in the search at first, and the one after it. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds within which it changed. */
  readonly withinMs: number;
}

/** How a result that was pending at first became final. */
export interface Settling extends Move {
  /** Status of the result entry while it was pending. */
  readonly entry: string;
}

/** The states of an order in which a request about it is refused, and the one in which it is accepted. */
export interface Waiting extends Move {
  /** States between the first and the last, where it was refused as well. */
  readonly over: readonly string[];
}

/** A way of writing the body of a request. */
export interface Writing {
  readonly encoding: Encoding;
  readonly contentType: string;
}

const { json, form, xml } = typeOfEncoding;

/** The declared types, the header of the sample commands, and the mixtures between them (section 4). */
export const writings: readonly Writing[] = [
  { encoding: 'json', contentType: json },
  { encoding: 'json', contentType: form },
  { encoding: 'json', contentType: xml },
  { encoding: 'form', contentType: form },
  { encoding: 'xml', contentType: xml },
  { encoding: 'xml', contentType: form },
];

/** What the opening found out about one operation. */
export interface OpeningStep {
  readonly operation: OperationId;
  readonly state: 'accepted' | 'not-accepted' | 'not-asked';
  /** Why it was not asked. */
  readonly why?: string;
  readonly cause?: Cause;
  /** True when the answer is no refusal in any form that a service gives: further requests would say the same. */
  readonly dead?: true;
  /** The shape of request that was accepted, where there is more than one. */
  readonly shape?: 'full' | 'minimal';
  /** `whole`: an amount with a fraction was refused, one without was accepted. */
  readonly amounts?: 'whole';
  /** Operation that had to be accepted for the same payment before. */
  readonly after?: 'capture';
  /** How that one became final, where its result was pending at first and it has no step of its own. */
  readonly afterSettles?: Settling;
  /** Its result was pending at first. */
  readonly settles?: Settling;
  /** Status of a result entry that counts as accepted, though no search shows what becomes of it: one that is refused has another. */
  readonly pending?: string;
  /** The way of writing the body that was accepted, where the usual one was refused; the run writes it so. */
  readonly writing?: Writing;
  /** It was refused while its order was in one state, and accepted once the query showed another. */
  readonly waits?: Waiting;
  /** It was refused over a payment just made, no query showed another state, and after so many milliseconds, which `settle` names, it was accepted. */
  readonly waitsMs?: number;
  /** Ids of the exchanges of this step, twins included. */
  readonly exchanges: readonly string[];
}

/** One thing that the document does not show, and this service does. */
export interface Learned {
  /** The clause where the document is silent. */
  readonly clause: ClauseId;
  readonly operation: OperationId;
  /** What it is about, for example `required fields`. */
  readonly subject: string;
  /** What was found, as short as it can be. */
  readonly value: string;
  /** What was found, in words. */
  readonly says: string;
  /** How a request that does not keep to it is answered, masked. */
  readonly answered?: string;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[];
}

/** What a run learned where the document is silent. */
export interface LearnedReport {
  readonly rows: readonly Learned[];
  /** Keys of the target file that say what was learned, ready to be pasted. */
  readonly keys: JsonObject;
  /** The states of an order and what each call does in each of them. */
  readonly life?: Life;
  /** What learning took. */
  readonly requests: number;
  /** Why it ended early. */
  readonly ended?: string;
}

/** What the opening of a run found out: one allowed request for each selected operation, and twins where one was refused. */
export interface OpeningReport {
  readonly steps: readonly OpeningStep[];
  /** The one cause that explains why nothing was accepted; the run sent nothing else then. */
  readonly stopped?: Cause;
  /** What the target names, or this machine has, and does not work, while other requests were accepted. */
  readonly unusable?: readonly Cause[];
  /** What was learned where the document is silent; absent unless the run was asked to learn. */
  readonly learned?: LearnedReport;
  /** What the connection to the service showed. */
  readonly service?: ServiceFacts;
  /** What the opening took from the limits of the target. */
  readonly spent: { readonly requests: number; readonly amount: number };
}
