import { addressed } from '../../schemas/history/addressee.ts';
import { answerOf, entryOutcome } from '../../schemas/history/outcome.ts';
import { isAccepted, isSurelyRefused, stateOf, stateOfEntry } from '../../schemas/history/states.ts';
import { isObject, objectOf } from '../../schemas/json.ts';
import { effectOf, isDocumented, operationOf } from '../../schemas/operations.ts';
import { cardNumber, holdsCard } from '../../schemas/rules/cards.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange, Statuses } from '../../schemas/types.ts';
import type { LedgerFacts } from './entry.ts';

/** A request other than a batch, with the members of its answer. */
interface AnsweredPayment {
  readonly operation: DocumentedOperationId;
  readonly sent: JsonObject;
  readonly answer: JsonObject;
  readonly certain: boolean;
  readonly keepable: Recordable;
}

/** Members that identify an answer; a payment must name its order, or another client's would be undone. */
const identities = ['merchant_id', 'account_id', 'order_no', 'request_id'] as const;

/** The facts that an answer adds to those sent: identifiers of the service, or why they are not believed. */
function readPayment(payment: AnsweredPayment): Partial<LedgerFacts> {
  const { operation, answer, certain, keepable } = payment;
  if (!certain) return {};
  const doubt = whyForeign(payment);
  const { transaction_id } = answer;
  if (typeof transaction_id !== 'string' || transaction_id === '')
    return doubt === undefined ? {} : { undo: [], doubt };
  if (!keepable(transaction_id)) {
    const why = 'its transaction_id holds a secret or a card number, or is too long, and is not kept';
    return { undo: [], doubt: doubt ?? why };
  }
  if (doubt !== undefined) return { transaction_id, undo: [], doubt };
  return { transaction_id, ...(operation === 'direct-payment' ? subscriptionOf(payment) : {}) };
}

function whyForeign({ operation, sent, answer }: AnsweredPayment): string | undefined {
  if (operation === 'cancel-subscription')
    return answer.recurring_id === sent.recurring_id ? undefined : 'the answer names another recurring_id';
  if (operation === 'direct-payment' && sent.order_no !== undefined && !answer.order_no)
    return 'the answer does not name the order_no that was sent';
  const other = identities.find(
    (name) => typeof answer[name] === 'string' && answer[name] !== '' && answer[name] !== sent[name],
  );
  return other === undefined ? undefined : `the answer names another ${other} than the one that was sent`;
}

// A subscription that the request did not ask for is another client's.
function subscriptionOf({ sent, answer, keepable }: AnsweredPayment): Partial<LedgerFacts> {
  const { subscription } = sent;
  const { recurring_id, contract_name } = answer;
  if (!isObject(subscription) || typeof recurring_id !== 'string' || recurring_id === '') return {};
  const asked = subscription.contract_name;
  const answered = typeof contract_name === 'string' && contract_name !== '' ? contract_name : asked;
  if (!keepable(recurring_id) || typeof asked !== 'string' || answered !== asked) return {};
  return { recurring_id, contract_name: asked, undo: ['cancel', 'refund', 'cancel-subscription'] };
}

/** Operations that end or give back something, so that a second one after them may do it twice. */
const returning: ReadonlySet<DocumentedOperationId> = new Set(['cancel', 'refund', 'cancel-subscription']);

/**
 * The entries for what one exchange created, gave back or ended; none if it was refused or only read. Of what gives back
 * or ends, only a status that the merchant calls refused shows that nothing was done. Order, amount, currency and
 * contract are those sent; the answer gives only the transaction, and only if it names the order that was sent.
 */
export function ledgerEntriesOf(
  judged: JudgedExchange,
  keepable: Recordable,
  statuses?: Statuses,
): readonly LedgerFacts[] {
  const { exchange, judgement } = judged;
  const { operation } = exchange;
  if (!isDocumented(operation) || effectOf(operation) === 'reads') return [];
  const certain = judgement.outcome === 'accepted';
  const { state } = stateOf(judged, statuses);
  const { received } = exchange;
  if (!certain && (state === 'throttled' || (state === 'refused' && !returning.has(operation)))) return [];
  // A connection that was never made created nothing.
  if (received.kind === 'none' && received.reason === 'unreachable') return [];
  const sent = objectOf(exchange.sent.value);
  const answer = answerOf(judged);
  const about = { operation, certain, undo: operationOf(operation).undoneBy, exchange: exchange.id };
  if (operationOf(operation).batch === undefined) {
    if (state === 'refused' && isSurelyRefused(operation, answer, statuses)) return [];
    const { account_id } = sent;
    const account = typeof account_id === 'string' ? { account_id } : {};
    return [
      {
        ...factsOf(sent),
        ...account,
        ...about,
        ...readPayment({ operation, sent, answer, certain, keepable }),
      },
    ];
  }
  const { done, perhaps, foreign } = sorted(judged, operation, statuses);
  const entries = [
    ...done.map((entry) => ({ ...factsOf(entry), ...about })),
    ...perhaps.map((entry) => ({ ...factsOf(entry), ...about, certain: false })),
  ];
  if (foreign === 0) return entries;
  const doubt = `the answer reports success for ${foreign} ${foreign === 1 ? 'entry' : 'entries'} that the request did not hold`;
  return [...entries, { operation, certain: false, undo: [], exchange: exchange.id, doubt }];
}

