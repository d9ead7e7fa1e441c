import { say, sayValue } from '../findings/say.ts';
import { pathIn, type Rule } from './rule.ts';

const absolute = '2.7/issuer_url/absolute';

/**
 * 2.7: issuer_url need not be reachable, and is not opened. One that looks like an address and cannot be read as one is none;
 * of any other, what kind of address it is gets noted.
 */
export const issuerUrl: Rule = {
  name: 'issuer-url',
  clauses: ['2.7/issuer_url/reachable', absolute],
  operations: ['apm-payment'],
  looksAt: 'answer',
  check(view, notebook) {
    const { issuer_url } = view.answer;
    if (typeof issuer_url !== 'string') return;
    if (!URL.canParse(issuer_url)) {
      const isShaped = view.checked?.breaches.every(({ path }) => path !== 'issuer_url') === true;
      if (isShaped)
        notebook.breaks(absolute, {
          kind: 'shape',
          path: pathIn(view, 'issuer_url'),
          expected: say('absolute-address'),
          received: sayValue(issuer_url),
        });
      return;
    }
    const { protocol, hostname } = new URL(issuer_url);
    const kind = /^(?:localhost|127\.|\[?::1)/.test(hostname)
      ? 'a loopback host'
      : /^[0-9.]+$/.test(hostname)
        ? 'a numeric host'
        : 'a named host';
    const word = `${protocol.replace(':', '')} at ${kind}`;
    notebook.observes('2.7/issuer_url/reachable', word, `issuer_url is ${word}`);
  },
};
