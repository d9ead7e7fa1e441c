import { documentedOperations } from '../operations.ts';
import type { Rule } from './rule.ts';

const paths = new Map<string, string | undefined>();
const mostPaths = 100;

// A run sends thousands of requests to a dozen addresses.
function pathOf(url: string): string | undefined {
  if (!paths.has(url)) {
    if (paths.size >= mostPaths) paths.clear();
    paths.set(url, URL.canParse(url) ? new URL(url).pathname : undefined);
  }
  return paths.get(url);
}

/** Section 1: the caller uses POST and the path of the operation; other calls are made on purpose and only observed. */
export const calling: Rule = {
  name: 'calling',
  clauses: ['1/operations/method', '1/operations/path'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check({ exchange, operation }, notebook) {
    const { method, url } = exchange.sent;
    if (method === 'POST') notebook.holds('1/operations/method');
    if (pathOf(url)?.endsWith(operation.path) === true) notebook.holds('1/operations/path');
  },
};
