import { startRaw, type WireService } from './wire-service.ts';

/** Speaks another protocol. */
export const noHttp: WireService = {
  name: 'no-http',
  does: 'speaks another protocol',
  start: startRaw((socket) => socket.end('220 mail.example ESMTP\r\n')),
};
