import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMock } from '../../mock/server.ts';

/** A request as it came over the wire. */
export interface Recorded {
  readonly path: string;
  readonly body: string;
}

/** An endpoint that keeps what it is sent and passes it on to the embedded one. */
export interface RecordingService {
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Calls back once, when so many requests have come. */
  after(count: number, act: () => void): void;
  /** Calls back once, when the first connection is made. */
  connected(act: () => void): void;
  /** Stops at once: open connections are cut. */
  close(): Promise<void>;
}

/** What a service answers instead of what the embedded endpoint would. */
export type Changed = (
  sent: string,
  answer: { readonly type: string; readonly text: string },
) => { readonly text: string; readonly headers: Readonly<Record<string, string | string[]>> };

/** Starts a recording endpoint on a free loopback port; `change` makes another answer of each. */
export async function startRecording(change?: Changed): Promise<RecordingService> {
  const mock = await startMock();
  const requests: Recorded[] = [];
  const awaited = new Map<number, () => void>();
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const parts: Buffer[] = [];
    request.on('error', () => {}).on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts);
      requests.push({ path: request.url ?? '', body: body.toString('utf8') });
      awaited.get(requests.length)?.();
      const { method = 'POST', headers } = request;
      const kept = { 'content-type': headers['content-type'] ?? '' };
      try {
        const answer = await fetch(`${mock.url}${request.url}`, {
          method,
          body,
          headers: kept,
          redirect: 'manual',
        });
        const type = answer.headers.get('content-type') ?? '';
        const bytes = Buffer.from(await answer.arrayBuffer());
        const changed = change?.(body.toString('utf8'), { type, text: bytes.toString('utf8') });
        response.writeHead(answer.status, { ...changed?.headers, 'content-type': type });
        response.end(changed?.text ?? bytes);
      } catch {
        response.destroy();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    after: (count, act) => void awaited.set(count, act),
    connected: (act) => void server.once('connection', act),
    async close() {
      server.close();
      server.closeAllConnections();
      await mock.close();
    },
  };
}
