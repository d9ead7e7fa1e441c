import { bodyText, headerOf, statusOf } from '../answer-words.ts';
import type { Case, Suspicion } from '../case.ts';
import { whyUnreachable } from '../reach.ts';

const notTls = /wrong version number|packet length too long|ERR_SSL_|EPROTO|disconnected before secure TLS/i;
const wantsTls =
  /plain http request was sent to https|client sent an http request to an https|requires? (?:ssl|tls|https)/i;

async function speaksTls(url: string): Promise<boolean> {
  const { host } = new URL(url);
  return (await whyUnreachable(`https://${host}`, { tls: { verify: false } }, 2_000)) === undefined;
}

async function isTlsPort({ main }: Case): Promise<boolean> {
  const { received, sent } = main.exchange;
  if (received.kind === 'none') return received.reason === 'reset' && (await speaksTls(sent.url));
  const location = headerOf(main, 'location') ?? '';
  const moved = location.startsWith('https:') && URL.canParse(location);
  const isTwin = moved && new URL(location).pathname === new URL(sent.url).pathname;
  return isTwin || ((statusOf(main) ?? 0) >= 400 && wantsTls.test(bodyText(main)));
}

/** The address says http and the service speaks https, or the other way round. */
export const scheme: Suspicion = {
  kind: 'scheme',
  async explain(one) {
    const { received, sent } = one.main.exchange;
    const { protocol } = new URL(sent.url);
    if (protocol === 'https:') {
      if (received.kind === 'answer' || !notTls.test(received.detail)) return undefined;
      return {
        key: 'baseUrl',
        says: 'the address says https, and what listens there does not speak it',
        advice: 'Write http:// in baseUrl, or name the port that speaks https.',
      };
    }
    if (!(await isTlsPort(one))) return undefined;
    return {
      key: 'baseUrl',
      says: 'the address says http, and the service speaks https there',
      advice: 'Write https:// in baseUrl.',
    };
  },
};
