import { headerOf, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

/** The service sends the caller elsewhere; no redirect is followed with card data in hand. */
export const redirect: Suspicion = {
  kind: 'redirect',
  explain({ main, operation, accepted }) {
    const status = statusOf(main) ?? 0;
    if (status < 300 || status > 399) return undefined;
    const to = headerOf(main, 'location') ?? 'no address';
    const login = /log-?in|sign-?in|auth|sso|portal/i.test(to) ? ', which looks like a login' : '';
    if (accepted.size > 0)
      return {
        key: `capabilities.${operation}`,
        says: `${operation} is redirected to ${to}${login}, while others are answered`,
        advice: 'Ask the operator whether the account may call it; if it is not offered, declare it absent.',
      };
    return {
      key: 'baseUrl',
      says: `the service redirects to ${to}${login}`,
      advice: 'Put the address of the interface itself into baseUrl; redirects are never followed.',
    };
  },
};
