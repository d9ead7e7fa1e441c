import { startHttp, type WireService } from './wire-service.ts';

/** Asks to come back in three years. */
export const busyForYears: WireService = {
  name: 'busy-for-years',
  does: 'asks to come back in three years',
  start: startHttp((_, response) => response.writeHead(429, { 'retry-after': '99999999' }).end()),
};
