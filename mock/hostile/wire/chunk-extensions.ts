import { startRaw, type WireService } from './wire-service.ts';

/** Explains each chunk by five million letters, and ends with trailers. */
export const chunkExtensions: WireService = {
  name: 'chunk-extensions',
  does: 'explains its one chunk by five million letters, and ends with trailers',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-more\r\n\r\n');
    socket.write(`15;why="${'x'.repeat(5_000_000)}"\r\n{"return_status":"1"}\r\n`);
    socket.end('0\r\nx-more: 1\r\ncontent-length: 2\r\n\r\n');
  }),
};
