import { createServer, request } from 'node:http';

/**
 * A loopback proxy that forwards every call to one service of the embedded endpoint, chosen by `switchTo`, so that a
 * tool is started only once. `calls` counts the calls since the last switch.
 */
export async function openSwitchboard(upstream) {
  let prefix = '';
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    calls += 1;
    const { method, headers, url } = incoming;
    const call = request(`${upstream}${prefix}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.rawHeaders);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    switchTo(next) {
      prefix = next;
      calls = 0;
    },
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** A loopback port that is currently free. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
