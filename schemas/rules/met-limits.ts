import { documentedOperations } from '../operations.ts';
import type { JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

/** Fewer digits are no news. */
const leastDigits = 9;

/** Section 8: limits that the document does not show, as far as an exchange met them. */
export const metLimits: Rule = {
  name: 'met-limits',
  clauses: ['8/rate-limits', '8/time-outs', '8/request-size', '8/maximum-amounts'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check({ exchange, received, outcome, request, operation }, notebook) {
    if (exchange.received.kind === 'none') {
      if (exchange.received.reason === 'timeout') {
        notebook.observes(
          '8/time-outs',
          'no answer in time',
          `${operation.title}: no answer in the time that the target allows`,
        );
      }
      return;
    }
    const slow = exchange.received.durationMs >= 10_000 ? '10 s or more' : 'under 10 s';
    notebook.observes('8/time-outs', slow, `${operation.title}: answered in ${slow}`);
    if (received?.status === 429 || received?.status === 503) {
      const retry =
        received.headers['retry-after'] === undefined ? 'without Retry-After' : 'with Retry-After';
      notebook.observes(
        '8/rate-limits',
        `${received.status} ${retry}`,
        `${operation.title}: status ${received.status} ${retry}`,
      );
    }
    const size = exchange.sent.body.length;
    if (size >= 100_000) {
      const kind = size >= 1_000_000 ? '1 MB or more' : '100 KB or more';
      notebook.observes(
        '8/request-size',
        `${kind}: ${outcome}`,
        `${operation.title}: a request of ${kind} was ${outcome}`,
      );
    }
    const digits = largestAmount(request);
    if (digits >= leastDigits)
      notebook.observes(
        '8/maximum-amounts',
        `${digits} digits: ${outcome}`,
        `${operation.title}: an amount of ${digits} digits was ${outcome}`,
      );
  },
};

/** Digits before the dot of the largest amount; 0 where none is as long as counts. */
function largestAmount(request: JsonValue): number {
  let most = 0;
  if (Array.isArray(request)) {
    for (const entry of request) most = Math.max(most, largestAmount(entry));
  } else if (request !== null && typeof request === 'object') {
    for (const name of Object.keys(request)) {
      const value = request[name] as JsonValue;
      if (Array.isArray(value)) most = Math.max(most, largestAmount(value));
      else if (typeof value === 'string' && value.length >= leastDigits && name.endsWith('amount'))
        most = Math.max(most, wholeDigits(value));
    }
  }
  return most;
}

function wholeDigits(text: string): number {
  return /^[0-9.]+$/.test(text) ? (text.split('.')[0] ?? '').length : 0;
}
