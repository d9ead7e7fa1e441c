import { startHttp, type WireService } from './wire-service.ts';

/** Sends one byte now and then. */
export const drip: WireService = {
  name: 'drip',
  does: 'sends one byte now and then',
  start: startHttp((_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  }),
};
