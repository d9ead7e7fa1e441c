import { connect } from 'node:net';

/** Longest time that a connection may take, in milliseconds. */
const patience = 5_000;

/** Why nobody can be reached at an address, in a sentence; a connection is made and closed, and nothing is sent. */
export async function whyUnreachable(address: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(address);
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  const host = hostname.replace(/^\[|\]$/g, '');
  const why = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ host, port: number, timeout: patience });
    const end = (reason: string | undefined) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end('no connection within 5 seconds'));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => end(code ?? message));
  });
  return why === undefined ? undefined : `Nobody can be reached at ${host}, port ${number} (${why}).`;
}
