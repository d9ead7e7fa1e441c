import { operationOf } from '../schemas/operations.ts';
import type { Behaviour, Decisions, Style, Words } from './behaviour.ts';
import { identifierFrom } from './derive.ts';
import { echoSignature, party } from './operations/handler-context.ts';
import { unwritable } from './operations/payment.ts';
import { type About, type Refusal, type Reply, refusedInText, textOf } from './reply.ts';
import { writePage } from './write/html.ts';
import { escapeMarkup, writeXml } from './write/xml.ts';

/**
 * How the plain endpoint refuses a call: searches and batches with their envelope (7.1), unreadable requests with 400.
 * Only the two status codes of the APM payment are documented (7.6, 7.8).
 */
const refusePlainly: Behaviour['refuse'] = (refusal, about) => {
  if (about.operation === 'apm-payment') return refuseAs(refusal.kind === 'unknown' ? 404 : 400, refusal);
  if (refusal.kind === 'unreadable') return refuseAs(400, refusal);
  switch (operationOf(about.operation).answers) {
    case 'xml':
      return refuseInXml(refusal);
    case 'html':
      return refuseAsPage(refusal);
    case 'json':
      return refuseInJson(refusal, about);
  }
};

/** A refusal as a small JSON object with an error status. */
function refuseAs(status: number, refusal: Refusal): Reply {
  return {
    form: 'json',
    status,
    accepted: false,
    value: { error_code: refusal.code, error_message: refusal.text },
  };
}

/** A refusal as an HTML page with status 400. */
function refuseAsPage({ code, text }: Refusal): Reply {
  const page = `<!DOCTYPE html>\n<html><head><title>Refused</title></head><body><h1>Refused</h1><p>${code}: ${escapeMarkup(text)}</p></body></html>`;
  return refusedInText(400, 'text/html; charset=utf-8', page);
}

/** A refusal as a direct payment result: `result_info` with a code other than 0000 (7.3). */
function refuseInXml(refusal: Refusal): Reply {
  const { request } = refusal;
  const named = ['merchant_id', 'account_id', 'order_no', 'amount', 'currency'].filter(
    (name) => textOf(request, name) !== '',
  );
  if (unwritable(request) !== undefined) return refuseAs(400, refusal);
  const value = Object.fromEntries(named.map((name) => [name, textOf(request, name)]));
  const result = {
    order_status: '0',
    result_info: `${refusal.code}:${refusal.text}`,
    encryption_data: echoSignature(request),
  };
  return { form: 'xml', root: 'respon', status: 200, accepted: false, value: { ...value, ...result } };
}

/** A refusal in the envelope of a batch or search (7.1), as a cancellation result (7.4), or with 400 for a payout. */
function refuseInJson(refusal: Refusal, about: About): Reply {
  const { request } = refusal;
  const operation = operationOf(about.operation);
  if (about.operation === 'payout') return refuseAs(400, refusal);
  if (about.operation === 'cancel-subscription') {
    const value = {
      ...party(request),
      recurring_id: textOf(request, 'recurring_id'),
      contract_name: textOf(request, 'contract_name'),
      encryption_data: echoSignature(request),
      cancel_status: '0',
      error_message: `${refusal.code}: ${refusal.text}`,
    };
    return { form: 'json', status: 200, accepted: false, value };
  }
  const field = operation.batch?.field ?? operation.lists?.field ?? '';
  const value = {
    ...party(request),
    return_status: '0',
    return_message: `${refusal.code}: ${refusal.text}`,
    encryption_data: echoSignature(request),
    [field]: [],
  };
  return { form: 'json', status: 200, accepted: false, value };
}

const decisions: Decisions = {
  mostEntries: (operation) => operationOf(operation).batch?.limit ?? 0,
  fewestEntries: 1,
  mostListed: (operation) => operationOf(operation).lists?.limit ?? 0,
  checksSchema: () => true,
  checksSignature: () => true,
  signaturePart: () => [0],
  checksAddress: true,
  checksParty: () => true,
  accountKey: (merchantId, accountId) => JSON.stringify([merchantId, accountId]),
  remembers: true,
  objection: () => undefined,
  entryProblem: (_operation, found) => found,
  decline: (_request, found) => found,
  identifier: identifierFrom,
  identifierIn: (text) => text,
  refundNumber: (order) => order.refunds + 1,
  notices: 1,
};

// Values shown in sections 3 and 7 where there are any; the others are choices of the endpoint.
const words: Words = {
  call: {
    done: ['1', 'OK'],
    partly: ['2', 'some entries failed'],
    none: ['0', 'no entry succeeded'],
  },
  entry: { done: '1', failed: '0' },
  refundMessage: { done: 'R0000:refunded', failedLetter: 'E' },
  order: { approved: '1', declined: '0', result: '0000:Success' },
  payment: { open: '3000', paid: '4100', declined: '5000', cancelled: '6000', refunded: '7000' },
  queryResult: '1',
  recurring: { active: '1', inactive: 'Inactived' },
  payout: { done: 'COMPLETED', failed: 'FAILED' },
};

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** The plain style: compact JSON, XML with a declaration, all in UTF-8. */
const plainStyle: Style = {
  json: (value) => JSON.stringify(value),
  xml: (root, value) => writeXml(root, value, { declaration }),
  html: (page) => writePage(page),
  types: {
    json: 'application/json; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    html: 'text/html; charset=utf-8',
  },
};

/** The behaviour that every change starts from. */
export const plainBehaviour: Behaviour = {
  decide: decisions,
  words,
  readAs: (_operation, request) => request,
  answerEarly: () => undefined,
  refuse: refusePlainly,
  reshape: [],
  style: plainStyle,
  rewire: [],
};
