import { createServer } from 'node:net';

/**
 * Opens the proxy of the sealed browser: it forwards nothing and reports each attempt.
 * @param {(line: string) => void} heard gets the start of each request, `METHOD address`
 */
export async function openBlackHole(heard) {
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      const [method = '', address = ''] = bytes.toString('latin1', 0, 2000).split(' ');
      heard(`${method} ${address}`);
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.setTimeout(2000, () => socket.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  server.unref();
  const { port } = server.address();
  return `http://127.0.0.1:${port}`;
}
