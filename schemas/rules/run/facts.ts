import { entriesOf, entrySucceeded, isBlank, membersOf } from '../../history/outcome.ts';
import { groupedBy, isObject } from '../../json.ts';
import { passesLuhn } from '../../luhn.ts';
import { onceFor } from '../../once-for.ts';
import { isDocumented, type Operation, operationOf } from '../../operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../types.ts';

// What evidence puts in place of letters and digits, beyond ASCII included.
const maskSigns = /^[xX0øØ０]*$/;
const sign = /[\p{L}\p{N}]/gu;
// Part of a longer text, a text that was shortened, or a value that the target file names.
const inPart = /x{3,}|…|secret-[0-9a-f]{6}/i;

/** The signs that the tag of a mask may take, by the fewest signs of a text. */
const tags = [
  { from: 16, signs: 8 },
  { from: 8, signs: 3 },
  { from: 6, signs: 2 },
] as const;

// The masked digits of a card number, or the zeros that stand for them where evidence is read again, and a check digit.
const hiddenDigits = /^[1-6]\d{5}(?:(x{3,9})|0{2,8}\d)\d{4}$/;
const cardLengths = [13, 14, 15, 16, 17, 18, 19];

/**
 * Tells whether an identifier holds what evidence may have masked as a card number: then it identifies nothing, since
 * others have the same mask.
 */
export function mayHoldMaskedCard(identifier: string): boolean {
  return (identifier.match(/\d(?:[ -]?[\dx]){12,}/g) ?? []).some((run) => {
    const digits = run.replaceAll(/[ -]/g, '');
    return cardLengths.some((length) => {
      const found = digits.length < length ? null : hiddenDigits.exec(digits.slice(0, length));
      if (found === null) return false;
      // What follows the number, such as the digits of a refund, may have been read as part of it.
      return found[1] !== undefined || passesLuhn(found[0]) || passesLuhn(digits);
    });
  });
}

/**
 * Tells whether evidence may have masked a text, whole or in part, in which case it compares with nothing: what is masked in
 * one exchange need not be masked in another, where nothing says that it is somebody's. The first signs of a longer one may be
 * a tag.
 */
export function mayBeMasked(text: string): boolean {
  if (inPart.test(text)) return true;
  const signs = text.match(sign) ?? [];
  const tag = tags.find(({ from }) => signs.length >= from)?.signs ?? 0;
  return signs.length > 0 && maskSigns.test(signs.slice(tag).join(''));
}

/** One exchange with its request and answer as objects. */
export interface Fact {
  readonly judged: JudgedExchange;
  readonly operation: Operation;
  readonly request: JsonObject;
  /** Read on demand: no rule looks into pages, which take longest to read. */
  readonly answer: JsonObject;
  /** Merchant and account of the request. */
  readonly account: string;
}

/** One record of an answer: a result entry, a listed order or a listed refund. */
export interface FoundRecord extends Fact {
  readonly record: JsonObject;
  readonly path: string;
}

/** A payment that the service accepted. */
export interface Payment extends Fact {
  readonly order_no: string;
  readonly transaction_id: string;
}

// Rules ask for the facts of a run, of each of its tests and of single exchanges: each is read once.
const factOf = onceFor((judged: JudgedExchange) => readFact(judged));

/**
 * The exchanges that were answered and whose request was right, as facts; others prove nothing about the service. Most rules
 * ask for those of the same run, which is whole by then.
 */
export const factsOf = onceFor((run: readonly JudgedExchange[]): readonly Fact[] =>
  run.flatMap((judged) => factOf(judged) ?? []),
);

function readFact(judged: JudgedExchange): Fact | undefined {
  const { exchange, judgement } = judged;
  if (!isDocumented(exchange.operation) || judgement.request === 'broken') return undefined;
  const operation = operationOf(exchange.operation);
  if (!isAnswered(operation, judged)) return undefined;
  const request = isObject(exchange.sent.value) ? exchange.sent.value : {};
  const account = `${String(request.merchant_id)}\n${String(request.account_id)}`;
  return {
    judged,
    operation,
    request,
    get answer() {
      return membersOf(operation, judgement.answer ?? {});
    },
    account,
  };
}

function isAnswered({ answers }: Operation, { exchange, judgement }: JudgedExchange): boolean {
  return answers === 'html' ? exchange.received.kind === 'answer' : judgement.answer !== undefined;
}

const identifiers = ['transaction_id', 'order_no', 'refund_reference_id'];

/** Tells whether an object is known by identifiers that evidence left as they are. */
export function isTold(object: JsonObject): boolean {
  return !identifiers.some((name) => mayHoldMaskedCard(String(object[name] ?? '')));
}

/** The card payments that were accepted and named a transaction, but for those of which evidence may mask an identifier. */
export function paymentsOf(facts: readonly Fact[]): readonly Payment[] {
  return facts.flatMap((fact) => paymentIn(fact) ?? []);
}

const paymentIn = onceFor((fact: Fact): Payment | undefined => {
  const { order_no } = fact.request;
  if (fact.operation.id !== 'direct-payment' || fact.judged.judgement.outcome !== 'accepted')
    return undefined;
  const { transaction_id } = fact.answer;
  // An identifier that is empty is absent; its presence has its own clause.
  if (!isTold(fact.request) || !isTold(fact.answer)) return undefined;
  return typeof order_no === 'string' &&
    !isBlank(order_no) &&
    typeof transaction_id === 'string' &&
    !isBlank(transaction_id)
    ? { ...fact, order_no, transaction_id }
    : undefined;
});

/** The payment requests of a run that named each order, under its account: of several it is not known which one a record means. */
export function attemptsOf(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const payments = facts.filter(({ operation }) => operation.family === 'payment');
  return groupedBy(payments, ({ account, request }) => `${account}\n${String(request.order_no)}`);
}

/** The accepted orders that exactly one payment request named, also those whose answer names no transaction (2.7, 2.8), by account and order_no. */
export function ordersTakenOnce(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  const attempts = attemptsOf(facts);
  return new Map(
    facts
      .filter(({ operation, judged: { judgement }, request }) => {
        const isTaken = operation.family === 'payment' && judgement.outcome === 'accepted';
        return (
          isTaken && typeof request.order_no === 'string' && !isBlank(request.order_no) && isTold(request)
        );
      })
      .map((fact) => [`${fact.account}\n${String(fact.request.order_no)}`, fact] as const)
      .filter(([key]) => attempts.get(key)?.length === 1),
  );
}

/** The records of answers to one operation that are told apart; of batches only the entries that succeeded. */
export function recordsOf(
  facts: readonly Fact[],
  ...operations: readonly DocumentedOperationId[]
): readonly FoundRecord[] {
  return facts.flatMap((fact) => (operations.includes(fact.operation.id) ? recordsIn(fact) : []));
}

const recordsIn = onceFor((fact: Fact): readonly FoundRecord[] => {
  const { operation, answer } = fact;
  const field = operation.batch?.field ?? operation.lists?.field ?? '';
  return entriesOf(operation, answer).flatMap((record, index) =>
    (operation.batch === undefined || entrySucceeded(operation, record)) && isTold(record)
      ? { ...fact, record, path: `${field}[${index}]` }
      : [],
  );
});

/** The exchanges of a run test by test: workers take turns differently from run to run, so time has an order only inside a test. */
export function byTest(run: readonly JudgedExchange[]): readonly (readonly JudgedExchange[])[] {
  const tests = groupedBy(run, ({ exchange: { origin } }) => `${origin.file ?? ''}\n${origin.test}`);
  return [...tests.values()];
}
