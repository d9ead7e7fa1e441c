import { clauseOf } from '../../clauses.ts';
import { isUnlikeSamples } from '../../contract.ts';
import type { FindingKind, Said } from '../../findings/said.ts';
import { say } from '../../findings/say.ts';
import { entriesOf, membersOf, scalarText } from '../../history/outcome.ts';
import { groupedBy, isObject, leavesOf, objectOf } from '../../json.ts';
import {
  documentedOperations,
  isDocumented,
  type Operation,
  operationOf,
  operationsOf,
} from '../../operations.ts';
import type { ClauseId, JsonObject, JudgedExchange, OperationId } from '../../types.ts';
import { type BodyForm, formOf } from '../form-of.ts';
import { formType, layouts, mediaTypeOf } from '../requests.ts';
import type { RunRule } from '../rule.ts';
import { byTest, factsOf, paymentsOf, recordsOf } from './facts.ts';
import { concurrentIn } from './history.ts';

/** 4.4, 4.10: how records are selected is not documented, so paid and refunded orders may or may not be listed. */
export const selections: RunRule = {
  name: 'selections',
  clauses: ['4.4/selection', '4.10/selection'],
  operations: ['query', 'refund-search'],
  check(run, about) {
    for (const exchanges of byTest(run)) checkTest(exchanges, about);
  },
};

const checkTest: RunRule['check'] = (run, about) => {
  const paid = new Map<string, Set<string>>();
  const refunded = new Map<string, Set<string>>();
  const known = (map: Map<string, Set<string>>, account: string) => map.get(account) ?? new Set<string>();
  for (const fact of factsOf(run)) {
    const { account, judged, operation } = fact;
    for (const { transaction_id } of paymentsOf([fact]))
      paid.set(account, known(paid, account).add(transaction_id));
    for (const { record } of recordsOf([fact], 'refund'))
      refunded.set(account, known(refunded, account).add(String(record.transaction_id)));
    if (operation.lists === undefined || judged.judgement.outcome !== 'accepted') continue;
    const [made, what] =
      operation.id === 'query'
        ? [known(paid, account), { one: 'an order paid', none: 'no order paid' }]
        : [known(refunded, account), { one: 'a refund made', none: 'no refund made' }];
    if (made.size === 0) continue;
    const listed = recordsOf([fact], operation.id).some(({ record }) =>
      made.has(String(record.transaction_id)),
    );
    const word = `${listed ? what.one : what.none} before is listed`;
    about(judged).observes(`${operation.section}/selection`, word, `${operation.title}: ${word}`);
  }
};

const always200 = '7.1/http-200';
const oneEach = '1.3/one-result-per-order';
const media = { json: '1.4/json', xml: '1.4/xml', html: '1.4/html' } as const;

// Refusals of the caller, not of the request: signature, address, credential, body type and rate limit.
const callerRefused = new Set([401, 403, 407, 415, 429]);

/**
 * 1.3, 1.4, 7.1: how allowed requests are refused. Judged only for a caller who was accepted in the run: otherwise a
 * wrong key, merchant or account may be the reason, and such a refusal may have any form.
 */
export const refusedCalls: RunRule = {
  name: 'refused-calls',
  clauses: [always200, oneEach, ...Object.values(media)],
  operations: documentedOperations.map(({ id }) => id),
  disallowed: true,
  check(run, about) {
    // Of two concurrent requests about one order a service may reject one, in any form.
    const contended = concurrentIn(run);
    const allowed = run.flatMap((judged) =>
      contended.has(judged) && judged.judgement.outcome === 'refused' ? [] : allowedCall(judged),
    );
    const callers = new Set(allowed.filter(isAccepted).map(({ caller }) => caller));
    const accepted = new Set(
      allowed.filter(isAccepted).map(({ caller, operation }) => `${operation.id} ${caller}`),
    );
    const warned = new Set<string>();
    const once = (call: AllowedCall, clause: string, kind: FindingKind, expected: Said, received: Said) => {
      const key = `${clause} ${call.operation.id}`;
      if (warned.has(key)) return;
      warned.add(key);
      about(call.judged).breaks(clause, { kind, path: '', expected, received, atMost: 'warn' });
    };
    for (const call of allowed) {
      const { operation, caller, status } = call;
      if (!callers.has(caller) || isAccepted(call)) continue;
      const isKnown = accepted.has(`${operation.id} ${caller}`);
      if (isRefusedByStatus(call)) {
        // Values unlike all samples and repeated orders are not documented; refusing such a request as a whole is
        // allowed.
        if (isUnlikeAny(call) || repeatsOrder(call)) continue;
        about(call.judged).breaks(always200, {
          kind: 'status',
          path: '',
          expected: say('status', [], 200),
          received: say('status', [], status),
          message: `${operation.title}: a refusal must be an answer that says so, not a bare status ${status}`,
          // An operation that never accepts may be disabled for this merchant; any refusal of an unusual value is
          // allowed.
          ...(isKnown && !isUnusual(call) ? {} : { atMost: 'warn' }),
        });
      } else if (isKnown && isRefusedWhole(call) && !isUnlikeAny(call) && !repeatsOrder(call)) {
        once(call, oneEach, 'absent', say('one-per-order'), say('refused-whole'));
      } else if (!isKnown && status === 200 && call.form !== operation.answers) {
        const expected = say('answer-in', [], operation.answers.toUpperCase());
        once(call, media[operation.answers], 'medium', expected, nameOf(call.form));
      }
    }
    for (const group of groupedBy(
      plainCalls(allowed),
      ({ operation, caller }) => `${operation.id} ${caller}`,
    ).values()) {
      const [first, ...others] = group.filter(isInAnotherForm);
      if (first === undefined || !group.some(isAccepted) || (others.length + 1) * most <= group.length)
        continue;
      const medium = first.operation.answers;
      once(first, media[medium], 'medium', say('answer-in', [], medium.toUpperCase()), nameOf(first.form));
    }
  },
};

