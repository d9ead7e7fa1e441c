import { X509Certificate } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import {
  connect as connectSecurely,
  createSecureContext,
  rootCertificates,
  type ConnectionOptions as SecureOptions,
  type TLSSocket,
} from 'node:tls';
import { defined } from '../../schemas/defined.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { readNamedFile } from '../file/read-json-file.ts';
import type { Target } from '../target.ts';

/** The route to a service: trusted authorities, certificate and proxy. */
export type Route = Pick<Target, 'tls' | 'proxy'>;

/** Longest wait for a connection, in milliseconds. */
const patience = 10_000;

/** Connects without a proxy, over TLS for https; rejects if no connection is made. Sends nothing. */
export function connectBy(url: string, tls: Target['tls'], longest = patience): Promise<Socket | TLSSocket> {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const place = { host, port: Number(port) || (isSecure ? 443 : 80) };
  const options: SecureOptions = {
    ...connectionOptions(tls),
    ...place,
    ...(isIP(host) === 0 && { servername: host }),
  };
  return new Promise((resolve, reject) => {
    const connecting = isSecure ? connectSecurely(options) : connect(place);
    let isOpen = false;
    connecting.once('connect', () => (isOpen = true));
    connecting.setTimeout(longest, () => {
      connecting.destroy();
      reject(new Error(isOpen ? 'the TLS handshake did not finish in time' : 'ETIMEDOUT'));
    });
    connecting.once(isSecure ? 'secureConnect' : 'connect', () => resolve(connecting));
    connecting.once('error', reject);
  });
}

/** Why no connection is made, as in `ECONNREFUSED` or `self-signed certificate`; undefined if one is. */
export async function whyUnreachable(
  url: string,
  tls: Target['tls'] = { verify: true },
  longest?: number,
): Promise<string | undefined> {
  try {
    (await connectBy(url, tls, longest)).destroy();
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || message.includes(code) || /^E[A-Z]+$/.test(code)) return code ?? message;
    return `${message}, ${code}`;
  }
}

/** Options of a TLS connection of Node to a target. */
export interface ConnectionOptions {
  readonly rejectUnauthorized: boolean;
  /** Trusted authorities; the usual ones by default. */
  readonly ca?: (string | Buffer)[];
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly passphrase?: string;
}

function readPart(key: string, file: string): Buffer {
  try {
    return readNamedFile(file);
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`"tls.${key}" cannot be read (${code}): ${file}.`);
  }
}

// Node ignores an invalid authority.
function readAuthority(file: string): Buffer {
  const bytes = readPart('authorityFile', file);
  try {
    if (bytes.includes('-----BEGIN ') && new X509Certificate(bytes)) return bytes;
  } catch {
    // Reported below.
  }
  throw new ConfigurationError(`"tls.authorityFile" holds no certificate (PEM): ${file}.`);
}

/** Reads the certificates of a target for TLS; throws `ConfigurationError` if they cannot be used. */
export function connectionOptions({
  verify,
  authorityFile,
  clientCertificate,
}: Target['tls']): ConnectionOptions {
  const ca = authorityFile === undefined ? undefined : [...rootCertificates, readAuthority(authorityFile)];
  const trust = { rejectUnauthorized: verify, ...defined({ ca }) };
  if (clientCertificate === undefined) return trust;
  const { certificateFile, keyFile, passphrase } = clientCertificate;
  const pair = {
    cert: readPart('clientCertificate.certificateFile', certificateFile),
    key: readPart('clientCertificate.keyFile', keyFile),
    ...defined({ passphrase: passphrase?.reveal() }),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    // As in "error:05800074:x509 certificate routines:key values mismatch".
    const why = (error as Error).message.split(':').at(-1);
    throw new ConfigurationError(
      `"tls.clientCertificate" cannot be used (${why}): ${certificateFile} with ${keyFile}.`,
    );
  }
  return { ...trust, ...pair };
}
