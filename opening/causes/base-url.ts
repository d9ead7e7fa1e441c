import { statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

const isAbsent = (status: number | undefined) => status === 404 || status === 405 || status === 410;

/** The paths of the interface do not exist below the address. */
export const baseUrl: Suspicion = {
  kind: 'base-url',
  explain({ main, accepted, refused, target }) {
    if (accepted.size > 0 || !isAbsent(statusOf(main))) return undefined;
    if (/\/v1$/i.test(target.baseUrl ?? ''))
      return {
        key: 'baseUrl',
        says: 'baseUrl ends in /v1, and every path of the interface begins with it: /v1 is asked for twice',
        advice: 'Take /v1 off the end of baseUrl.',
      };
    // One path alone that is missing says nothing of the address.
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
      advice: 'See whether baseUrl lacks a prefix of the path, or has one too many.',
    };
  },
};
