import { operationOf } from '../../schemas/operations.ts';
import { headerOf, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

/** Where a redirect leads to the documented path again: an address in front of it, or the path written in another way. */
function leadsTo(
  to: string,
  path: string,
  url: string,
): { readonly baseUrl: string } | 'other-path' | undefined {
  const asked = new URL(url);
  const next = URL.canParse(to, url) ? new URL(to, url) : undefined;
  if (next === undefined) return undefined;
  const plain = ({ origin, pathname }: URL) => (origin + pathname).toLowerCase().replace(/\/+$/, '');
  if (plain(next) === plain(asked)) return 'other-path';
  return next.pathname.endsWith(path)
    ? { baseUrl: next.origin + next.pathname.slice(0, -path.length) }
    : undefined;
}

/** The service sends the caller elsewhere; no redirect is followed with card data in hand. */
export const redirect: Suspicion = {
  kind: 'redirect',
  explain({ main, operation, accepted }) {
    const status = statusOf(main) ?? 0;
    if (status < 300 || status > 399) return undefined;
    const to = headerOf(main, 'location') ?? 'no address';
    const { path } = operationOf(operation);
    const leads = leadsTo(to, path, main.exchange.sent.url);
    const isLogin = leads === undefined && /log-?in|sign-?in|auth|sso|portal/i.test(to);
    const login = isLogin ? ', which looks like a login' : '';
    if (leads === 'other-path')
      return {
        says: `${path} is redirected to ${to}, the same path in another writing`,
        advice: `Redirects are never followed, and no baseUrl leads there: the service has to answer at ${path} itself, as the document writes it.`,
      };
    if (accepted.size > 0)
      return {
        key: `capabilities.${operation}`,
        says: `${operation} is redirected to ${to}${login}, while others are answered`,
        advice: 'Ask the operator whether the account may call it; if it is not offered, declare it absent.',
      };
    return {
      key: 'baseUrl',
      says: `the service redirects to ${to}${login}`,
      advice:
        leads === undefined
          ? 'Put the address of the interface itself into baseUrl; redirects are never followed.'
          : `Put ${leads.baseUrl} into baseUrl; redirects are never followed.`,
    };
  },
};
