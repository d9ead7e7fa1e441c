import { Agent, request } from 'node:http';

/** A minimal `node:http` client with keep-alive connections: sends a request and reads the answer, nothing else. */
export function openBareHttp(connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, url, headers, body, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method,
          agent,
          timeout: timeoutMs,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (answer) => {
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}
