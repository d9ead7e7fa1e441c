import { connect } from 'node:net';

/** Longest wait for a connection, in milliseconds. */
const patience = 10_000;

/** Why no connection to an address comes about, as in `ECONNREFUSED`; undefined when one does. Nothing is sent. */
export async function whyUnreachable(url: string, longest = patience): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const end = (why?: string) => {
      socket.destroy();
      resolve(why);
    };
    socket.setTimeout(longest, () => end('ETIMEDOUT'));
    socket.once('connect', () => end());
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
