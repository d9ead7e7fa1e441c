import { pour, startRaw, type WireService } from './wire-service.ts';

/** Sends a header that never ends. */
export const endlessHeaders: WireService = {
  name: 'endless-headers',
  does: 'sends a header that never ends',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-long: ');
    pour(socket, () => Buffer.alloc(65_536, 'h'));
  }),
};
