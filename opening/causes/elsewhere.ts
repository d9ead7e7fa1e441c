import { redactTextOf } from '../../reports/redact.ts';
import { urlIn } from '../../schemas/media/url-in.ts';
import { operationOf } from '../../schemas/operations.ts';
import {
  bodyText,
  headerOf,
  isPage,
  membersIn,
  outcomeMembers,
  pageWords,
  statusOf,
} from '../answer-words.ts';
import type { Case, Found } from '../case.ts';
import { alikeWords, blameOf } from './caller.ts';

/** The service answers 429. */
export function rateLimit({ main, target }: Case): Found {
  if (statusOf(main) !== 429) return undefined;
  const asked = headerOf(main, 'retry-after');
  return {
    key: 'limits.requestsPerSecond',
    says: `the service accepts no more requests for now (429${asked === undefined ? '' : `, Retry-After ${asked}`})`,
    advice: `Wait, ask the operator for the limit of the account, and lower limits.requestsPerSecond (now ${target.limits.requestsPerSecond}).`,
  };
}

/** A gateway answers that the service is temporarily unavailable. */
export function maintenance({ main }: Case): Found {
  const status = statusOf(main) ?? 0;
  if (status < 502 || status > 504) return undefined;
  const until = headerOf(main, 'retry-after');
  return {
    says: `the service is not available (${status}${until === undefined ? '' : `, Retry-After ${until}`})`,
    advice: 'Run again when the service is back; nothing in the target file looks wrong.',
  };
}

/** Where a redirect goes: to the documented path at another base URL, or to another spelling of the same URL. */
function leadsTo(
  to: string,
  path: string,
  url: string,
): { readonly baseUrl: string } | 'other-path' | undefined {
  const asked = new URL(url);
  const next = urlIn(to, url);
  if (next === undefined) return undefined;
  const plain = ({ origin, pathname }: URL) => (origin + pathname).toLowerCase().replace(/\/+$/, '');
  if (plain(next) === plain(asked)) return 'other-path';
  return next.pathname.endsWith(path)
    ? { baseUrl: next.origin + next.pathname.slice(0, -path.length) }
    : undefined;
}

/** The service redirects the caller; redirects are not followed, as requests have card data. */
export function redirect({ main, operation, accepted }: Case): Found {
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
}

// Whole words, because every redirect page has "signInfo" (2.8).
const login = /type=["']?password|\b(?:log|sign)[- ]?in\b|welcome to|it works|<h1>index of/i;

/** An HTML page answers instead of XML or JSON: a portal, a login, or the default page of a web server. */
export function notTheService({ main, operation, accepted }: Case): Found {
  const status = statusOf(main) ?? 0;
  if (status === 407)
    return {
      key: 'proxy',
      says: 'a proxy answers instead of the service, and asks for a login (407)',
      advice: 'Put the proxy and its login under "proxy", or reach the service without it.',
    };
  if (!isPage(main) || status >= 500) return undefined;
  const isOk = status >= 200 && status < 300;
  // A redirect payment is answered with a page, which may also be a refusal.
  const expected = operationOf(operation).answers === 'html';
  const looks = login.test(bodyText(main));
  if (!looks && (!isOk || expected || accepted.size > 0)) return undefined;
  if (accepted.size > 0 && !looks) return undefined;
  return {
    key: 'baseUrl',
    says: `a page for people answers${looks ? ', a login or a start page by its words' : ''}: "${redactTextOf(main, pageWords(main)).slice(0, 80)}"`,
    advice: 'Put the address of the interface, not of the portal, into baseUrl.',
  };
}

const isAbsent = (status: number | undefined) => status === 404 || status === 405 || status === 410;

/** The paths of the interface do not exist at the address. */
export function baseUrl({ main, accepted, refused, target }: Case): Found {
  if (accepted.size > 0 || !isAbsent(statusOf(main))) return undefined;
  if (/\/v1$/i.test(target.baseUrl ?? ''))
    return {
      key: 'baseUrl',
      says: 'baseUrl ends in /v1, and every path of the interface begins with it: /v1 is asked for twice',
      advice: 'Take /v1 off the end of baseUrl.',
    };
  // A single missing path says nothing about the address.
  const paths = new Set(refused.map(({ exchange }) => exchange.sent.url));
  const absent = refused.filter((one) => isAbsent(statusOf(one)));
  if (absent.length < refused.length) return undefined;
  const { pathname } = new URL(main.exchange.sent.url);
  return {
    key: 'baseUrl',
    says:
      paths.size > 1
        ? `none of the ${paths.size} paths that were asked for exists below baseUrl`
        : `the path ${pathname} does not exist there`,
    advice: 'Check baseUrl: a path prefix may be missing or doubled.',
  };
}

/** Statuses about HTTP itself, sent before the caller is checked. */
const aboutHttp = new Set([406, 411, 413, 414, 426, 431, 451]);

const identities = ['merchant_id', 'account_id', 'order_no', 'transaction_id'];

/** True if the answer contains our request, as sent or as a JSON string. */
function repeatsRequest({ main }: Case): boolean {
  const sent = main.exchange.sent.body;
  const body = bodyText(main);
  return sent !== '' && (body.includes(sent) || body.includes(JSON.stringify(sent).slice(1, -1)));
}

/** True for a 2xx status without a reason, or a status about HTTP itself. */
function hasNoReason({ main }: Case): boolean {
  const status = statusOf(main) ?? 0;
  if (aboutHttp.has(status)) return true;
  const members = membersIn(main);
  return status >= 200 && status <= 299 && !outcomeMembers.some((name) => name in members);
}

/** Every caller gets the same answer, which is not one of the interface: an echo, an empty page, another interface. */
export async function answersAlike(one: Case): Promise<Found> {
  if (one.accepted.size > 0 || !hasNoReason(one)) return undefined;
  if (repeatsRequest(one))
    return {
      key: 'baseUrl',
      says: 'the program at baseUrl echoes every request',
      advice: 'Check that baseUrl leads to the interface itself, not to a program that echoes requests.',
    };
  const members = membersIn(one.main);
  if (identities.some((name) => name in members)) return undefined;
  const blame = await blameOf(one);
  if (blame === undefined || blame.alike.length < 2 || blame.isTold) return undefined;
  return {
    key: 'baseUrl',
    says: 'every caller gets the same answer at baseUrl, and it is not one of the interface',
    comparedWith: alikeWords(blame.alike),
    advice:
      'Check that baseUrl leads to the interface itself; if it does, check signing.key and the recipe, then merchant_id.',
  };
}
