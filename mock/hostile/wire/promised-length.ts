import { startRaw, type WireService } from './wire-service.ts';

/** Promises a thousand terabytes, and hangs up. */
export const promisedLength: WireService = {
  name: 'promised-length',
  does: 'promises a thousand terabytes, and hangs up',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 999999999999999\r\n\r\n{"return_status":"1"}'),
  ),
};
