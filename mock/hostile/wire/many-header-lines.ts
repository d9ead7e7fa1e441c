import { startRaw, type WireService } from './wire-service.ts';

/** Sends ten thousand header lines. */
export const manyHeaderLines: WireService = {
  name: 'many-header-lines',
  does: 'sends ten thousand header lines',
  start: startRaw((socket) => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `x-${at}: 1\r\n`).join('');
    socket.end(`HTTP/1.1 200 OK\r\n${lines}content-length: 21\r\n\r\n{"return_status":"1"}`);
  }),
};
