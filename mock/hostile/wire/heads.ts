import { pour, startRaw, type WireService } from './wire-service.ts';

/** Names two lengths of one body. */
export const conflictingLengths: WireService = {
  name: 'conflicting-lengths',
  does: 'names two lengths of one body',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 21\r\n\r\n{"return_status":"1"}'),
  ),
};

/** Sets five hundred cookies with each answer. */
export const cookieFlood: WireService = {
  name: 'cookie-flood',
  does: 'sets five hundred cookies with each answer',
  start: startRaw((socket) => {
    const lines = Array.from({ length: 500 }, (_, at) => `set-cookie: c${at}=1; Path=/\r\n`).join('');
    socket.end(
      `HTTP/1.1 200 OK\r\n${lines}content-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}`,
    );
  }),
};

/** Sends a header that never ends. */
export const endlessHeaders: WireService = {
  name: 'endless-headers',
  does: 'sends a header that never ends',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-long: ');
    pour(socket, () => Buffer.alloc(65_536, 'h'));
  }),
};

/** Names a length and sends chunks. */
export const lengthAndChunks: WireService = {
  name: 'length-and-chunks',
  does: 'names a length and sends chunks',
  start: startRaw((socket) =>
    socket.end(
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  ),
};

/** Writes commands for terminals and job logs behind its status. */
export const longStatusText: WireService = {
  name: 'long-status-text',
  does: 'writes ten thousand letters and commands for job logs behind its status',
  start: startRaw((socket) =>
    socket.end(
      `HTTP/1.1 200 ::error title=x::${'y'.repeat(10_000)} \u009b2J\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}`,
    ),
  ),
};

/** Sends ten thousand header lines. */
export const manyHeaderLines: WireService = {
  name: 'many-header-lines',
  does: 'sends ten thousand header lines',
  start: startRaw((socket) => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `x-${at}: 1\r\n`).join('');
    socket.end(`HTTP/1.1 200 OK\r\n${lines}content-length: 21\r\n\r\n{"return_status":"1"}`);
  }),
};

/** Says 102 and 103 for ever. */
export const informationalStorm: WireService = {
  name: 'informational-storm',
  does: 'says 102 and 103 for ever',
  start: startRaw((socket) =>
    pour(socket, () => Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500))),
  ),
};
