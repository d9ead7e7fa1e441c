import type { Suspicion } from '../case.ts';

const distrusted = /certificate|self[- ]signed|altname|CERT_|UNABLE_TO_(?:VERIFY|GET_ISSUER)/i;
const asked = /certificate required|handshake failure|ALERT_(?:CERTIFICATE|HANDSHAKE)/i;

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
    return {
      key: 'tls.verify',
      says: 'the certificate of the service is not trusted',
      advice:
        'NODE_EXTRA_CA_CERTS may name a file with its authority; "tls": { "verify": false } trusts anybody.',
    };
  },
};
