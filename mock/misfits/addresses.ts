import { answerWith, isOperationPath, pageWith } from './answers.ts';
import { fewRequests, type Misfit } from './misfit.ts';

const atBase =
  (change: (baseUrl: string) => string) => (target: Parameters<NonNullable<Misfit['target']>>[0]) => ({
    ...target,
    baseUrl: change(String(target.baseUrl)),
  });

const base = { exit: 3, kind: 'base-url', key: 'baseUrl', most: fewRequests } as const;

/** Target files with an address that is not the service's, and what answers there. */
export const addressMisfits: readonly Misfit[] = [
  {
    name: 'v1-twice',
    description: 'baseUrl ends in /v1, with which every path begins',
    target: atBase((url) => `${url}/v1`),
    expects: base,
  },
  {
    name: 'wrong-path',
    description: 'baseUrl has a prefix that does not exist',
    target: atBase((url) => `${url}/gateway`),
    expects: base,
  },
  {
    name: 'not-found-page',
    description: 'a web server answers every path with its own 404 page',
    endpoint: { treat: () => pageWith(404, '404 Not Found', '<hr>nginx') },
    expects: base,
  },
  {
    name: 'not-allowed-everywhere',
    description: 'a server of files answers every POST with 405',
    endpoint: { treat: () => answerWith(405, 'text/plain', 'Method Not Allowed', { allow: 'GET' }) },
    expects: base,
  },
  {
    name: 'portal',
    description: 'the merchant portal answers every path with its login page and 200',
    endpoint: {
      treat: () =>
        pageWith(200, 'Merchant portal', '<form method="post"><input type="password" name="p"></form>'),
    },
    expects: { exit: 3, kind: 'not-the-service', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'welcome-page',
    description: 'a web server answers every path with its start page and 200',
    endpoint: { treat: () => pageWith(200, 'Welcome') },
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
    name: 'https-for-http',
    description: 'baseUrl says https, and the service speaks http',
    target: atBase((url) => url.replace('http:', 'https:')),
    expects: { exit: 3, kind: 'scheme', key: 'baseUrl', most: 0 },
  },
  {
    name: 'http-for-https',
    description: 'baseUrl says http, and the service speaks https',
    endpoint: { https: true },
    target: atBase((url) => url.replace('https:', 'http:')),
    expects: { exit: 3, kind: 'scheme', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'moved-to-https',
    description: 'baseUrl says http, and a gateway redirects each path to https',
    endpoint: {
      treat: ({ path }) => answerWith(301, 'text/html', '', { location: `https://127.0.0.1${path}` }),
    },
    expects: { exit: 3, kind: 'scheme', key: 'baseUrl', most: fewRequests },
  },
  {
    name: 'untrusted-certificate',
    description: 'nobody vouches for the certificate of the service',
    endpoint: { https: true },
    expects: { exit: 3, kind: 'certificate', key: 'tls.authorityFile', most: 0 },
  },
];
