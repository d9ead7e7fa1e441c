import { documentedOperations } from '../operations.ts';
import type { Rule } from './rule.ts';

/** Section 1: the caller uses POST and the path of the operation; other calls are made on purpose and only observed. */
export const calling: Rule = {
  name: 'calling',
  clauses: ['1/operations/method', '1/operations/path'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check({ exchange, operation }, notebook) {
    const { method, url } = exchange.sent;
    if (method === 'POST') notebook.holds('1/operations/method');
    if (URL.canParse(url) && new URL(url).pathname.endsWith(operation.path))
      notebook.holds('1/operations/path');
  },
};
