import { redactTextOf } from '../../reports/redact.ts';
import { operationOf } from '../../schemas/operations.ts';
import { bodyText, isPage, pageWords, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

// Whole words: every redirect page holds "signInfo" (2.8).
const login = /type=["']?password|\b(?:log|sign)[- ]?in\b|welcome to|it works|<h1>index of/i;

/** A page for people answers where the interface answers XML or JSON: a portal, a login, a web server's own page. */
export const notTheService: Suspicion = {
  kind: 'not-the-service',
  explain({ main, operation, accepted }) {
    const status = statusOf(main) ?? 0;
    if (status === 407)
      return {
        key: 'proxy',
        says: 'a proxy answers in the place of the service, and asks for a login (407)',
        advice: 'Put the proxy and its login under "proxy", or reach the service without it.',
      };
    if (!isPage(main) || status >= 500) return undefined;
    const isOk = status >= 200 && status < 300;
    // A redirect payment is answered by a page, and a page may carry its refusal.
    const expected = operationOf(operation).answers === 'html';
    const looks = login.test(bodyText(main));
    if (!looks && (!isOk || expected || accepted.size > 0)) return undefined;
    if (accepted.size > 0 && !looks) return undefined;
    return {
      key: 'baseUrl',
      says: `a page for people answers${looks ? ', a login or a start page by its words' : ''}: "${redactTextOf(main, pageWords(main)).slice(0, 80)}"`,
      advice: 'Put the address of the interface, not of the portal, into baseUrl.',
    };
  },
};
