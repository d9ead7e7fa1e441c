import { startRaw, type WireService } from './wire-service.ts';

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
