import { clausesOf } from '../clauses.ts';
import { defined } from '../defined.ts';
import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { entriesOf, isBlank, saysNone } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import { isText } from '../judge/grade.ts';
import type { Recorder } from '../judge/recorder.ts';
import { operationsOfObjects } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonValue } from '../types.ts';
import { pathIn, type Rule } from './rule.ts';
import { decimal } from './values.ts';

/** Two texts that must agree, and where. */
interface Comparison {
  readonly clause: ClauseId;
  /** Path of the text in the answer. */
  readonly path: string;
  readonly sent: string;
  readonly received: string;
  /** The value in the answer, if it is not a text. */
  readonly shown?: JsonValue;
  /** The expected phrase, if it is not the text as sent. */
  readonly expected?: Said;
  /** Whether the texts differ in meaning; by default decided by their characters. */
  readonly differs?: boolean;
  readonly atMost?: 'warn';
}

/** Records that a clause holds if a text came back as sent, apart from line ends; otherwise that it is broken. */
export function compareAsSent(recorder: Recorder, comparison: Comparison): void {
  const { clause, path, sent, received, shown = received, atMost } = comparison;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const { differs = !isAsSent(name, sent, received) } = comparison;
  recorder.judges(clause, !differs, {
    kind: 'differs',
    path,
    expected: comparison.expected ?? say('as-sent', [sent]),
    received: sayValue(shown),
    ...defined({ atMost }),
  });
}

/** Returns whether two texts are equal apart from line ends, which XML and forms rewrite. */
export function sameText(one: string, other: string): boolean {
  return one === other || (one.includes('\r') || other.includes('\r') ? lines(one) === lines(other) : false);
}

const capitals = (text: string) => text.toUpperCase();
const plainDigits = (text: string) => text.replace(/^0+(?=[0-9])/, '');

