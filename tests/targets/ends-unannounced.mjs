import { once } from 'node:events';
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Answers in a thread of its own, and ends each connection without a word: a little later, or when it is told to. */
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
let answered = 0;
const tell = () => {
  Atomics.store(workerData, 0, 1);
  Atomics.notify(workerData, 0);
};
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    if (!bytes.toString('latin1').endsWith('}')) return;
    answered += 1;
    socket.write(answer);
    if (workerData instanceof Int32Array) parentPort.once('message', () => socket.end(tell));
    else setTimeout(() => socket.end(), answered % 3);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort.postMessage(server.address().port);
