import { pour, startRaw, type WireService } from './wire-service.ts';

/** Sends chunks of one byte that never end. */
export const endlessChunks: WireService = {
  name: 'endless-chunks',
  does: 'sends chunks of one byte that never end',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, () => Buffer.from('1\r\nx\r\n'.repeat(10_000)));
  }),
};