/** The form of amounts in all samples (1.1). */
function twoDigits(text: string): string {
  if (!decimal.test(text)) return text;
  const [whole = '', fraction = ''] = text.split('.');
  return `${plainDigits(`0${whole}`)}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Normalisers for amounts and codes, by member name. */
const normalForms: Readonly<Record<string, (text: string) => string>> = table({
  amount: twoDigits,
  refund_amount: twoDigits,
  payment_amount: plainDigits,
  currency: capitals,
  payment_currency: capitals,
  account_currency: capitals,
  country_code: capitals,
  bank_country_code: capitals,
  swift_code: capitals,
  iban: (text) => capitals(text.replaceAll(' ', '')),
});

/** The usual form of a text under a member name; other texts unchanged. */
function normalForm(name: string, text: string): string {
  return normalForms[name]?.(text) ?? text;
}

/**
 * Tells whether a member came back as it was sent, without the blanks around it, or as the same value: `12.3` as
 * `12.30`, `1000.00` as `1000`, `eur` as `EUR`.
 */
export function isAsSent(name: string, sent: string, received: string): boolean {
  return isTrimmed(sent, received) || isSameValue(name, sent, received);
}

/** Tells whether two texts are the same value: apart from line ends, the digits of an amount and capitals of a code. */
export function isSameValue(name: string, one: string, other: string): boolean {
  const came = name.endsWith('amount') ? normalForm(name, other) : other;
  return sameText(one, other) || normalForm(name, one) === came;
}

/** Tells whether a text is the one that was sent, in its writing or in the usual one. */
export function isRepeatOf(name: string, sent: string, received: string): boolean {
  return sameText(sent, received) || isTrimmed(sent, received) || normalForm(name, sent) === received;
}

// Outer blanks may be lost on the way, and are not added.
const isTrimmed = (sent: string, shown: string) =>
  sent.includes(shown) && sameText(sent.trim(), shown.trim());

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

const clauses: Readonly<Record<string, ClauseId>> = table({
  note: '2.6/note/echo',
  contract_name: '2.6/contract_name/echo',
});

/** 2.6: what the result of a card payment names as the request did agrees with it. */
export const resultEcho: Rule = {
  name: 'result-echo',
  clauses: Object.values(clauses),
  operations: ['direct-payment'],
  looksAt: 'answer',
  check(view, recorder) {
    if (!view.comparable || view.outcome !== 'accepted') return;
    const { note, subscription } = view.request;
    const sent = { note, contract_name: isObject(subscription) ? subscription.contract_name : undefined };
    for (const [name, value] of Object.entries(sent)) {
      const received = view.answer[name];
      const clause = clauses[name] ?? '';
      if (!isText(value) || typeof received !== 'string' || isBlank(received)) continue;
      compareAsSent(recorder, { clause, path: pathIn(view, name), sent: value, received });
    }
  },
};

/** 5.1 against 2.7 and 2.10 (C-02): answers echo a value in encryption_data, or list none; which value is not shown. */
export const signatureEcho: Rule = {
  name: 'signature-echo',
  clauses: ['5.1/encryption_data/value', '5.1/encryption_data/echo'],
  operations: operationsOfObjects,
  looksAt: 'answer',
  check({ request, answer, operation, outcome, comparable }, recorder) {
    if (outcome !== 'accepted' || !comparable) return;
    const { encryption_data: echoed } = answer;
    const word =
      echoed === undefined
        ? 'absent'
        : echoed === request.encryption_data
          ? 'the value sent'
          : 'another value';
    recorder.observes(
      '5.1/encryption_data/value',
      word,
      `${operation.title}: encryption_data of the answer is ${word}`,
    );
  },
};

/** 4.4, 4.10: how records are selected is not documented; a search by merchant and account may list any. */
export const searchSelection: Rule = {
  name: 'search-selection',
  clauses: ['4.4/selection', '4.10/selection'],
  operations: ['query', 'refund-search'],
  looksAt: 'answer',
  check({ operation, answer, outcome }, recorder) {
    if (outcome !== 'accepted') return;
    const count = entriesOf(operation, answer).length;
    const word =
      count === 0
        ? 'lists nothing'
        : count === operation.lists?.limit
          ? 'lists as many as it may'
          : 'lists some';
    recorder.observes(`${operation.section}/selection`, word, `${operation.title}: ${word}`);
  },
};

/** Register clauses on members that identify or repeat the request. */
const ofMember =
  /^[^/]+\/(merchant_id|account_id|order_no|amount|currency|recurring_id|contract_name|request_id)\/(?:echo|identity)$/;

const compared = new Map(
  operationsOfObjects.map((operation) => [
    operation,
    clausesOf(operation).flatMap(({ id }) => {
      const name = ofMember.exec(id)?.[1];
      return name === undefined ? [] : [[name, id] as const];
    }),
  ]),
);

/** The answer is about the request: its merchant, account, order, subscription or payout; payments echo the amount. */
export const identity: Rule = {
  name: 'identity',
  clauses: [...new Set([...compared.values()].flat().map(([, clause]) => clause))],
  operations: operationsOfObjects,
  looksAt: 'exchange',
  check(view, recorder) {
    const isRefusal = view.checked === undefined;
    if (!view.comparable || (isRefusal && view.outcome !== 'refused')) return;
    for (const [name, clause] of compared.get(view.operation.id) ?? []) {
      const sent = view.request[name];
      const shown = view.answer[name];
      // What comes back blank is absent, which clauses on presence judge.
      if (!isText(sent) || shown === undefined || (isRefusal ? saysNone(shown) : isBlank(shown))) continue;
      const received = namedBy(shown, sent);
      if (received === undefined) continue;
      compareAsSent(recorder, {
        clause,
        path: pathIn(view, name),
        sent,
        received,
        shown,
        // A UUID has hexadecimal digits (2.13), in upper or lower case.
        ...(name === 'request_id' && sent.toLowerCase() === received.toLowerCase() ? { differs: false } : {}),
        // How a refusal is written is not documented (7.8).
        ...(isRefusal ? { atMost: 'warn' } : {}),
      });
    }
  },
};

/** The text of a value for comparison; its type has its own clause. */
function namedBy(shown: JsonValue, sent: string): string | undefined {
  if (typeof shown === 'object') return undefined;
  // A JSON number loses leading zeros and digits of long numbers.
  return typeof shown === 'number' && shown === Number(sent) ? sent : String(shown);
}
