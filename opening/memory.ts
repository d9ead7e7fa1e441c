import { noteRemembered, type Remembered } from '../reports/forgotten.ts';
import { objectOf } from '../schemas/json.ts';
import { isDocumented, type Operation, operationOf } from '../schemas/operations.ts';
import { entriesOf, entrySucceeded, isBlank, membersOf, scalarText } from '../schemas/outcome.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { Settings } from '../targets/settings.ts';
import { reasonWords } from './answer-words.ts';
import { speaksOfUnknown } from './speaks-of-unknown.ts';
import { tellsOfEntry } from './telling-members.ts';

/** Watches, over all workers of a run, whether the service still knows the orders that it accepted. */
export interface Memory {
  /** Notes what an exchange that has just been answered shows about it. */
  note(judged: JudgedExchange): void;
}

type Shown = Pick<Remembered, 'seen' | 'id'>;

function acceptedIn(answer: JsonObject): Shown[] {
  return ['transaction_id', 'recurring_id'].flatMap((name): Shown[] => {
    const id = scalarText(answer[name]);
    return id === undefined || isBlank(id) ? [] : [{ seen: 'accepted', id }];
  });
}

function saidOf(entry: JsonObject): string {
  return Object.entries(entry)
    .flatMap(([name, value]) => (tellsOfEntry(name) ? (scalarText(value) ?? []) : []))
    .join(', ');
}

/** What a batch shows about each order of it: the entry of the order, or words about the whole call. */
function shownByBatch(operation: Operation, judged: JudgedExchange, answer: JsonObject): Shown[] {
  const { field } = operation.batch ?? { field: '' };
  const asked = objectOf(judged.exchange.sent.value)[field];
  const entries = entriesOf(operation, answer);
  const isUnknown = judged.judgement.outcome === 'refused' && speaksOfUnknown(reasonWords(judged));
  return (Array.isArray(asked) ? asked : []).flatMap((one): Shown[] => {
    const id = scalarText(objectOf(one).transaction_id);
    if (id === undefined) return [];
    const entry = entries.find(({ transaction_id }) => scalarText(transaction_id) === id);
    if (entry === undefined) return entries.length === 0 && isUnknown ? [{ seen: 'unknown', id }] : [];
    if (entrySucceeded(operation, entry)) return [{ seen: 'known', id }];
    return speaksOfUnknown(saidOf(entry)) ? [{ seen: 'unknown', id }] : [];
  });
}

function shownBySubscription(judged: JudgedExchange): Shown[] {
  const id = scalarText(objectOf(judged.exchange.sent.value).recurring_id);
  const { outcome } = judged.judgement;
  if (id === undefined) return [];
  if (outcome === 'accepted') return [{ seen: 'known', id }];
  return outcome === 'refused' && speaksOfUnknown(reasonWords(judged)) ? [{ seen: 'unknown', id }] : [];
}

function shownBy(judged: JudgedExchange): Shown[] {
  const { exchange, judgement } = judged;
  const { operation: id, sent } = exchange;
  // What breaks the document on purpose may be called anything.
  if (!isDocumented(id) || sent.intent !== 'valid' || judgement.request === 'broken') return [];
  const operation = operationOf(id);
  const answer = judgement.answer === undefined ? {} : membersOf(operation, judgement.answer);
  if (id === 'direct-payment') return judgement.outcome === 'accepted' ? acceptedIn(answer) : [];
  if (id === 'cancel-subscription') return shownBySubscription(judged);
  return operation.batch === undefined ? [] : shownByBatch(operation, judged, answer);
}

/** Opens the watch of one worker over what the service remembers. */
export function openMemory({ out }: Pick<Settings, 'out'>): Memory {
  return {
    note(judged) {
      const { id: exchange, received } = judged.exchange;
      const now = performance.timeOrigin + performance.now();
      noteRemembered(
        out,
        shownBy(judged).map(({ seen, id }) => ({
          seen,
          id,
          at: seen === 'accepted' ? now : now - received.durationMs,
          exchange,
        })),
      );
    },
  };
}
