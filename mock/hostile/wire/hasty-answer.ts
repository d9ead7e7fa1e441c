import { startRaw, type WireService } from './wire-service.ts';

/** Answers before the request has ended, and hangs up. */
export const hastyAnswer: WireService = {
  name: 'hasty-answer',
  does: 'answers before the request has ended, and hangs up',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}'),
  ),
};
