import { clausesOf } from '../clauses.ts';
import { mayBeEmpty } from '../contract.ts';
import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { given } from '../given.ts';
import { entriesOf, isBlank } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import type { Notebook } from '../judge/notebook.ts';
import { operationsOfObjects } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonValue, Medium } from '../types.ts';
import { pathIn, type Rule } from './rule.ts';

/** Two texts that ought to be the same, and where. */
interface Comparison {
  readonly clause: ClauseId;
  /** Where the answer has the text. */
  readonly path: string;
  readonly sent: string;
  readonly received: string;
  /** What the answer holds when that is not text. */
  readonly shown?: JsonValue;
  /** What is expected when it is more than the text as it was sent. */
  readonly expected?: Said;
  /** What the answer is written in; XML cannot carry every text (XML 1.0, 2.2). */
  readonly medium?: Medium;
  /** False where two texts of other letters mean the same, as amounts may. */
  readonly differs?: boolean;
  readonly atMost?: 'warn';
}

/** Holds the clause when a text came back as it was sent or seen before, line ends aside; breaks it otherwise. */
export function compareAsSent(notebook: Notebook, comparison: Comparison): void {
  const { clause, path, sent, received, shown = received, atMost, medium } = comparison;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const { differs = !isAsSent(name, sent, received) && !(medium === 'xml' && isCarried(sent, received)) } =
    comparison;
  notebook.judges(clause, !differs, {
    kind: 'differs',
    path,
    expected: comparison.expected ?? say('as-sent', [sent]),
    received: sayValue(shown),
    ...given({ atMost }),
  });
}

/** Tells whether two texts are equal; line ends are, because XML and forms rewrite them. */
export function sameText(one: string, other: string): boolean {
  return one === other || (one.includes('\r') || other.includes('\r') ? lines(one) === lines(other) : false);
}

const capitals = (text: string) => text.toUpperCase();
const plainDigits = (text: string) => text.replace(/^0+(?=[0-9])/, '');

/** An amount as every sample writes it (1.1). */
function twoDigits(text: string): string {
  if (!/^[0-9]+(?:\.[0-9]+)?$/.test(text)) return text;
  const [whole = '', fraction = ''] = text.split('.');
  return `${plainDigits(whole)}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** How amounts and codes are usually written, by the names of their members. */
const usualWritings: Readonly<Record<string, (text: string) => string>> = table({
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

/** A text as it is usually written under a name; any other one as it is. */
export function usualWriting(name: string, text: string): string {
  return usualWritings[name]?.(text) ?? text;
}

/** Tells whether a member came back as it was sent, or as the same value: `12.3` as `12.30`, `1000.00` as `1000`, `eur` as `EUR`. */
export function isAsSent(name: string, sent: string, received: string): boolean {
  const came = name.endsWith('amount') ? usualWriting(name, received) : received;
  return sameText(sent, received) || usualWriting(name, sent) === came;
}

const beyondXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+/u;

// What XML cannot carry may be left out or replaced; the text around it is as it was sent.
function isCarried(sent: string, received: string): boolean {
  const [first = '', ...others] = lines(sent).split(beyondXml);
  const last = others.pop();
  const shown = lines(received);
  if (last === undefined || !shown.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = shown.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return shown.length >= at + last.length && shown.endsWith(last);
}

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
  check(view, notebook) {
    if (!view.comparable || !view.fits || view.outcome !== 'accepted') return;
    const { note, subscription } = view.request;
    const sent = { note, contract_name: isObject(subscription) ? subscription.contract_name : undefined };
    for (const [name, value] of Object.entries(sent)) {
      const received = view.answer[name];
      const clause = clauses[name] ?? '';
      if (typeof value !== 'string' || typeof received !== 'string' || isBlank(value)) continue;
      // The note may be empty (2.6).
      if (name === 'note' && received === '') continue;
      const medium = view.operation.answers;
      compareAsSent(notebook, { clause, path: pathIn(view, name), sent: value, received, medium });
    }
  },
};

/** 5.1 against 2.7 and 2.10 (C-02): answers echo a value in encryption_data, or list none; which value is not shown. */
export const signatureEcho: Rule = {
  name: 'signature-echo',
  clauses: ['5.1/encryption_data/value', '5.1/encryption_data/echo'],
  operations: operationsOfObjects,
  looksAt: 'answer',
  check({ request, answer, operation, outcome, comparable }, notebook) {
    if (outcome !== 'accepted' || !comparable) return;
    const { encryption_data: echoed } = answer;
    const word =
      echoed === undefined
        ? 'absent'
        : echoed === request.encryption_data
          ? 'the value sent'
          : 'another value';
    notebook.observes(
      '5.1/encryption_data/value',
      word,
      `${operation.title}: encryption_data of the answer is ${word}`,
    );
  },
};

/** 4.4, 4.10: how the records to return are selected is not shown; a search by merchant and account lists what it lists. */
export const searchSelection: Rule = {
  name: 'search-selection',
  clauses: ['4.4/selection', '4.10/selection'],
  operations: ['query', 'refund-search'],
  looksAt: 'answer',
  check({ operation, answer, outcome }, notebook) {
    if (outcome !== 'accepted') return;
    const count = entriesOf(operation, answer).length;
    const word =
      count === 0
        ? 'lists nothing'
        : count === operation.lists?.limit
          ? 'lists as many as it may'
          : 'lists some';
    notebook.observes(`${operation.section}/selection`, word, `${operation.title}: ${word}`);
  },
};

/** Clauses on members that name or repeat what was asked for, as the register has them. */
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

/** The answer speaks of what was asked for: merchant, account, order, subscription, payout; and payments echo their amount. */
export const identity: Rule = {
  name: 'identity',
  clauses: [...new Set([...compared.values()].flat().map(([, clause]) => clause))],
  operations: operationsOfObjects,
  looksAt: 'answer',
  check(view, notebook) {
    if (!view.comparable || !view.fits) return;
    for (const [name, clause] of compared.get(view.operation.id) ?? []) {
      const sent = view.request[name];
      const shown = view.answer[name];
      if (typeof sent !== 'string' || shown === undefined) continue;
      const received = namedBy(shown, sent);
      if (received === undefined) continue;
      // An identifier that is blank names nothing, and may be filled in.
      if (isBlank(sent)) continue;
      // One that came blank is absent, which clauses on presence judge unless it may be empty; in a refusal it says nothing.
      if (isBlank(received) && !(mayBeEmpty.has(name) && view.outcome === 'accepted')) continue;
      compareAsSent(notebook, {
        clause,
        path: pathIn(view, name),
        sent,
        received,
        shown,
        medium: view.operation.answers,
        // The letters of a UUID are hexadecimal digits (2.13), which mean the same in either case.
        ...(name === 'request_id' && sent.toLowerCase() === received.toLowerCase() ? { differs: false } : {}),
      });
    }
  },
};

/** What a member names, whatever its type, which is judged elsewhere: null names nothing, a number of the same value what was sent. */
function namedBy(shown: JsonValue, sent: string): string | undefined {
  if (shown === null) return '';
  if (typeof shown === 'object') return undefined;
  // A JSON number keeps neither leading zeros nor every digit of a long one.
  return typeof shown === 'number' && shown === Number(sent) ? sent : String(shown);
}
