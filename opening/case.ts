import type { Cause } from '../schemas/opening.ts';
import type { DocumentedOperationId, JudgedExchange } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';
import type { Attempted } from './ask-step.ts';

/** The ways in which a twin differs from the request that was refused. */
export type TwinKind = 'signature' | 'merchant' | 'account' | 'encoding' | 'card' | 'currency' | 'order';

/** One operation whose complete request was not accepted, and what else is known. */
export interface Case {
  readonly operation: DocumentedOperationId;
  /** The request that was not accepted, with its answer. */
  readonly main: JudgedExchange;
  /** Requests of the same operation that were refused as well. */
  readonly others: readonly Attempted[];
  readonly target: Target;
  /** Operations that the service accepted. */
  readonly accepted: ReadonlySet<DocumentedOperationId>;
  /** The refused requests of all operations, this one included. */
  readonly refused: readonly JudgedExchange[];
  /** Sends the twin, once; undefined when there is none, or no request is left for it. */
  twin(kind: TwinKind): Promise<JudgedExchange | undefined>;
}

/** What a look at a case found: all of a cause but what was sent and answered. */
export type Finding = Pick<Cause, 'key' | 'says' | 'comparedWith' | 'advice'>;

/** What explains a refusal, where a cause does. */
export type Found = Finding | undefined;

/** Looks for one cause. */
export type Explain = (one: Case) => Found | Promise<Found>;
