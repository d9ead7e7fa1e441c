import { X509Certificate } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import {
  connect as connectSecurely,
  createSecureContext,
  rootCertificates,
  type ConnectionOptions as SecureOptions,
  type TLSSocket,
} from 'node:tls';
import { SocksClient } from 'socks';
import { defined } from '../../schemas/defined.ts';
import { onceFor } from '../../schemas/once-for.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { readNamedFile } from '../file/read-json-file.ts';
import type { Target } from '../target.ts';

/** The route to a service: trusted authorities, certificate and proxy. Every transport and probe uses it. */
export type Route = Pick<Target, 'tls' | 'proxy'>;

type Proxy = NonNullable<Target['proxy']>;

/** A place on the network. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** No connection through the proxy was made, so nothing reached the service. */
class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** Longest wait for a connection, in milliseconds. */
const patience = 10_000;

/** The place that an address names. */
function placeOf(url: string): Place & { readonly isSecure: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const usual = isSecure ? 443 : protocol === 'http:' ? 80 : 1080;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual, isSecure };
}

/** The proxy for a host; undefined without a proxy or if `bypass` names the host. */
function proxyTo(host: string, { proxy }: Pick<Target, 'proxy'>): Proxy | undefined {
  const dotted = (name: string) => `.${name.trim().replace(/^\./, '')}`;
  const names = proxy?.bypass?.split(',').filter((name) => name.trim() !== '') ?? [];
  return names.some((name) => dotted(host).endsWith(dotted(name))) ? undefined : proxy;
}

/**
 * Opens a tunnel through a proxy. The proxy is asked once, with its login, and nothing is sent through the tunnel: so a
 * request is sent at most once, whatever happens to the connection.
 */
function openTunnel(
  proxy: Proxy,
  place: Place,
  route: Pick<Target, 'tls'>,
  longest = patience,
): Promise<Socket> {
  return /^socks/i.test(proxy.server)
    ? throughSocks(proxy, place, longest)
    : throughHttp(proxy, place, route, longest);
}

/** Opens a tunnel through a SOCKS proxy, which resolves the host. */
async function throughSocks({ server, username, password }: Proxy, destination: Place, timeout: number) {
  const { host, port } = placeOf(server);
  const login = defined({ userId: username, password: password?.reveal() });
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      destination: { host: destination.host, port: destination.port },
      proxy: { host, port, type: /^socks4:/i.test(server) ? 4 : 5, ...login },
      timeout,
    });
    // Only the caller handles the error.
    return socket.on('error', () => {});
  } catch (error) {
    throw new ProxyError(`no way through the proxy (${(error as Error).message})`);
  }
}

/** Opens a tunnel through an HTTP proxy (RFC 9110, 9.3.6). */
function throughHttp(
  { server, username, password }: Proxy,
  { host, port }: Place,
  { tls }: Pick<Target, 'tls'>,
  longest: number,
): Promise<Socket> {
  const { isSecure, ...place } = placeOf(server);
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const words = Buffer.from(`${username ?? ''}:${password?.reveal() ?? ''}`).toString('base64');
  const isKnown = username !== undefined || password !== undefined;
  // The client certificate is for the service, not for the proxy.
  const { rejectUnauthorized, ca } = isSecure ? connectionOptions(tls) : {};
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new ProxyError(why));
    const asking = (isSecure ? httpsRequest : httpRequest)({
      ...place,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(isKnown && { 'proxy-authorization': `Basic ${words}` }) },
      agent: false,
      timeout: longest,
      ...(isSecure && { rejectUnauthorized, ca }),
    });
    asking.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      // Only the caller handles the error.
      socket.on('error', () => {});
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      return fail(`Proxy response (${statusCode}) !== 200 when HTTP Tunneling`);
    });
    asking.once('response', ({ statusCode }) => fail(`the proxy answered ${statusCode} to CONNECT`));
    asking.once('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.once('error', ({ message }) => fail(`no way through the proxy (${message})`));
    asking.end();
  });
}

const connectErrors = new WeakSet<Error>();

/** Returns whether an error prevented the connection, so that nothing was sent. */
export function isConnectError(error: Error): boolean {
  return connectErrors.has(error);
}

/** Connects by the route, over TLS for https; rejects if no connection is made. Sends nothing. */
export async function connectBy(url: string, route: Route, longest = patience): Promise<Socket | TLSSocket> {
  try {
    return await connection(url, route, longest);
  } catch (error) {
    connectErrors.add(error as Error);
    throw error;
  }
}

async function connection(url: string, route: Route, longest: number): Promise<Socket | TLSSocket> {
  const { isSecure, ...place } = placeOf(url);
  const proxy = proxyTo(place.host, route);
  const socket = proxy === undefined ? undefined : await openTunnel(proxy, place, route, longest);
  const options: SecureOptions = {
    ...(isSecure && secureOptions(route.tls)),
    // Through a tunnel too, the certificate must show the host name.
    ...place,
    ...defined({ socket }),
    ...(isIP(place.host) === 0 && { servername: place.host }),
    ALPNProtocols: ['http/1.1'],
  };
  if (!isSecure && socket !== undefined) return socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const connecting = isSecure ? connectSecurely(options) : connect(place);
    let isOpen = socket !== undefined;
    connecting.once('connect', () => (isOpen = true));
    const late = () => {
      connecting.destroy();
      reject(new Error(isOpen ? 'the TLS handshake did not finish in time' : 'ETIMEDOUT'));
    };
    connecting.setTimeout(longest, late);
    connecting.once(isSecure ? 'secureConnect' : 'connect', () => {
      // The caller has its own time limits.
      resolve(connecting.setTimeout(0, late).setNoDelay(true));
    });
    connecting.once('error', reject);
  });
}

/** Why no connection is made, as in `ECONNREFUSED` or `self-signed certificate`; undefined if one is. */
export async function whyUnreachable(
  url: string,
  route: Route = { tls: { verify: true } },
  longest?: number,
): Promise<string | undefined> {
  try {
    (await connectBy(url, route, longest)).destroy();
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

/** TLS options of a target; made once, as reading the usual authorities takes some milliseconds. */
export const secureOptions = onceFor((tls: Target['tls']) => {
  const { rejectUnauthorized, ...own } = connectionOptions(tls);
  return { rejectUnauthorized, secureContext: createSecureContext(own) };
});
