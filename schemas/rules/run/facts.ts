import { entriesOf, entryOutcome, isBlank, membersOf } from '../../history/outcome.ts';
import { groupedBy, isObject } from '../../json.ts';
import { passesLuhn } from '../../luhn.ts';
import { onceFor } from '../../once-for.ts';
import { isDocumented, type Operation, operationOf } from '../../operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../types.ts';

// Characters with which evidence masks letters and digits, including those beyond ASCII.
const maskSigns = /^[xX0øØ０]*$/;
const sign = /[\p{L}\p{N}]/gu;
// A masked part of a longer text, a truncated text, or a masked value of the target file.
const inPart = /x{3,}|…|secret-[0-9a-f]{6}/i;

/** Length of the tag of a mask, by minimum length of the text. */
const tags = [
  { from: 16, signs: 8 },
  { from: 8, signs: 3 },
  { from: 6, signs: 2 },
] as const;

// The masked digits of a card number, or zeros and a check digit in their place when evidence is read again.
const hiddenDigits = /^[1-6]\d{5}(?:(x{3,9})|0{2,8}\d)\d{4}$/;
const cardLengths = [13, 14, 15, 16, 17, 18, 19];

/**
 * Returns whether evidence may have masked a part of an identifier as a card number. It then identifies nothing, as
 * other identifiers have the same mask.
 */
export function mayHoldMaskedCard(identifier: string): boolean {
  return (identifier.match(/\d(?:[ -]?[\dx]){12,}/g) ?? []).some((run) => {
    const digits = run.replaceAll(/[ -]/g, '');
    return cardLengths.some((length) => {
      const found = digits.length < length ? null : hiddenDigits.exec(digits.slice(0, length));
      if (found === null) return false;
      // Following digits, such as those of a refund, may have been read as part of the number.
      return found[1] !== undefined || passesLuhn(found[0]) || passesLuhn(digits);
    });
  });
}

/**
 * Returns whether evidence may have masked a text, in whole or in part. It is then not compared: the same text may be
 * unmasked in another exchange. A longer text may begin with a tag.
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
  /** Decoded on demand: no rule needs pages, which are the slowest to decode. */
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

// Cached, as rules ask for the facts of a run, of each test and of single exchanges.
const factOf = onceFor((judged: JudgedExchange) => readFact(judged));

/** The answered exchanges with a valid request as facts; others prove nothing about the service. Cached by run. */
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

/** Returns whether none of an object's identifiers may be masked by evidence. */
export function hasClearIdentifiers(object: JsonObject): boolean {
  return !identifiers.some((name) => mayHoldMaskedCard(String(object[name] ?? '')));
}

/** The accepted card payments with a transaction_id, except those with an identifier that may be masked. */
export function paymentsOf(facts: readonly Fact[]): readonly Payment[] {
  return facts.flatMap((fact) => paymentIn(fact) ?? []);
}

const paymentIn = onceFor((fact: Fact): Payment | undefined => {
  const { order_no } = fact.request;
  if (fact.operation.id !== 'direct-payment' || fact.judged.judgement.outcome !== 'accepted')
    return undefined;
  const { transaction_id } = fact.answer;
  // An empty identifier is absent; its presence has its own clause.
  if (!hasClearIdentifiers(fact.request) || !hasClearIdentifiers(fact.answer)) return undefined;
  return typeof order_no === 'string' &&
    !isBlank(order_no) &&
    typeof transaction_id === 'string' &&
    !isBlank(transaction_id)
    ? { ...fact, order_no, transaction_id }
    : undefined;
});

/** The payment requests of a run by account and order_no; of several it is unknown which one a record means. */
export function attemptsOf(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const payments = facts.filter(({ operation }) => operation.family === 'payment');
  return groupedBy(payments, ({ account, request }) => `${account}\n${String(request.order_no)}`);
}

/** The accepted orders with exactly one payment request, by account and order_no; also without a transaction_id. */
export function ordersAcceptedOnce(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  const attempts = attemptsOf(facts);
  return new Map(
    facts
      .filter(({ operation, judged: { judgement }, request }) => {
        const isTaken = operation.family === 'payment' && judgement.outcome === 'accepted';
        return (
          isTaken &&
          typeof request.order_no === 'string' &&
          !isBlank(request.order_no) &&
          hasClearIdentifiers(request)
        );
      })
      .map((fact) => [`${fact.account}\n${String(fact.request.order_no)}`, fact] as const)
      .filter(([key]) => attempts.get(key)?.length === 1),
  );
}

/** The identifiable records of answers to some operations; for batches only the successful entries. */
export function recordsOf(
  facts: readonly Fact[],
  ...operations: readonly DocumentedOperationId[]
): readonly FoundRecord[] {
  return facts.flatMap((fact) => (operations.includes(fact.operation.id) ? recordsIn(fact) : []));
}

const recordsIn = onceFor((fact: Fact): readonly FoundRecord[] => {
  const { operation, answer } = fact;
  const field = operation.batch?.field ?? operation.lists?.field ?? '';
  const { statuses } = fact.judged.exchange;
  const isDone = (record: JsonObject) =>
    operation.batch === undefined || entryOutcome(operation, record, statuses) === 'done';
  return entriesOf(operation, answer).flatMap((record, index) =>
    isDone(record) && hasClearIdentifiers(record) ? { ...fact, record, path: `${field}[${index}]` } : [],
  );
});

/** The exchanges of a run by test: workers interleave tests, so the order in time is stable only within a test. */
export function byTest(run: readonly JudgedExchange[]): readonly (readonly JudgedExchange[])[] {
  const tests = groupedBy(run, ({ exchange: { origin } }) => `${origin.file ?? ''}\n${origin.test}`);
  return [...tests.values()];
}
