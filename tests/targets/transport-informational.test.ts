import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listenRaw, openUntilEnd, wire } from './transports.ts';

const go = 'HTTP/1.1 100 Continue\r\n\r\n';
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';
const answerOf = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Listens for requests with a body and lets `say` answer each; tells how many came, over how many connections. */
async function listening(say: (socket: Socket, request: number) => void) {
  const heard = { requests: 0, connections: 0 };
  const server = createServer((socket) => {
    heard.connections += 1;
    socket.setNoDelay(true).on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!/\r\n\r\n\{[\s\S]*\}$/.test(text)) return;
      text = '';
      heard.requests += 1;
      say(socket, heard.requests);
    });
  });
  return { heard, url: `http://127.0.0.1:${await listenRaw(server)}/` };
}

/** Writes pieces one behind the other, each when the one before has left. */
function inPieces(socket: Socket, [piece, ...others]: readonly string[]): void {
  if (piece !== undefined) socket.write(piece, () => setImmediate(inPieces, socket, others));
}

describe('the transport', () => {
  const open = () => openUntilEnd();
  const bodyOf = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof open>>>>) =>
    answer.kind === 'answer' ? Buffer.from(answer.body).toString() : `${answer.reason}: ${answer.detail}`;

  test.each([
    ['before the answer', [`${go}${answerOf('paid')}`]],
    ['before the answer, in another piece', [go, answerOf('paid')]],
    ['sign by sign', [...`${go}${answerOf('paid')}`]],
    ['twice', [go, `${go}${answerOf('paid')}`]],
    ['behind and before an early hint', [`${hint}${go}${hint}`, answerOf('paid')]],
    ['a hundred times', [go.repeat(100), answerOf('paid')]],
    ['without words', [`HTTP/1.1 100\r\n\r\n${answerOf('paid')}`]],
  ])('reads past 100 Continue that it did not ask for, said %s', async (_when, pieces) => {
    const { heard, url } = await listening((socket) => inPieces(socket, pieces));
    const send = open();
    for (const count of [1, 2, 3]) {
      expect(bodyOf(await send(wire(url)))).toBe('paid');
      expect(heard.requests).toBe(count);
    }
  });

  test('keeps such words where they are the body of an answer', async () => {
    const body = `${go}${hint}`;
    const { url } = await listening((socket) =>
      inPieces(socket, [answerOf('paid').replace(/4\r\n\r\npaid$/, `${body.length}\r\n\r\n`), go, hint]),
    );
    expect(bodyOf(await open()(wire(url)))).toBe(body);
  });

  test.each([
    ['nothing behind 100 Continue', go],
    ['half of 100 Continue', go.slice(0, 20)],
    ['a status of nought', 'HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\n{}'],
    ['another protocol that nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('takes %s for a connection that died, and sends nothing again', async (_what, said) => {
    const { heard, url } = await listening((socket) => socket.end(said));
    expect(await open()(wire(url))).toMatchObject({ kind: 'none', reason: 'reset' });
    expect(heard.requests).toBe(1);
  });
});
