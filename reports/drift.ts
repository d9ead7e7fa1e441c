import type { ClauseId, OperationId } from '../schemas/types.ts';

/** Observed behaviour at a clause. */
export interface SeenBehaviour {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly fingerprint: string;
}

/** What one statement has and the other has not. */
export interface Drift<Item> {
  readonly appeared: readonly Item[];
  readonly vanished: readonly Item[];
}
