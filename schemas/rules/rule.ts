import type { Inspection } from '../contract.ts';
import type { Grade } from '../history/outcome.ts';
import type { Notebook } from '../judge/notebook.ts';
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

/** One exchange as rules see it. */
export interface View {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly grade: Grade;
  readonly outcome: Outcome;
  /** The request's logical body; empty when it was no object. */
  readonly request: JsonObject;
  /** The request's check against its schema. */
  readonly asked: Inspection;
  /** False when the wire carried something else than `request` on purpose: then nothing can be compared with it. */
  readonly comparable: boolean;
  /** True when what the request holds obeys every clause on the caller, whatever it was meant to be. */
  readonly fits: boolean;
  /** The answer, when one arrived whole. */
  readonly received?: Answer;
  readonly decoded?: Decoded;
  /** Members that the document names: of the JSON object, of `respon`, or of the page; empty without such. */
  readonly answer: JsonObject;
  /** True when the answer says, or the merchant, that what was asked for is done later. */
  readonly isForLater?: boolean;
  /** The answer's check against its schema, when it is judged as a documented answer. */
  readonly checked?: Inspection;
}

/** A rule that JSON Schema cannot say, over one exchange. */
export interface Rule {
  readonly name: string;
  /** Every clause that the rule may hold, break or observe. */
  readonly clauses: readonly ClauseId[];
  readonly operations: readonly OperationId[];
  /** `exchange`: looks at any exchange; `answer`: only at answers judged as documented ones; `page`: only at visited pages. */
  readonly looksAt: 'exchange' | 'answer' | 'page';
  check(view: View, notebook: Notebook): void;
}

/** The path of a member of the answer as findings write it: below `respon` for XML. */
export function pathIn(view: View, member: string): string {
  return view.operation.answers === 'xml' ? `respon.${member}` : member;
}

/** A rule over the exchanges that one service answered in a run. */
export interface RunRule extends Omit<Rule, 'looksAt' | 'check'> {
  /** Writes into the notebook of the exchange that shows the deviation: the later one, where two disagree. */
  check(run: readonly JudgedExchange[], about: (judged: JudgedExchange) => Notebook): void;
}
