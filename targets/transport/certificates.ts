import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { given } from '../../schemas/given.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Target } from '../target.ts';

/** What a TLS connection of Node to a target needs. */
export interface ConnectionOptions {
  readonly rejectUnauthorized: boolean;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly passphrase?: string;
}

function readPart(key: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`tls.clientCertificate.${key} cannot be read (${code}): ${file}`);
  }
}

/** Reads the certificates of a target for a TLS connection of Node; throws `ConfigurationError` when they cannot be used. */
export function connectionOptions({ verify, clientCertificate }: Target['tls']): ConnectionOptions {
  if (clientCertificate === undefined) return { rejectUnauthorized: verify };
  const { certPath, keyPath, passphrase } = clientCertificate;
  const pair = {
    cert: readPart('certificateFile', certPath),
    key: readPart('keyFile', keyPath),
    ...given({ passphrase: passphrase?.reveal() }),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    const why = (error as Error).message;
    throw new ConfigurationError(
      `tls.clientCertificate cannot be used (${why}): ${certPath} with ${keyPath}`,
    );
  }
  return { rejectUnauthorized: verify, ...pair };
}
