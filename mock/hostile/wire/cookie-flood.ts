import { startRaw, type WireService } from './wire-service.ts';

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
