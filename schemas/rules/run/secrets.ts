import { say } from '../../findings/say.ts';
import { isObject } from '../../json.ts';
import { passesLuhn } from '../../luhn.ts';
import { documentedOperations } from '../../operations.ts';
import { cardNumber } from '../cards.ts';
import type { RunRule } from '../rule.ts';
import { factsOf, paymentsOf, recordsOf } from './facts.ts';

// What evidence puts in place of letters and digits, beyond ASCII included.
const maskSigns = /^[xX0øØ０]*$/;
const sign = /[\p{L}\p{N}]/gu;
// Part of a longer text, or a text that was shortened.
const inPart = /x{3,}|…/i;

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
 * one exchange need not be masked in another, where nothing says that it is somebody's. The first two signs of a longer one
 * may be a tag.
 */
export function mayBeMasked(text: string): boolean {
  if (inPart.test(text)) return true;
  const signs = text.match(sign) ?? [];
  return signs.length > 0 && maskSigns.test(signs.slice(signs.length < 6 ? 0 : 2).join(''));
}

const clause = '2.6/card/masked-everywhere';
const longest = 19;

/** 2.6: a card number that was sent in one call does not come back whole in the answer to another. */
export const wholeCards: RunRule = {
  name: 'whole-cards',
  file: 'secrets',
  clauses: [clause],
  operations: documentedOperations.map(({ id }) => id),
  check(run, about) {
    const cards = new Set(
      run.flatMap(
        ({ exchange }) =>
          cardNumber(isObject(exchange.sent.value) ? exchange.sent.value.card : undefined) ?? [],
      ),
    );
    if (cards.size === 0) return;
    for (const judged of run) {
      const { received, sent } = judged.exchange;
      if (received.kind === 'none') continue;
      about(judged).holds(clause);
      const bytes = received.body;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      for (const card of numbersIn(text, cards)) {
        // What the request itself held is judged with that exchange, or came back as it was sent.
        if (sent.body.includes(card)) continue;
        about(judged).breaks(clause, {
          kind: 'card-in-clear',
          path: '',
          expected: say('no-whole-card'),
          received: say('in-clear-of-another', [], card.length),
        });
      }
    }
  },
};

/** The cards whose numbers stand whole in a text, in a row or in groups with a blank or a hyphen between two of them. */
function numbersIn(text: string, cards: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(/[0-9](?:[ -]?[0-9]){11,}/g)) {
    const groups = run.split(/[ -]/);
    // A service may answer with a megabyte of short groups.
    const all = groups.join('');
    if (groups.length > 1 && ![...cards].some((card) => all.includes(card))) continue;
    for (let from = 0; from < groups.length; from += 1) {
      // Other numbers may stand before and behind, and no card number is longer.
      let digits = '';
      for (let to = from; to < groups.length && digits.length < longest; to += 1) {
        digits += groups[to];
        if (cards.has(digits)) found.add(digits);
      }
    }
  }
  return found;
}

const clauses = { query: '2.10/account-separation', 'refund-search': '2.11/account-separation' } as const;

/** 5.3: the account in the body identifies the caller, so orders and refunds of another account are not listed. */
export const accountSeparation: RunRule = {
  name: 'account-separation',
  file: 'secrets',
  clauses: Object.values(clauses),
  operations: ['query', 'refund-search'],
  check(run, about) {
    const facts = factsOf(run);
    const payments = paymentsOf(facts);
    const accounts = new Set(payments.map(({ account }) => account));
    const owners = new Map(payments.map(({ transaction_id, account }) => [transaction_id, account]));
    for (const operation of ['query', 'refund-search'] as const) {
      const clause = clauses[operation];
      for (const { judged, account, record, path } of recordsOf(facts, operation)) {
        if (accounts.size > (accounts.has(account) ? 1 : 0)) about(judged).holds(clause);
        const owner = owners.get(String(record.transaction_id));
        if (owner === undefined || owner === account) continue;
        about(judged).breaks(clause, {
          kind: 'differs',
          path: `${path}.order_no`,
          expected: say('own-account'),
          received: say('other-account', [record.order_no]),
        });
      }
    }
  },
};
