import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates } from 'node:tls';
import { given } from '../../schemas/given.ts';
import { onceFor } from '../../schemas/once-for.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Target } from '../target.ts';

/** What a TLS connection of Node to a target needs. */
export interface ConnectionOptions {
  readonly rejectUnauthorized: boolean;
  /** Authorities to trust; the usual ones when absent. */
  readonly ca?: (string | Buffer)[];
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly passphrase?: string;
}

function readPart(key: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`"tls.${key}" cannot be read (${code}): ${file}.`);
  }
}

// Node takes no notice of an authority that is none.
function readAuthority(file: string): Buffer {
  const bytes = readPart('authorityFile', file);
  try {
    if (bytes.includes('-----BEGIN ') && new X509Certificate(bytes)) return bytes;
  } catch {
    // Said below.
  }
  throw new ConfigurationError(`"tls.authorityFile" holds no certificate (PEM): ${file}.`);
}

/** Reads the certificates of a target for a TLS connection of Node; throws `ConfigurationError` when they cannot be used. */
export function connectionOptions({
  verify,
  authorityPath,
  clientCertificate,
}: Target['tls']): ConnectionOptions {
  const ca = authorityPath === undefined ? undefined : [...rootCertificates, readAuthority(authorityPath)];
  const trust = { rejectUnauthorized: verify, ...given({ ca }) };
  if (clientCertificate === undefined) return trust;
  const { certPath, keyPath, passphrase } = clientCertificate;
  const pair = {
    cert: readPart('clientCertificate.certificateFile', certPath),
    key: readPart('clientCertificate.keyFile', keyPath),
    ...given({ passphrase: passphrase?.reveal() }),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    // As in "error:05800074:x509 certificate routines:key values mismatch".
    const why = (error as Error).message.split(':').at(-1);
    throw new ConfigurationError(
      `"tls.clientCertificate" cannot be used (${why}): ${certPath} with ${keyPath}.`,
    );
  }
  return { ...trust, ...pair };
}

/** What every TLS connection to a target is made with; made once, as reading the usual authorities takes some milliseconds. */
export const secureOptions = onceFor((tls: Target['tls']) => {
  const { rejectUnauthorized, ...own } = connectionOptions(tls);
  return { rejectUnauthorized, secureContext: createSecureContext(own) };
});
