import { startHttp, type WireService } from './wire-service.ts';

/** Answers 429 to everything and says no time. */
export const busyForEver: WireService = {
  name: 'busy-for-ever',
  does: 'answers 429 to everything and says no time',
  start: startHttp((_, response) => response.writeHead(429).end()),
};
