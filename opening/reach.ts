import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ConnectionOptions } from '../targets/transport/certificates.ts';

/** Longest wait for a connection, in milliseconds. */
const patience = 10_000;

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === undefined || message.includes(code) || /^E[A-Z]+$/.test(code)) return code ?? message;
  return `${message}, ${code}`;
}

/**
 * Why no connection to an address comes about, as in `ECONNREFUSED` or `self-signed certificate`; undefined when one
 * does. Over https the certificates are checked as `tls` says. Nothing is sent.
 */
export async function whyUnreachable(
  url: string,
  tls: ConnectionOptions = { rejectUnauthorized: true },
  longest = patience,
): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'https:';
  const place = { host, port: Number(port) || (secure ? 443 : 80) };
  return new Promise((resolve) => {
    const socket = secure
      ? connectSecurely({ ...tls, ...place, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect(place);
    const end = (why?: string) => {
      socket.destroy();
      resolve(why);
    };
    let isOpen = false;
    socket.once('connect', () => (isOpen = true));
    socket.setTimeout(longest, () => end(isOpen ? 'no TLS handshake came about in time' : 'ETIMEDOUT'));
    socket.once(secure ? 'secureConnect' : 'connect', () => end());
    socket.once('error', (error: NodeJS.ErrnoException) => end(wordsOf(error)));
  });
}
