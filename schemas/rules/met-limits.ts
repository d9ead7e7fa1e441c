import { documentedOperations } from '../operations.ts';
import type { JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

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
    if (digits >= 9)
      notebook.observes(
        '8/maximum-amounts',
        `${digits} digits: ${outcome}`,
        `${operation.title}: an amount of ${digits} digits was ${outcome}`,
      );
  },
};

function largestAmount(request: JsonValue): number {
  if (Array.isArray(request)) return Math.max(0, ...request.map(largestAmount));
  if (request === null || typeof request !== 'object') return 0;
  let most = 0;
  for (const [name, value] of Object.entries(request)) {
    if (typeof value === 'string') {
      if (/amount$/.test(name) && /^[0-9.]+$/.test(value))
        most = Math.max(most, (value.split('.')[0] ?? '').length);
    } else if (Array.isArray(value)) most = Math.max(most, largestAmount(value));
  }
  return most;
}
