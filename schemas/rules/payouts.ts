import { say, sayValue } from '../findings/say.ts';
import { isBlank } from '../history/outcome.ts';
import { isObject, leavesOf } from '../json.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonValue } from '../types.ts';
import { compareAsSent } from './echoes.ts';
import type { Rule } from './rule.ts';

// merchant_id, account_id and request_id are identities; encryption_data has a conflict; C-04 leaves the payer open.
const notCompared = new Set([
  'merchant_id',
  'account_id',
  'request_id',
  'encryption_data',
  'payer',
  'source_amount',
  'source_currency',
]);
const own: Readonly<Record<string, ClauseId>> = table({
  beneficiary: '2.13/beneficiary/echo',
  beneficiary_id: '2.13/beneficiary_id/echo',
  payment_amount: '2.13/payment_amount/echo',
  payment_currency: '2.13/payment_currency/echo',
});
const others = '2.13/request-fields/echo';

/** 2.13: the result repeats the request fields; a value on both sides must agree. */
export const payoutEcho: Rule = {
  name: 'payout-echo',
  clauses: [...Object.values(own), others],
  operations: ['payout'],
  looksAt: 'answer',
  check({ exchange, request, answer, comparable, fits }, recorder) {
    if (!comparable || !fits) return;
    for (const [name, sent] of Object.entries(request)) {
      const received = answer[name];
      if (notCompared.has(name) || received === undefined || isBlank(sent)) continue;
      const clause = own[name] ?? others;
      recorder.holds(clause);
      for (const pair of unequalTexts(sent, received, name)) compareAsSent(recorder, { clause, ...pair });
      // How a form or XML carries an array is not documented.
      if (exchange.sent.encoding !== 'json') continue;
      for (const { path, kept, came } of shortenedLists(sent, received, name)) {
        const expected = say('as-sent', [kept]);
        recorder.breaks(clause, { kind: 'count', path, expected, received: sayValue(came) });
      }
    }
  },
};

/** Texts at the same path that differ; missing members and other types have their own clauses. */
function unequalTexts(sent: JsonValue, received: JsonValue, name: string) {
  const came = new Map(leavesOf(received, name));
  return leavesOf(sent, name).flatMap(([path, text]) => {
    const other = came.get(path);
    if (typeof text !== 'string' || typeof other !== 'string' || text === other) return [];
    // What is left blank may be filled in, and a member that comes back blank is absent, which its object is judged by.
    const isLeftOut = isBlank(text) || (isBlank(other) && !path.endsWith(']'));
    return isLeftOut ? [] : [{ path, sent: text, received: other }];
  });
}

interface ShortenedList {
  readonly path: string;
  readonly kept: JsonValue;
  readonly came: JsonValue;
}

/** Arrays on both sides with different numbers of entries. */
function shortenedLists(
  sent: JsonValue,
  received: JsonValue,
  path: string,
  found: ShortenedList[] = [],
): readonly ShortenedList[] {
  if (Array.isArray(sent) && Array.isArray(received)) {
    if (sent.length !== received.length) found.push({ path, kept: sent, came: received });
    for (const [index, entry] of sent.entries()) {
      const other = received[index];
      if (other !== undefined) shortenedLists(entry, other, `${path}[${index}]`, found);
    }
  } else if (isObject(sent) && isObject(received)) {
    for (const name of Object.keys(sent)) {
      const [member, other] = [sent[name], received[name]];
      if (typeof member !== 'object' || typeof other !== 'object') continue;
      shortenedLists(member, other, `${path}.${name}`, found);
    }
  }
  return found;
}

const order = '2.13/last_updated_at/not-before-created';

/** C-04: with, without and empty are all right in the answer. */
export const payerMembers = ['payer', 'source_amount', 'source_currency'];

/** 2.13: consistency of the times and amounts in a payout result. */
export const payoutResult: Rule = {
  name: 'payout-result',
  clauses: [order, '2.13/amounts/relation'],
  operations: ['payout'],
  looksAt: 'answer',
  check({ answer }, recorder) {
    const created = momentOf(answer.created_at);
    const updated = momentOf(answer.last_updated_at);
    if (created !== undefined && updated !== undefined) {
      recorder.judges(order, updated >= created, {
        kind: 'differs',
        path: 'last_updated_at',
        expected: say('no-smaller-than', [answer.created_at]),
        received: sayValue(answer.last_updated_at),
      });
    }
    const { amount_payer_pays: paid, fee_amount: fee, amount_beneficiary_receives: got } = answer;
    if (typeof paid === 'number' && typeof fee === 'number' && typeof got === 'number') {
      const word =
        paid - fee === got
          ? 'payer minus fee is what the beneficiary receives'
          : 'payer minus fee is not what the beneficiary receives';
      // The amounts are referred to by field name, as a mask may be in any of them.
      const fields = 'amount_payer_pays, fee_amount and amount_beneficiary_receives';
      recorder.observes('2.13/amounts/relation', word, `Of ${fields}: ${word}`);
    }
  },
};

/** Milliseconds since 1970 of a `YYYY-MM-DDThh:mm:ss+hhmm` timestamp; undefined for a date that does not exist. */
function momentOf(value: JsonValue | undefined): number | undefined {
  const parts =
    typeof value === 'string' ? /^([0-9-]{10})(T[0-9:]{8})([+-][0-9]{2})([0-9]{2})$/.exec(value) : null;
  if (parts === null) return undefined;
  const [, day = '', time = '', hours, minutes] = parts;
  // Date moves a day that the month does not have to the next month.
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return undefined;
  // Date knows no leap second.
  const moment = Date.parse(`${day}${time.replace(/:60$/, ':59')}${hours}:${minutes}`);
  return Number.isNaN(moment) ? undefined : moment + (time.endsWith(':60') ? 1000 : 0);
}
