import { isDeepStrictEqual } from 'node:util';
import { say, sayValue } from '../findings/say.ts';
import { entriesOf, entryOutcome, isBlank, scalarText } from '../history/outcome.ts';
import { isObject, leavesOf } from '../json.ts';
import type { Recorder } from '../judge/recorder.ts';
import { urlIn } from '../media/url-in.ts';
import { type Operation, operationsOfObjects } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import { pathIn, type Rule, type View } from './rule.ts';

/** A decimal number without sign, exponent or separator; `.50` and `5.` are two (C-09). */
export const decimal = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** Compares two decimal texts exactly: -1, 0 or 1; undefined unless both are decimals of at most 100 characters. */
export function compareDecimals(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): number | undefined {
  const [first, second] = unitsOf([one, other])?.units ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function isDecimal(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length <= 100 && decimal.test(value);
}

/** A decimal without needless zeros, so that texts of one amount are equal: `01.50` is `1.5`; undefined for another text. */
export function plainDecimal(text: string): string | undefined {
  if (!isDecimal(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole.replace(/^0+/, '') || '0'}.${fraction.replace(/0+$/, '')}`;
}

/** Returns whether the sum of decimal texts exceeds another; undefined unless all are decimals. */
export function sumExceeds(parts: readonly JsonValue[], whole: JsonValue | undefined): boolean | undefined {
  const [most, ...rest] = unitsOf([whole, ...parts])?.units ?? [];
  return most === undefined ? undefined : total(rest) > most;
}

/** The exact sum of decimal texts; undefined for an empty list or if one is not a decimal. */
export function sumOf(parts: readonly JsonValue[]): string | undefined {
  const found = parts.length === 0 ? undefined : unitsOf(parts);
  if (found === undefined) return undefined;
  const { units, digits } = found;
  const text = String(total(units)).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const total = (units: readonly bigint[]) => units.reduce((sum, part) => sum + part, 0n);

// Amounts are compared as integers in the smallest unit that any of them uses.
function unitsOf(
  values: readonly (JsonValue | undefined)[],
): { readonly units: readonly bigint[]; readonly digits: number } | undefined {
  const texts = values.filter(isDecimal);
  if (texts.length < values.length) return undefined;
  const digits = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  const units = texts.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(digits, '0'));
  });
  return { units, digits };
}

const absolute = '2.7/issuer_url/absolute';

/**
 * 2.7: issuer_url is not opened, as it need not be reachable. Another scheme than http and https, such as that of an app of
 * a bank, gives a warning. The kind of address is observed.
 */
export const issuerUrl: Rule = {
  name: 'issuer-url',
  clauses: ['2.7/issuer_url/reachable', absolute],
  operations: ['apm-payment'],
  looksAt: 'answer',
  check(view, recorder) {
    const { issuer_url } = view.answer;
    if (typeof issuer_url !== 'string' || isBlank(issuer_url)) return;
    const isShaped = view.checked?.breaches.every(({ path }) => path !== 'issuer_url') === true;
    if (isShaped && !/^https?:/i.test(issuer_url))
      recorder.breaks(absolute, {
        kind: 'shape',
        path: pathIn(view, 'issuer_url'),
        expected: say('absolute-address'),
        received: sayValue(issuer_url),
        atMost: 'warn',
      });
    const url = urlIn(issuer_url);
    if (url === undefined) return;
    const { protocol, hostname } = url;
    const kind =
      hostname === ''
        ? 'no host'
        : /^(?:localhost|127\.|\[?::1)/.test(hostname)
          ? 'a loopback host'
          : /^[0-9.]+$/.test(hostname)
            ? 'a numeric host'
            : 'a named host';
    const word = `${protocol.replace(':', '')} at ${kind}`;
    recorder.observes('2.7/issuer_url/reachable', word, `issuer_url is ${word}`);
  },
};

const clause = '2.8/page/script-in-value';

/** 2.8: the page repeats request fields as values; that none of them runs as a script is implied. */
export const scriptInValue: Rule = {
  name: 'script-in-value',
  clauses: [clause],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check({ exchange, request }, recorder) {
    const calls = leavesOf(request).flatMap(([path, text]) => {
      const [, said] = /alert\(([0-9]+)\)/.exec(String(text)) ?? [];
      return said === undefined ? [] : [{ path, said, text }];
    });
    if (calls.length === 0) return;
    recorder.holds(clause);
    const heard = new Set(exchange.page?.dialogs.map((dialog) => dialog.replace(/^\w+: /, '')));
    for (const { path, said, text } of calls) {
      if (!heard.has(said)) continue;
      recorder.breaks(clause, {
        kind: 'page',
        path,
        expected: say('as-posted-value', [text]),
        received: say('script-dialog', [], said),
      });
    }
  },
};

/** Status fields of section 3 in answers, with the clause that collects their values. */
const collected: Readonly<Record<string, ClauseId>> = table({
  order_status: '3/order_status/values',
  payment_status: '3/payment_status/values',
  query_result: '3/query_result/values',
  recurring_status: '3/recurring_status/values',
  capture_status: '3/capture_status/values',
  cancel_status: '3/cancel_status/values',
  review_status: '3/review_status/values',
  refund_status: '3/refund_status/values',
  status: '3/payout-status/values',
});

const statuses = Object.entries(collected);

/** Section 3, 7.3, 7.7: observes status values and codes; the meaning of those not in samples is not documented. */
export const statusValues: Rule = {
  name: 'status-values',
  clauses: [
    ...Object.values(collected),
    '7.3/result_info/codes',
    '7.7/codes',
    '7.2/error_message/on-success',
    '1.3/refused-entry',
    '2.11/refund_processing_date/shape',
  ],
  operations: operationsOfObjects,
  looksAt: 'answer',
  refusals: true,
  disallowed: 'warns',
  check(view, recorder) {
    const { operation, answer } = view;
    const collect = (part: JsonObject) => {
      for (const [name, clause] of statuses) {
        const value = part[name];
        if (value === undefined || (name === 'status' && operation.family !== 'payout')) continue;
        const text = plain(value);
        recorder.observes(clause, `${name}=${text}`, `${operation.title}: ${name} ${text}`);
      }
    };
    const observeCode = (clause: ClauseId, text: JsonValue | undefined) => {
      const code = /^(?:\p{L}\p{M}*)?[0-9]{4}(?=:)/u.exec(scalarText(text) ?? '')?.[0];
      if (code !== undefined) recorder.observes(clause, code, `${operation.title}: code ${code}`);
    };
    collect(answer);
    observeCode('7.3/result_info/codes', answer.result_info);
    for (const entry of entriesOf(operation, answer)) {
      collect(entry);
      if (isObject(entry.subscription_result)) collect(entry.subscription_result);
      observeCode('7.7/codes', entry.refund_message);
      observeTexts(view, entry, recorder);
    }
    const returned = scalarText(answer.return_status);
    if (returned !== undefined)
      recorder.observes(
        '7.7/codes',
        `return_status=${plain(returned)}`,
        `${operation.title}: return_status ${plain(returned)}`,
      );
  },
};

/** Observes the form of the texts in an entry. */
function observeTexts({ operation, exchange }: View, entry: JsonObject, recorder: Recorder): void {
  if (operation.batch !== undefined) {
    const text = scalarText(entry[operation.batch.message]);
    const filled = text === undefined ? 'absent' : text === '' ? 'empty' : 'filled';
    const outcome = entryOutcome(operation, entry, exchange.statuses);
    if (outcome !== 'done' && outcome !== 'later') {
      const status = plain(entry[operation.batch.status] ?? 'absent');
      const what = `${operation.batch.status}=${status}, ${operation.batch.message} ${filled}`;
      recorder.observes(
        '1.3/refused-entry',
        what,
        `${operation.title}: a refused order has status ${status} and its text is ${filled}`,
      );
    } else if (outcome === 'done' && operation.batch.message === 'error_message') {
      recorder.observes(
        '7.2/error_message/on-success',
        filled,
        `${operation.title}: error_message of a succeeded entry is ${filled}`,
      );
    }
  }
  const processed = entry.refund_processing_date;
  if (operation.id === 'refund-search' && typeof processed === 'string') {
    const shape =
      processed === ''
        ? 'empty'
        : processed.slice(0, 30).replaceAll(/[0-9]/g, '9').replaceAll(/\p{L}/gu, 'a');
    recorder.observes(
      '2.11/refund_processing_date/shape',
      shape,
      `refund_processing_date has the shape ${shape}`,
    );
  }
}

/** A short code unchanged, otherwise its kind, so that a fingerprint has no identifiers and no prose. */
function plain(value: JsonValue): string {
  const text = scalarText(value);
  if (text === undefined) return `(${value === null ? 'null' : typeof value})`;
  return /^[A-Za-z0-9_.-]{0,20}$/.test(text) ? text || '(empty)' : '(text)';
}

const listed = '2.6/risk_reasons/listed';
const children: readonly string[] = ['name', 'status'];

/** 2.6: name and status are child elements of risk_reasons; as attributes of an empty element they are missing. */
export const reasonsAsAttributes: Rule = {
  name: 'reasons-as-attributes',
  clauses: [listed],
  operations: ['direct-payment'],
  looksAt: 'answer',
  check({ decoded, answer }, recorder) {
    // The schema already checks an element with children.
    if (!isEmpty(answer.risk_reasons)) return;
    const found = new Set(
      decoded?.notes.flatMap(({ kind, path, name = '' }) =>
        kind === 'attribute' && path === 'respon.risk_reasons' && children.includes(name) ? [name] : [],
      ),
    );
    for (const name of found)
      recorder.breaks(listed, {
        kind: 'absent',
        path: `respon.risk_reasons.${name}`,
        expected: say('listed-member', [name]),
        received: say('plain', ['an attribute of that name']),
      });
  },
};

function isEmpty(reasons: JsonValue | undefined): boolean {
  return Array.isArray(reasons) ? reasons.every(isEmpty) : typeof reasons === 'string' && isBlank(reasons);
}

const mostCompared = 20;
const perOrder = '1.3/one-result-per-order/searches';

/** Members that cannot differ between two records of one refund in a search; its status may change (C-08). */
const ofOneRefund = ['order_no', 'refund_amount', 'amount', 'currency'];

/** C-08: two refunds of one order are two records, but no reading of 1.3 allows one order or refund to occur twice. */
export const distinctRecords: Rule = {
  name: 'distinct-records',
  clauses: [
    '2.10/orders_list/distinct',
    '2.11/refund_orders/distinct',
    perOrder,
    '8/query/answer-limit',
    '8/refund-search/answer-limit',
  ],
  operations: ['query', 'refund-search'],
  looksAt: 'answer',
  check({ operation, answer }, recorder) {
    const { field = '' } = operation.lists ?? {};
    if (!Array.isArray(answer[field])) return;
    const isQuery = operation.id === 'query';
    const clause = isQuery ? '2.10/orders_list/distinct' : '2.11/refund_orders/distinct';
    const records = entriesOf(operation, answer);
    judgeLimit(records, operation, recorder);
    // The clauses need at least two records.
    if (records.length > 1) for (const one of [clause, perOrder]) recorder.holds(one);
    // Only records of one transaction can be identical, so only these are compared.
    const groups = new Map<string, number[]>();
    records.forEach((record, index) => {
      const { transaction_id, order_no, refund_reference_id } = record;
      // Without an id two equal refunds cannot be distinguished (C-08).
      const known = isQuery ? [transaction_id, order_no] : [transaction_id, refund_reference_id];
      if (known.some(isBlank)) return;
      const name = JSON.stringify(known);
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      const others = group.slice(0, mostCompared);
      group.push(index);
      const before = others.find((other) => isDeepStrictEqual(records[other], record));
      const path = `${field}[${index}]`;
      if (before !== undefined) {
        const received = say('same-record', [], field, before);
        recorder.breaks(clause, { kind: 'repeated', path, expected: say('not-twice'), received });
        return;
      }
      const [first] = others;
      const told = first === undefined ? undefined : records[first];
      if (told === undefined || first === undefined) return;
      const differs = ofOneRefund.some((member) => !isSame(member, told[member], record[member]));
      if (isQuery || differs)
        recorder.breaks(perOrder, {
          kind: 'repeated',
          path,
          expected: say(isQuery ? 'once-per-order' : 'one-record'),
          received: say('listed-again', [], isQuery ? 'transaction' : 'refund_reference_id', field, first),
          ...(isQuery ? {} : { atMost: 'warn' }),
        });
    });
  },
};

/** Equal as a text, an amount as a number, a currency in either case. */
function isSame(name: string, one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (name === 'currency') return String(one).toUpperCase() === String(other).toUpperCase();
  return name.endsWith('amount') && compareDecimals(one, other) === 0;
}

/** The number of different orders in the records of a search. */
export function ordersOf(records: readonly JsonObject[]): number {
  return new Set(records.map(({ order_no, transaction_id }) => String(order_no ?? transaction_id))).size;
}

/** 4.4, 4.10: at most a hundred orders are returned; one order may have several records. */
function judgeLimit(
  records: readonly JsonObject[],
  { id, lists: { field, limit } = { field: '', limit: 0 } }: Operation,
  recorder: Recorder,
): void {
  if (records.length === 0) return;
  const clause = `8/${id}/answer-limit`;
  const orders = ordersOf(records);
  recorder.judges(clause, orders <= limit, {
    kind: 'count',
    path: field,
    expected: say('at-most-orders', [], limit),
    received: say('plain', [`${orders} different orders`]),
  });
}

/** A text without the blanks around it, which may be lost on the way; other white space stays. */
export function withoutOuterBlanks(text: string): string {
  return text.replaceAll(/^ +| +$/g, '');
}
