import { startRaw, type WireService } from './wire-service.ts';

/** Sends a second answer behind the first. */
export const secondAnswer: WireService = {
  name: 'second-answer',
  does: 'sends a second answer behind the first',
  start: startRaw((socket) => {
    const answer = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(answer('{"return_status":"1"}') + answer('{"return_status":"smuggled"}'));
  }),
};
