import type { Suspicion } from '../case.ts';

const distrusted = /certificate|self[- ]signed|altname|CERT_|UNABLE_TO_(?:VERIFY|GET_ISSUER)/i;
const asked = /certificate required|handshake failure|ALERT_(?:CERTIFICATE|HANDSHAKE)/i;

const trustsAnybody = '"tls": { "verify": false } trusts anybody.';

/** The certificate of the service is not trusted, or the service asks for one of ours. */
export const certificate: Suspicion = {
  kind: 'certificate',
  explain({ main: { exchange } }) {
    const { received } = exchange;
    if (received.kind === 'answer') return undefined;
    if (asked.test(received.detail))
      return {
        key: 'tls.clientCertificate',
        says: 'the service asks for a certificate of the caller',
        advice: 'Name certificate and key under tls.clientCertificate.',
      };
    if (!distrusted.test(received.detail)) return undefined;
    const { hostname } = new URL(exchange.sent.url);
    if (/expired|not yet valid|CERT_NOT_YET_VALID/i.test(received.detail))
      return {
        key: 'tls.verify',
        says: 'the certificate of the service is not trusted: it is not valid at this time',
        advice: `Ask the operator for a new one, and see that the clock of this machine is right; ${trustsAnybody}`,
      };
    if (/altname/i.test(received.detail))
      return {
        key: 'baseUrl',
        says: `the certificate of the service is not trusted: it is not for ${hostname}`,
        advice: `Write the host that the certificate names into baseUrl; ${trustsAnybody}`,
      };
    return {
      key: 'tls.authorityFile',
      says: 'the certificate of the service is not trusted',
      advice: `Name the PEM file of its authority under tls.authorityFile; ${trustsAnybody}`,
    };
  },
};