/** More than one of so many requests has to be answered with a page, or another refusal that is no answer of the operation. */
const most = 20;

/** Usual requests, each about something that no earlier one was about: only these would have been accepted. */
function plainCalls(calls: readonly AllowedCall[]): readonly AllowedCall[] {
  const met = new Set<string>();
  return calls.filter((call) => {
    const { sent, origin } = call.judged.exchange;
    const { order_no, request_id, recurring_id } = objectOf(sent.value);
    const about = order_no ?? request_id ?? recurring_id;
    const key = JSON.stringify([call.operation.family, about]);
    const isKnown = about !== undefined && met.has(key);
    met.add(key);
    const isPlain = sent.intent === 'valid' && origin.carries === undefined && !isUnlikeAny(call);
    return isPlain && !isKnown && !repeatsOrder(call);
  });
}

function isInAnotherForm(call: AllowedCall): boolean {
  const { status, operation } = call;
  if (isAccepted(call) || status >= 500 || callerRefused.has(status)) return false;
  return !isStatedRefusal(call) && call.form !== operation.answers;
}

/** 7.6 states how an APM payment is refused, and no body of a refusal is shown (7.8). */
function isStatedRefusal({ operation, status }: AllowedCall): boolean {
  return (
    (status === 400 || status === 404) && clauseOf('7.6/invalid-input').operations.includes(operation.id)
  );
}

/** An allowed request with its answer. */
interface AllowedCall {
  readonly judged: JudgedExchange;
  readonly operation: Operation;
  /** Merchant and account of the request. */
  readonly caller: string;
  readonly status: number;
  /** Computed on demand, for refusals only: a body may be stored on disk. */
  readonly form: BodyForm;
}

function allowedCall(judged: JudgedExchange): readonly AllowedCall[] {
  const { operation: id, received, sent, origin } = judged.exchange;
  // Which layouts of a type are accepted is not documented, nor which types are (section 4).
  if (origin.writes !== undefined) return [];
  if (!isDocumented(id) || received.kind === 'none' || judged.judgement.request !== 'complete') return [];
  // A body that reports success under another status has its own finding and is not a refusal.
  if (judged.judgement.findings.some(({ clause }) => clause === always200)) return [];
  const request = isObject(sent.value) ? sent.value : {};
  const caller = `${String(request.merchant_id)}\n${String(request.account_id)}`;
  return [
    {
      judged,
      operation: operationOf(id),
      caller,
      status: received.status,
      get form() {
        return formOf(received.body);
      },
    },
  ];
}

function isAccepted({ judged }: AllowedCall): boolean {
  return judged.judgement.outcome === 'accepted';
}

/** Usual texts: some services refuse longer ones or other characters, as commands, paths or formulas. */
const usualText = /^[\w .,:()+-]{0,100}$/;

/** Amounts that are zero, have leading zeros, or are a billion or more. */
const unusualAmount = /^(?:0[0-9]+(?:\.[0-9]*)?|0*\.?0*|[0-9]{10,}(?:\.[0-9]*)?)$/;

function isUnusual(call: AllowedCall): boolean {
  const { exchange } = call.judged;
  if (exchange.origin.carries !== undefined || isUnlikeAny(call)) return true;
  return textsOf(call).some(([, text]) => !usualText.test(text));
}

/** True if a value of the request is unlike all samples: another shape, blank, or an unusual amount. */
function isUnlikeAny(call: AllowedCall): boolean {
  const { operation, judged } = call;
  if (isUnlikeSamples(operation.id, unsigned(judged))) return true;
  return textsOf(call).some(
    ([name, text]) => text.trim() === '' || (name.endsWith('amount') && unusualAmount.test(text)),
  );
}

/** True for a batch that names an order or transaction twice, although each entry is valid by itself. */
function repeatsOrder({ judged, operation }: AllowedCall): boolean {
  const entries = objectOf(judged.exchange.sent.value)[operation.batch?.field ?? ''];
  if (!Array.isArray(entries)) return false;
  const orders = entries.map(objectOf);
  return (['order_no', 'transaction_id'] as const).some((name) => {
    const named = orders.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
    return new Set(named).size < named.length;
  });
}

