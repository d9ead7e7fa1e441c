import { startRaw, type WireService } from './wire-service.ts';

/** Names two lengths of one body. */
export const conflictingLengths: WireService = {
  name: 'conflicting-lengths',
  does: 'names two lengths of one body',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 21\r\n\r\n{"return_status":"1"}'),
  ),
};
