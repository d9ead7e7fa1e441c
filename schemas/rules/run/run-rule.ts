import type { Notebook } from '../../notebook.ts';
import type { ClauseId, JudgedExchange, OperationId } from '../../types.ts';

/** A rule over the exchanges that one service answered in a run. */
export interface RunRule {
  readonly name: string;
  /** The file beside this one that holds it, without its ending, where that is not its name. */
  readonly file?: string;
  /** Every clause that the rule may hold, break or observe. */
  readonly clauses: readonly ClauseId[];
  /** Operations whose exchanges the rule looks at. */
  readonly operations: readonly OperationId[];
  /** Writes into the notebook of the exchange that shows the deviation: the later one, where two disagree. */
  check(run: readonly JudgedExchange[], about: (judged: JudgedExchange) => Notebook): void;
}
