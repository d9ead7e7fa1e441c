import { startHttp, type WireService } from './wire-service.ts';

/** Hangs up in the middle of the body. */
export const resetHalfWay: WireService = {
  name: 'reset-half-way',
  does: 'hangs up in the middle of the body',
  start: startHttp((_, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"ret');
    setImmediate(() => response.destroy());
  }),
};
