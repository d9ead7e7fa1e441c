import { operationOf } from '../../../schemas/operations.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import {
  allOf,
  type Change,
  countInMemo,
  deciding,
  onEveryList,
  type ReshapeStep,
  refusing,
  reshaping,
  wording,
} from '../../behaviour.ts';
import { leavingOutListed, signingAnswers } from '../../changes.ts';
import { daysAfter, digestOf, identifierFrom, numberFrom, uuidFrom } from '../../derive.ts';
import { orderOf } from '../../operations/payment.ts';
import { recordOf, refundRecord } from '../../operations/query.ts';
import { plainBehaviour } from '../../plain.ts';
import {
  type About,
  type Problem,
  type Refusal,
  type RefusalKind,
  refusedInText,
  textOf,
} from '../../reply.ts';
import type { Habit } from '../acquirer.ts';
import { isPayment, refusingCalls } from './payments.ts';

/** Identifiers assigned by the acquirer are UUIDs. */
export const uuidIdentifiers: Habit = {
  insists: 'Its identifiers are UUIDs, so a refund_reference_id holds six hyphens.',
  because:
    '2.1 and 2.14: transaction_id is a string whose form is not shown; 2.9 adds a hyphen and two digits.',
  change: deciding({ identifier: (_kind, digest) => uuidFrom(digest) }),
};

/** Identifiers assigned by the acquirer are one letter and 15 digits, like the counters of old systems. */
export const countedIdentifiers: Habit = {
  insists: 'Its identifiers are a letter and fifteen digits.',
  because: '2.1 and 2.14: transaction_id is a string whose form is not shown.',
  change: deciding({
    identifier: (kind, digest) =>
      kind +
      String(BigInt(`0x${digest.slice(0, 16)}`))
        .padStart(15, '0')
        .slice(-15),
  }),
};

/** The messages of an acquirer in one language. */
export interface Language {
  /** Name of the language in English. */
  readonly name: string;
  readonly refusals: Readonly<Record<RefusalKind, string>>;
  /** Text of each problem, by its code. */
  readonly problems: Readonly<Record<string, string>>;
  /** Text of all other problems. */
  readonly otherwise: string;
  /** Result of an approved payment, after the code 0000. */
  readonly approved: string;
}

function translating({ refusals, problems, otherwise, approved }: Language): Change {
  const translated = (problem: Problem | undefined) =>
    problem && { ...problem, text: problems[problem.code] ?? otherwise };
  return allOf(
    wording({ order: { ...plainBehaviour.words.order, result: `0000:${approved}` } }),
    refusing((refusal, about, before) => before({ ...refusal, text: refusals[refusal.kind] }, about)),
    deciding(({ entryProblem, decline }) => ({
      entryProblem: (operation, found, subject) => translated(entryProblem(operation, found, subject)),
      decline: (request, found) => translated(decline(request, found)),
    })),
  );
}

/** Messages are in another language. It must come last, so that it also translates those of other habits. */
export function translatesMessages(language: Language): Habit {
  return {
    insists: `Messages for people are in ${language.name}.`,
    because: '7.7: messages are not shown; only OK of a call that succeeded is (7.1).',
    change: translating(language),
  };
}

function nameOf({ request }: About): string {
  const part = (name: string) => textOf(request, name);
  return `used ${JSON.stringify([part('merchant_id'), part('account_id'), part('order_no')])}`;
}

/** Order numbers have a maximum length and a limited alphabet. */
export function orderNumbersOf(longest: number, alphabet: RegExp, words: string): Habit {
  const fits = new RegExp(`^(?:${alphabet.source}){1,${longest}}$`);
  return {
    insists: `An order_no has at most ${longest} characters, ${words}.`,
    because: '2.14: length limits and format rules are not shown.',
    change: refusingCalls((about) =>
      isPayment(about) && !fits.test(textOf(about.request, 'order_no'))
        ? `order_no is not 1 to ${longest} ${words}`
        : undefined,
    ),
  };
}

/** Each order number is accepted once; a refused payment does not use it up. */
export const orderNumbersOnce: Habit = {
  insists: 'An order_no is taken once for an account; a second payment under it is refused.',
  because: "2.1: it is the merchant's order number, and 2.14 shows no rule for it.",
  change: allOf(
    refusingCalls((about) =>
      isPayment(about) && about.memo.has(nameOf(about)) ? 'order_no was used before' : undefined,
    ),
    reshaping((reply, about) => {
      if (reply.accepted && isPayment(about)) countInMemo(about.memo, nameOf(about), 1);
      return reply;
    }),
  ),
};

/** How an acquirer writes a refusal. */
interface RefusalForm {
  readonly statuses: Readonly<Partial<Record<RefusalKind, number>>>;
  readonly otherwise: number;
  readonly contentType: string;
  readonly text: (refusal: Refusal) => string;
  /** Completes "Refusals are …". */
  readonly words: string;
}

