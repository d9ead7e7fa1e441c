import { operationOf } from '../schemas/operations.ts';
import { identifierFrom } from './derive.ts';
import type { Decisions, Manner, Words } from './manner.ts';
import { refusePlainly } from './refuse-plainly.ts';
import { writePage } from './write/html.ts';
import type { Style } from './write/style.ts';
import { writeXml } from './write/xml.ts';

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
  refundNumber: (order) => order.refunds + 1,
  notices: 1,
};

// The values that section 3 and 7 saw where they saw any; the others are the endpoint's own.
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

/** The style of the plain endpoint: compact JSON, XML with a declaration, UTF-8 everywhere. */
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

/** The manner from which every dialect and every fault differs. */
export const plainManner: Manner = {
  decide: decisions,
  words,
  readAs: (_operation, request) => request,
  turnAway: () => undefined,
  refuse: refusePlainly,
  reshape: [],
  style: plainStyle,
  rewire: [],
};
