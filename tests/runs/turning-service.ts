import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMock } from '../../mock/server.ts';

/** Answers a request in the place of the embedded endpoint. */
export type Turn = (response: ServerResponse) => void;

/** An answer as far as it is the same for every request. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answering = (
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): FixedAnswer => ({ status, headers: { ...headers, 'content-type': type }, body });

/** The forms in which a service may turn everybody away. */
export const turnedAway = {
  '401': answering(401, 'application/json', '{"error":"key revoked"}'),
  '403': answering(403, 'text/plain', 'Forbidden'),
  envelope: answering(200, 'application/json', '{"return_status":"0","return_message":"session ended"}'),
  XML: answering(200, 'text/xml', '<respon><result_info>1006:key revoked</result_info></respon>'),
  'a page to log in': answering(
    200,
    'text/html',
    '<!doctype html><title>Log in</title><form action="/login" method="post"><input name="user"></form>',
  ),
  '500': answering(500, 'application/json', '{"message":"Internal Server Error"}'),
  'JSON that is cut': answering(200, 'application/json', '{"return_status":'),
  'a redirect to one': answering(302, 'text/html', '', { location: '/login' }),
  'an empty body': answering(200, 'application/json', ''),
  'a page about maintenance': answering(
    200,
    'text/html',
    '<!doctype html><title>Maintenance</title><p>Back soon.',
  ),
} satisfies Readonly<Record<string, FixedAnswer>>;

/** Gives an answer to any request. */
export const turnTo =
  ({ status, headers, body }: FixedAnswer): Turn =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** A request as the service sees it. */
export interface Asked {
  /** Counts all requests from 1. */
  readonly number: number;
  readonly path: string;
  readonly body: string;
}

/** Starts the embedded endpoint behind a function that answers some requests in its place. */
export async function startTurning(
  turn: (asked: Asked) => Turn | undefined,
): Promise<{ readonly url: string; readonly asked: () => number; close(): Promise<void> }> {
  const mock = await startMock();
  let number = 0;
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const parts: Buffer[] = [];
    request.on('error', () => {}).on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts);
      number += 1;
      const turned = turn({ number, path: request.url ?? '', body: body.toString('utf8') });
      if (turned !== undefined) return turned(response);
      const { method = 'POST', headers } = request;
      try {
        const answer = await fetch(`${mock.url}${request.url}`, {
          method,
          body,
          headers: { 'content-type': headers['content-type'] ?? '' },
          redirect: 'manual',
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(bytes);
      } catch {
        response.destroy();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => number,
    async close() {
      server.close();
      server.closeAllConnections();
      await mock.close();
    },
  };
}
