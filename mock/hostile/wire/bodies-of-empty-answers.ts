import { startRaw, type WireService } from './wire-service.ts';

const statuses = ['204 No Content', '304 Not Modified', '205 Reset Content', '101 Switching Protocols'];

/** Gives a body to statuses that have none. */
export const bodiesOfEmptyAnswers: WireService = {
  name: 'bodies-of-empty-answers',
  does: 'gives a body to statuses that have none, and changes the protocol unasked',
  start: (port) => {
    let asked = 0;
    return startRaw((socket) => {
      const status = statuses[asked % statuses.length];
      asked += 1;
      socket.end(
        `HTTP/1.1 ${status}\r\nconnection: upgrade\r\nupgrade: h2c\r\ncontent-length: 21\r\n\r\n{"return_status":"1"}`,
      );
    })(port);
  },
};
