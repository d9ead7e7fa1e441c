import { tellStopped } from '../reports/stopped.ts';
import { answerOf } from '../schemas/answer-of.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { entriesOf, isBlank } from '../schemas/outcome.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../schemas/types.ts';
import type { Settings } from '../targets/settings.ts';

/** A read that the service took, as it was asked for. */
export interface TakenRead {
  readonly operation: OperationId;
  readonly body: JsonObject;
}

/** Watches, in one worker, whether a service that took requests still takes any. */
export interface Refusals {
  /** Notes an answer; tells whether so many allowed requests in a row were refused that the service may take none any more. */
  note(judged: JudgedExchange, body: JsonObject): boolean;
  /** The read that was taken last; undefined where none was. */
  taken(): TakenRead | undefined;
  /** Notes that the service still takes what it took before. */
  trust(): void;
  /** Notes that it turns that away, in these words, so that all workers stop; returns the reason. */
  convict(words: string): string;
}

/** Refusals in a row that raise the suspicion; twice as many after each time that it proved wrong. */
const fewest = 12;

function isRead(operation: OperationId): boolean {
  return isDocumented(operation) && operationOf(operation).effect === 'reads';
}

/** Tells an answer with results of its own: it took the call, and did not do what that asked for. */
function hasResults(judged: JudgedExchange): boolean {
  const { operation } = judged.exchange;
  if (!isDocumented(operation)) return false;
  const answer = answerOf(judged);
  return operation === 'cancel-subscription'
    ? !isBlank(answer.recurring_id)
    : entriesOf(operationOf(operation), answer).length > 0;
}

/** Opens the watch of one worker over what is refused. */
export function openRefusals({ out }: Pick<Settings, 'out'>): Refusals {
  let row: string[] = [];
  let taken: TakenRead | undefined;
  let enough = fewest;
  return {
    note(judged, body) {
      const { id, operation, sent } = judged.exchange;
      const { outcome } = judged.judgement;
      const isAllowed = sent.intent === 'valid';
      if (outcome === 'accepted' && isAllowed && isRead(operation)) taken = { operation, body };
      if (outcome === 'accepted' || hasResults(judged)) row = [];
      else if (isAllowed && outcome === 'refused') row.push(id);
      else return false;
      return row.length >= enough;
    },
    taken: () => taken,
    trust() {
      row = [];
      enough *= 2;
    },
    convict(words) {
      const reason = `the service takes nothing any more since exchange ${row[0]}: ${row.length} allowed requests in a row were refused, and one more that it took before (${words})`;
      return tellStopped(out, reason);
    },
  };
}