/** Batch entries that were done, and those that may have been: pending, or without a clear answer. */
interface Sorted {
  readonly done: readonly JsonObject[];
  readonly perhaps: readonly JsonObject[];
  /** Number of successes in the answer for entries that were not sent. */
  readonly foreign: number;
}

function sorted(judged: JudgedExchange, id: DocumentedOperationId, statuses: Statuses | undefined): Sorted {
  const isDone = (entry: JsonObject) => isAccepted(judged) && stateOfEntry(id, entry, statuses) === 'done';
  const isNotDone = (entry: JsonObject) =>
    returning.has(id)
      ? isSurelyRefused(id, entry, statuses)
      : entryOutcome(operationOf(id), entry, statuses) === 'refused';
  const { orders, foreign } = addressed(judged);
  return {
    done: orders.flatMap(({ sent, entry }) => (entry !== undefined && isDone(entry) ? [sent] : [])),
    perhaps: orders.flatMap(({ sent, entry }) =>
      entry === undefined || !(isDone(entry) || isNotDone(entry)) ? [sent] : [],
    ),
    foreign: foreign.filter(isDone).length,
  };
}

const names = ['order_no', 'transaction_id', 'amount', 'currency', 'recurring_id', 'request_id'] as const;

/** Names in a refund and a payout that mean the same and precede the plain name. */
const otherNames: Readonly<Partial<Record<(typeof names)[number], readonly string[]>>> = {
  amount: ['refund_amount', 'payment_amount'],
  currency: ['payment_currency'],
};

function factsOf(sent: JsonObject): Partial<Record<(typeof names)[number], string>> {
  const facts: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const fact = otherNames[name]?.map((other) => sent[other]).find((one) => one !== undefined) ?? sent[name];
    if (typeof fact === 'string' && fact !== '') facts[name] = fact;
  }
  return facts;
}

/** Longest identifier of a service that is kept, in characters. */
const longest = 200;
/** Fewest characters of a secret that is looked for: shorter ones would match ordinary identifiers. */
const shortest = 6;

/** Returns whether a text of the service may be recorded: no secret, no card number, not too long. */
export type Recordable = (text: string) => boolean;

// A header value is also known by its words: services quote a credential without its scheme.
function wordsOf(secret: string): readonly string[] {
  return [secret, ...secret.split(/\s+/)].filter((word) => word.length >= shortest);
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const grouped = /(?<![0-9])[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}(?![0-9])/;

/** Makes the rule for the secrets of a target and the card of the request, `sent`. */
export function recordableFor(secrets: readonly string[], sent: JsonObject = {}): Recordable {
  const words = secrets.flatMap(wordsOf);
  // A text without a letter may be a date, and identifiers hold dates.
  const bare = words.map(letters).filter((word) => word.length >= shortest && /\p{L}/u.test(word));
  const numbers = [sent.card, ...secrets].flatMap((one) => cardNumber(one) ?? []);
  return (text) => {
    if (text.length > longest || grouped.test(text) || holdsIssuedNumber(text)) return false;
    const plain = letters(text);
    if (words.some((word) => text.includes(word)) || bare.some((word) => plain.includes(word))) return false;
    const digits = text.replaceAll(/[^0-9]/g, '');
    return !numbers.some((number) => holdsCard(text, number) || digits.includes(number));
  };
}

// Digits of another length than a card number, or that no scheme issues, are an identifier.
function holdsIssuedNumber(text: string): boolean {
  const issued =
    /^(?:4[0-9]{15}|5[1-5][0-9]{14}|2[2-7][0-9]{14}|3[47][0-9]{13}|6(?:011|5[0-9]{2})[0-9]{12})$/;
  return (text.match(/[0-9]{13,}/g) ?? []).some((run) => issued.test(run) && cardNumber(run) !== undefined);
}
