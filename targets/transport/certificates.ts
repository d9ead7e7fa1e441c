import { readFileSync } from 'node:fs';
import type { Target } from '../target.ts';

/** What a TLS connection of Node to a target needs; reads the files of the certificate, and throws when it cannot. */
export interface ConnectionOptions {
  readonly rejectUnauthorized: boolean;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly passphrase?: string;
}

/** Reads the certificates of a target for a TLS connection that Playwright does not make. */
export function connectionOptions({ verify, clientCertificate }: Target['tls']): ConnectionOptions {
  if (clientCertificate === undefined) return { rejectUnauthorized: verify };
  const { certPath, keyPath, passphrase } = clientCertificate;
  return {
    rejectUnauthorized: verify,
    cert: readFileSync(certPath),
    key: readFileSync(keyPath),
    ...(passphrase === undefined ? {} : { passphrase: passphrase.reveal() }),
  };
}