/** The request without its signature, which may have any characters. */
function unsigned({ exchange }: JudgedExchange): JsonObject {
  const { encryption_data: _, ...others } = objectOf(exchange.sent.value);
  return others;
}

function textsOf({ judged }: AllowedCall) {
  return leavesOf(unsigned(judged)).filter((leaf): leaf is [string, string] => typeof leaf[1] === 'string');
}

const answered200 = new Set(operationsOf('batch', 'search'));

function isRefusedByStatus({ operation, status }: AllowedCall): boolean {
  return (
    answered200.has(operation.id) &&
    (status < 200 || status > 299) &&
    status < 500 &&
    !callerRefused.has(status)
  );
}

/** True for an envelope without success or entries: the request was refused as a whole, so no entry is missing. */
function isRefusedWhole({ judged, operation, status }: AllowedCall): boolean {
  if (operation.family !== 'batch' || status !== 200) return false;
  const { answer } = judged.judgement;
  if (answer === undefined) return false;
  const members = membersOf(operation, answer);
  const said = scalarText(members.return_status);
  return said !== undefined && said !== '1' && entriesOf(operation, members).length === 0;
}

function nameOf(form: BodyForm): Said {
  return form === 'empty' ? say('empty-body') : say('form', [], form);
}

const usable = '4/body-type/usable';
/** Section 4: the declared type and the sample header contradict each other (C-01, C-05); one must be understood. */
export const usableBodyTypes: RunRule = {
  name: 'usable-body-types',
  clauses: [usable, ...Object.values(layouts)],
  operations: documentedOperations.map(({ id }) => id),
  // The type of the sample commands is one that neither the document declares nor, usually, the target file names.
  disallowed: true,
  check(run, about) {
    for (const operation of documentedOperations) {
      const sent = run.filter(
        ({ exchange }) => exchange.operation === operation.id && exchange.received.kind === 'answer',
      );
      if (sent.length === 0 || sent.some(({ judgement }) => judgement.outcome === 'accepted')) continue;
      const refused = sent.filter(isTypeRefused);
      const last = refused.at(-1);
      const types = new Set(
        refused.map(({ exchange }) => mediaTypeOf(exchange.sent.headers['content-type'])),
      );
      const both = types.has(formType) && (operation.declares === undefined || types.has(operation.declares));
      if (last === undefined || !both) continue;
      const expected = say('either-type', [], operation.declares ?? 'some type', formType);
      const received = say('status-for-each');
      about(last).breaks(usable, { kind: 'status', path: '', expected, received });
      const layout = layouts[operation.id];
      const encodings = new Set(
        refused.map(({ exchange }) => (exchange.sent.encoding === 'xml' ? 'xml' : 'object')),
      );
      if (layout !== undefined && encodings.size === 2) {
        about(last).breaks(layout, {
          kind: 'status',
          path: '',
          expected: say('either-layout'),
          received,
        });
      }
    }
  },
};

function isTypeRefused({ exchange }: JudgedExchange): boolean {
  const right =
    isDocumented(exchange.operation) && exchange.sent.url.endsWith(operationOf(exchange.operation).path);
  return right && exchange.received.kind === 'answer' && exchange.received.status === 415;
}

/** Texts for gaps that a run did not meet; the absence is an observation too, comparable with the next run. */
const absences: Readonly<Record<ClauseId, string>> = {
  '1.4/xml/style': 'only plain elements in UTF-8 were met',
  '2.14/undocumented-field': 'no undocumented member was met',
  '2.14/allowed-values': 'no value other than the samples was sent',
  '2.14/formats': 'no value that a further format could refuse was sent',
  '4.3/other-inputs': 'no input beyond the documented ones was met',
  '7.7/codes': 'no code was met',
  '8/rate-limits': 'no answer 429 was met',
};

/** Observes the gaps that a whole run did not meet (2.14, 7.7, 8). */
export const absenceNotes: RunRule = {
  name: 'absences',
  clauses: Object.keys(absences),
  operations: [...new Set(Object.keys(absences).flatMap((clause) => clauseOf(clause).operations))],
  disallowed: true,
  check(run, about) {
    const met = new Set(
      run.flatMap(({ judgement }) =>
        judgement.observations.map(({ clause }) => `${clause} ${judgement.operation}`),
      ),
    );
    const answered = new Map<OperationId, JudgedExchange>();
    for (const judged of run) {
      const { operation, received } = judged.exchange;
      if (received.kind === 'answer' && !answered.has(operation)) answered.set(operation, judged);
    }
    for (const [clause, text] of Object.entries(absences)) {
      for (const operation of clauseOf(clause).operations) {
        const first = answered.get(operation);
        if (first === undefined || met.has(`${clause} ${operation}`)) continue;
        about(first).observes(clause, 'none met', text);
      }
    }
  },
};