/** Refusals have these HTTP statuses; APM payments keep the documented ones (7.6). */
export function refusesWith({ statuses, otherwise, contentType, text, words }: RefusalForm): Habit {
  return {
    insists: `Refusals are ${words}.`,
    because: '7.8: error bodies are not shown.',
    change: refusing((refusal, about, before) => {
      // With status 200, a direct payment answers XML and a redirect payment a page (4.1, 4.3), refused or not.
      if (otherwise === 200 && operationOf(about.operation).answers !== 'json') return before(refusal, about);
      const status =
        about.operation === 'apm-payment'
          ? before(refusal, about).status
          : (statuses[refusal.kind] ?? otherwise);
      const headers = status === 401 ? { 'www-authenticate': 'Signature' } : undefined;
      return refusedInText(status, contentType, text(refusal), headers);
    }),
  };
}

const because =
  '5.5: algorithm, fields and key are not shown; 64 hexadecimal characters may be capitals (5.2).';

/** Requests are signed with SHA-256 over some fields and the key. */
export function signsFields(fields: readonly string[]): Habit {
  return {
    insists: `encryption_data is the SHA-256 of ${fields.join(', ')} and the key, joined without separator.`,
    because,
    setting: { signing: { recipe: 'sha256-concat', fields } },
  };
}

/** Requests are signed with HMAC-SHA-256 over some fields, in upper-case hexadecimal. */
export function signsFieldsByHmac(fields: readonly string[]): Habit {
  return {
    insists: `encryption_data is the HMAC-SHA-256 of ${fields.join(', ')}, joined by a vertical bar, in capitals; small letters are refused.`,
    because,
    setting: { signing: { recipe: 'hmac-of-fields', fields, uppercase: true } },
  };
}

/** Answers carry their own signature. */
export const signsAnswers: Habit = {
  insists: 'Answers carry their own signature in encryption_data, not that of the request.',
  because: '5.1: answers echo a value, and 5.5 does not show which (C-02).',
  change: signingAnswers((hex) => hex.toUpperCase()),
};

// Two of three answers leave fields out; the third one is complete.
const sometimes: Change = (behaviour) => {
  const shorten = leavingOutListed({ ...behaviour, reshape: [] }).reshape;
  const step: ReshapeStep = (reply, about) => {
    const digest = digestOf('sparse', JSON.stringify(about.request));
    return numberFrom(digest, 0, 3) === 0 ? reply : shorten.reduce((short, one) => one(short, about), reply);
  };
  return { ...behaviour, reshape: [...behaviour.reshape, step] };
};

/** Most answers leave out the fields whose presence the document does not state. */
export const leavesOut: Habit = {
  insists:
    'Most answers leave out the fields whose presence the document does not state; it announces that they are missing.',
  because: '2.14: which fields are required is not shown.',
  change: sometimes,
};

const mostListed = 100;

/** An order of another client of the account: a till that numbers its receipts. */
function strangersOrder({ request }: About, number: number) {
  const [merchant_id, account_id] = [textOf(request, 'merchant_id'), textOf(request, 'account_id')];
  const order_no = `TILL-${String(number).padStart(6, '0')}`;
  const receipt = {
    order_no,
    currency: 'EUR',
    amount: `${(number % 90) + 10}.50`,
    website: 'https://till.example',
  };
  const digest = digestOf('till', merchant_id, account_id, String(number));
  return orderOf('direct-payment', receipt, digest, 'paid', plainBehaviour.decide);
}

function queried(about: About, number: number): JsonObject {
  return { ...recordOf(strangersOrder(about, number), plainBehaviour.words), fraud_check_result: [] };
}

function refunded(about: About, number: number): JsonObject {
  const order = { ...strangersOrder(about, number), refunds: 1 };
  const refund = {
    order,
    number: 1,
    refund_reference_id: `${order.transaction_id}-01`,
    refund_reference: identifierFrom('R', order.digest),
    refund_amount: order.amount,
    refund_reason: 'goods returned at the till',
    refundedAt: daysAfter(order.takenAt, 1),
  };
  return refundRecord(refund, plainBehaviour.words);
}

/** Other clients use the same account: each listing contains some of their orders, and one more with every read. */
export const sharesTheAccount: Habit = {
  insists:
    'A till works in the same account: each listing holds a few of its orders and refunds besides those of the caller, a new one each time, and never more than 100 in all.',
  because: '4.4 and 4.10: how the orders and refunds to return are selected is not shown.',
  change: onEveryList((entries, about) => {
    if (operationOf(about.operation).lists === undefined) return entries;
    const key = `till ${about.operation}`;
    const number = (about.memo.get(key) ?? 0) + 1;
    countInMemo(about.memo, key, number);
    const write = about.operation === 'query' ? queried : refunded;
    const [newest = {}, ...older] = [number + 2, number + 1, number].map((one) => write(about, one));
    return [newest, ...entries.slice(0, mostListed - 3), ...older];
  }),
};
