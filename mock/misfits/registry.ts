import type { JsonObject } from '../../schemas/types.ts';
import { answeringEarly, type Change, deciding } from '../behaviour.ts';
import { refusal, textOf } from '../reply.ts';
import {
  type Arrival,
  always,
  answerWith,
  fewRequests,
  isOperationPath,
  type Misfit,
  pageWith,
} from './misfit.ts';
import { operationMisfits } from './operations.ts';

const atBase =
  (change: (baseUrl: string) => string) => (target: Parameters<NonNullable<Misfit['target']>>[0]) => ({
    ...target,
    baseUrl: change(String(target.baseUrl)),
  });

const base = { exit: 3, kind: 'base-url', key: 'baseUrl', most: fewRequests } as const;

const portal = pageWith(
  200,
  'Merchant portal',
  '<form method="post"><input type="password" name="p"></form>',
);

/** Target files with a wrong address, and the services at that address. */
const addressMisfits: readonly Misfit[] = [
  {
    name: 'wrong-path',
    description: 'baseUrl has a prefix that does not exist',
    target: atBase((url) => `${url}/gateway`),
    expects: base,
  },
  {
    name: 'portal',
    description: 'the merchant portal answers every path with its login page and 200',
    endpoint: { treat: always(portal) },
    expects: { exit: 3, kind: 'not-the-service', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'login-redirect',
    description: 'every path redirects to a login',
    endpoint: {
      treat: ({ path }) =>
        isOperationPath(path)
          ? answerWith(302, 'text/html', '', { location: 'https://sso.example.com/login' })
          : 'pass',
    },
    expects: { exit: 3, kind: 'redirect', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'http-for-https',
    description: 'baseUrl says http, and the service speaks https',
    endpoint: { https: true },
    target: atBase((url) => url.replace('https:', 'http:')),
    expects: { exit: 3, kind: 'scheme', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'untrusted-certificate',
    description: 'the certificate of the service is not trusted',
    endpoint: { https: true },
    expects: { exit: 3, kind: 'certificate', key: 'tls.authorityFile', most: fewRequests },
  },
];

/** Changes members of one object of the target file. */
function changing(name: string, change: JsonObject): (target: JsonObject) => JsonObject {
  return (target) => ({ ...target, [name]: { ...(target[name] as JsonObject), ...change } });
}

const wrongKey = changing('signing', { key: { env: 'CONFORMANCE_MISFIT_KEY' } });

const signing = { exit: 3, kind: 'signing', key: 'signing.key', most: fewRequests } as const;

/** Refuses requests whose notification address leads nowhere. */
const refusingNotices = (text: string): Change =>
  deciding({
    objection: ({ request }) =>
      /\.example\b/.test(textOf(request, 'notify_url')) ? refusal('terms', text, request) : undefined,
  });

const notify = { exit: 3, kind: 'notify', key: 'notify.url', most: fewRequests } as const;

/** Target files with a wrong key, recipe, merchant, account, credential or permission. */
const callerMisfits: readonly Misfit[] = [
  {
    name: 'wrong-key',
    description: 'the target names another signing key; the service says so in each envelope',
    target: wrongKey,
    expects: signing,
  },
  {
    name: 'signs-no-lists',
    description:
      'the service signs without lists and objects, so that it refuses the signature of what has them',
    operation: 'refund',
    endpoint: {
      change: answeringEarly((about, { refuse }) =>
        Object.values(about.request).some((value) => typeof value === 'object' && value !== null)
          ? refuse(refusal('signature', 'the signature is wrong', about.request), about)
          : undefined,
      ),
    },
    expects: { exit: 3, kind: 'signing', key: 'signing.module', most: fewRequests },
  },
  {
    name: 'no-recipe',
    description: 'the target signs nothing, and the service checks signatures',
    target: (target) => ({ ...target, signing: { recipe: 'none' } }),
    expects: { ...signing, key: 'signing.recipe' },
  },
  {
    name: 'wrong-merchant',
    description: 'the target names a merchant that does not exist',
    target: changing('merchant', { merchant_id: '100009' }),
    expects: { exit: 3, kind: 'merchant', key: 'merchant.merchant_id', most: fewRequests },
  },
  {
    name: 'wrong-account',
    description: 'the target names an account that does not exist',
    target: changing('merchant', { account_id: '100001009' }),
    expects: { exit: 3, kind: 'account', key: 'merchant.account_id', most: fewRequests },
  },
  {
    name: 'public-notice-only-without-a-word',
    description: 'the service wants a notification address that it can reach, and does not say so',
    operation: 'payout',
    endpoint: { change: refusingNotices('request not acceptable') },
    expects: notify,
  },
  {
    name: 'missing-credential',
    description: 'a gateway wants a credential in a header that the target does not name',
    endpoint: {
      treat: () =>
        answerWith(401, 'application/json', '{"error":"missing bearer token"}', {
          'www-authenticate': 'Bearer realm="gateway"',
        }),
    },
    expects: { exit: 3, kind: 'signing', key: 'headers', most: fewRequests },
  },
  {
    name: 'allow-too-small',
    description: 'the target allows only reads, and the run is about refunds',
    operation: 'refund',
    target: (target) => ({ ...target, allow: ['reads'] }),
    expects: { exit: 3, kind: 'allow', key: 'allow', most: 0 },
  },
];

const withShortTimeout = (target: JsonObject): JsonObject => ({
  ...target,
  limits: { ...(target.limits as JsonObject), timeoutMs: 250 },
});

function isBrokenJson({ contentType, body }: Arrival): boolean {
  if (!contentType.includes('json')) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

/** Services that are unavailable, overloaded or slow, or that fail during the run. */
const outageMisfits: readonly Misfit[] = [
  {
    name: 'maintenance',
    description: 'a gateway answers 503 to everything',
    endpoint: { treat: always(pageWith(503, 'Service Unavailable')) },
    expects: { exit: 3, kind: 'maintenance', most: fewRequests },
  },
  {
    name: 'rate-limited',
    description: 'the service answers 429 for ever',
    endpoint: {
      treat: always(
        answerWith(429, 'application/json', '{"message":"Too Many Requests"}', { 'retry-after': '0' }),
      ),
    },
    expects: { exit: 3, kind: 'rate-limit', key: 'limits.requestsPerSecond', most: fewRequests },
  },
  {
    name: 'too-slow',
    description: 'the service takes longer than the target waits',
    target: withShortTimeout,
    endpoint: { treat: always('hang') },
    expects: { exit: 3, kind: 'time-out', key: 'limits.timeoutMs', most: fewRequests },
  },
  {
    name: 'dead',
    description: 'nothing listens',
    endpoint: { dead: true },
    expects: { exit: 3, kind: 'unreachable', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'fails-everywhere',
    description: 'the service answers 500 to everything',
    endpoint: { treat: always(answerWith(500, 'application/json', '{"message":"Internal Server Error"}')) },
    expects: { exit: 1, kind: 'refused', most: fewRequests },
  },
  {
    name: 'dies-of-malformed-json',
    description: 'the service crashes on malformed JSON, and never comes back',
    operation: 'capture',
    endpoint: { treat: (arrival) => (isBrokenJson(arrival) ? 'die' : 'pass') },
    expects: { exit: 3, most: 800 },
  },
  {
    name: 'hangs-at-50',
    description: 'the service answers nothing from the 50th request on',
    operation: 'capture',
    target: withShortTimeout,
    endpoint: { treat: ({ number }) => (number >= 50 ? 'hang' : 'pass') },
    // Calls in progress and malformed calls do not count as evidence of an outage; on a busy machine there are more.
    expects: { exit: 3, most: 100 },
  },
  {
    name: 'refuses-from-200',
    description: 'from the 200th request on the service answers 401 to everything, since a quota is used up',
    endpoint: {
      treat: (arrival) =>
        arrival.number >= 200 ? answerWith(401, 'application/json', '{"message":"quota used up"}') : 'pass',
    },
    // Malformed calls do not count.
    expects: { exit: 3, most: 400 },
  },
  {
    name: 'forgets',
    description: 'the service restarts with each 30th request, and loses what was before',
    operation: 'capture',
    endpoint: { treat: ({ number }) => (number % 30 === 0 ? 'forget' : 'pass') },
    expects: { exit: 3, most: 800 },
  },
];

/** All misfits: wrong target files, and services that cannot be tested or fail during the run. */
export const misfits: readonly Misfit[] = [
  ...callerMisfits,
  ...addressMisfits,
  ...outageMisfits,
  ...operationMisfits,
];

const byName = new Map(misfits.map((misfit) => [misfit.name, misfit]));

/** The misfit with this name, or undefined. */
export function findMisfit(name: string): Misfit | undefined {
  return byName.get(name);
}
