import { redactTextOf } from '../../reports/redact.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { entriesOf, membersOf } from '../../schemas/outcome.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import { headerOf, holdsCode, membersIn, statusOf } from '../answer-words.ts';
import type { Learner } from './learner.ts';

/** Most different results of one operation that are told. */
const mostResults = 8;

// What comes before the colon is the code; what follows is for people, and may name an order.
const longestCode = 20;

function code(value: unknown): string {
  const [first = ''] = typeof value === 'string' || typeof value === 'number' ? String(value).split(':') : [];
  return first.length <= longestCode ? first : '';
}

/** The codes of an answer in one line: status, envelope, result, and those of its first entry. */
function codesOf(judged: JudgedExchange): string {
  const { operation } = judged.exchange;
  const row = isDocumented(operation) ? operationOf(operation) : undefined;
  const [entry = {}] = row === undefined ? [] : entriesOf(row, membersOf(row, judged.judgement.answer ?? {}));
  const named = { ...entry, ...membersIn(judged) };
  const told = Object.entries(named).flatMap(([name, value]) =>
    holdsCode(name) && code(value) !== '' ? [`${name} ${code(value)}`] : [],
  );
  return redactTextOf(judged, [`HTTP ${statusOf(judged)}`, ...told.toSorted()].join(', '));
}

/** Learns which results were met, each with the exchange that got it; nothing is sent for it. */
export function learnResults({ asker, learned }: Learner): void {
  const met = new Map<OperationId, Map<string, JudgedExchange>>();
  for (const judged of asker.exchanges) {
    if (judged.exchange.received.kind === 'none') continue;
    const { operation } = judged.exchange;
    const own = met.get(operation) ?? new Map<string, JudgedExchange>();
    met.set(operation, own);
    const codes = codesOf(judged);
    if (!own.has(codes) && own.size < mostResults) own.set(codes, judged);
  }
  for (const operation of operationIds)
    for (const [value, judged] of met.get(operation) ?? [])
      learned.push({
        clause: '7.7/codes',
        operation,
        subject: 'result met',
        value,
        says: `the answer to "${judged.exchange.origin.caseName ?? operation}"`,
        exchanges: [judged.exchange.id],
      });
}

/** Learns after how many requests the service asked to come back later, where it did. */
export function learnRateLimit({ asker, learned }: Learner): void {
  const at = asker.exchanges.findIndex((judged) => statusOf(judged) === 429);
  const judged = asker.exchanges[at];
  if (judged === undefined) return;
  const wait = headerOf(judged, 'retry-after');
  learned.push({
    clause: '8/rate-limits',
    operation: judged.exchange.operation,
    subject: 'rate limit',
    value:
      wait === undefined ? 'no time is named' : `come back after ${redactTextOf(judged, wait).slice(0, 40)}`,
    says: `request ${at + 1} of the opening is answered 429`,
    exchanges: [judged.exchange.id],
  });
}
