import type { ClauseId, Exchange } from '../../../schemas/types.ts';

/** An exchange that deviates from one clause, and the clause that its findings have to name. */
export interface Deviation {
  readonly title: string;
  readonly clause: ClauseId;
  readonly exchange: Exchange;
}
