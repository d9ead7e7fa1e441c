import type { Inspection } from '../contract.ts';
import type { Grade } from '../history/outcome.ts';
import type { Recorder } from '../judge/recorder.ts';
import type { Decoded } from '../media/decoded.ts';
import type { Operation } from '../operations.ts';
import type {
  Answer,
  ClauseId,
  Exchange,
  JsonObject,
  JudgedExchange,
  OperationId,
  Outcome,
} from '../types.ts';

/** The data of one exchange for rules. */
export interface View {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly grade: Grade;
  readonly outcome: Outcome;
  /** The logical body of the request; empty if it is not an object. */
  readonly request: JsonObject;
  /** The check of the request against its schema. */
  readonly asked: Inspection;
  /** False if the request is unknown, or its body intentionally is another one: nothing can be compared with it. */
  readonly comparable: boolean;
  /** True if every value in the request obeys the clauses on the caller, whatever its purpose. */
  readonly fits: boolean;
  /** The answer, if a complete one arrived. */
  readonly received?: Answer;
  readonly decoded?: Decoded;
  /** The members of the JSON object, of `respon` or of the page; empty without one. */
  readonly answer: JsonObject;
  /** True if the answer, or the merchant, says that the request will be carried out later. */
  readonly isForLater?: boolean;
  /** The check of the answer against its schema, if it is judged as a documented answer. */
  readonly checked?: Inspection;
  /** Indexes of the result entries of a batch that were refused. */
  readonly refusedEntries: ReadonlySet<number>;
}

/** A rule over one exchange that JSON Schema cannot express. */
export interface Rule {
  readonly name: string;
  /** Every clause that the rule may hold, break or observe. */
  readonly clauses: readonly ClauseId[];
  readonly operations: readonly OperationId[];
  /** `exchange`: any exchange; `answer`: only answers judged as documented ones; `page`: only visited pages. */
  readonly looksAt: 'exchange' | 'answer' | 'page';
  /** Set if a rule over answers also sees refusals in the outline of a result. */
  readonly refusals?: true;
  /**
   * Set if the rule sees what was answered to a request that the document does not allow; the document describes no such
   * answer. What it breaks is then a warning, or as bad as for an allowed request.
   */
  readonly disallowed?: 'warns' | 'as-allowed';
  check(view: View, recorder: Recorder): void;
}

/** The path of an answer member in findings: below `respon` for XML. */
export function pathIn(view: View, member: string): string {
  return view.operation.answers === 'xml' ? `respon.${member}` : member;
}

/** A rule over the exchanges of a run with one service. */
export interface RunRule extends Pick<Rule, 'name' | 'clauses' | 'operations'> {
  /** Set if the rule counts what requests moved that the document does not allow, or looks for cards in their answers. */
  readonly disallowed?: true;
  /** Writes to the recorder of the exchange that shows the deviation; if two disagree, the later one. */
  check(run: readonly JudgedExchange[], about: (judged: JudgedExchange) => Recorder): void;
}
