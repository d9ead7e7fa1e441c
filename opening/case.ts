import type { Cause } from '../schemas/opening.ts';
import type { DocumentedOperationId, JudgedExchange } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';
import type { Attempted } from './ask-step.ts';

/** How a twin differs from the refused request. */
export type TwinKind =
  | 'signature'
  | 'merchant'
  | 'account'
  | 'encoding'
  | 'card'
  | 'currency'
  | 'order'
  | 'notify';

/** An operation whose complete request was not accepted, and what else is known. */
export interface Case {
  readonly operation: DocumentedOperationId;
  /** The request that was not accepted, with its answer. */
  readonly main: JudgedExchange;
  /** Other refused requests of the operation. */
  readonly others: readonly Attempted[];
  readonly target: Target;
  /** Operations that the service accepted. */
  readonly accepted: ReadonlySet<DocumentedOperationId>;
  /** The refused requests of all operations, including this one. */
  readonly refused: readonly JudgedExchange[];
  /** Whether a later request of the opening shows that the service took the request. */
  readonly isShownLater: boolean;
  /** Whether a query with a wrong signature is refused; undefined unless queries are accepted and one may be sent. */
  checksElsewhere(): Promise<boolean | undefined>;
  /** Sends the twin once; undefined if there is none, or no request is left for it. */
  twin(kind: TwinKind): Promise<JudgedExchange | undefined>;
}

/** A cause without what was sent and answered. */
export type Finding = Pick<Cause, 'key' | 'says' | 'comparedWith' | 'advice'>;

/** The explanation of a refusal, if there is one. */
export type Found = Finding | undefined;

/** Checks a case for one cause. */
export type Explain = (one: Case) => Found | Promise<Found>;
