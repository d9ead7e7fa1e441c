import type { Rule } from './rule.ts';

/** 2.7: issuer_url need not be reachable, and is not opened; only what kind of address it is gets noted. */
export const issuerUrl: Rule = {
  name: 'issuer-url',
  clauses: ['2.7/issuer_url/reachable'],
  operations: ['apm-payment'],
  looksAt: 'answer',
  check({ answer }, notebook) {
    if (typeof answer.issuer_url !== 'string' || !URL.canParse(answer.issuer_url)) return;
    const { protocol, hostname } = new URL(answer.issuer_url);
    const kind = /^(?:localhost|127\.|\[?::1)/.test(hostname)
      ? 'a loopback host'
      : /^[0-9.]+$/.test(hostname)
        ? 'a numeric host'
        : 'a named host';
    const word = `${protocol.replace(':', '')} at ${kind}`;
    notebook.observes('2.7/issuer_url/reachable', word, `issuer_url is ${word}`);
  },
};
