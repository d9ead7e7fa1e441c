import { createGzip } from 'node:zlib';
import { halfAGigabyte } from './half-a-gigabyte.ts';
import { startHttp, type WireService } from './wire-service.ts';

const bomb = halfAGigabyte(() => createGzip({ level: 1 }), createGzip);

/** Packs half a gigabyte twice. */
export const twicePackedBomb: WireService = {
  name: 'twice-packed-bomb',
  does: 'packs half a gigabyte twice, so that it fits into some kilobytes',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(await bomb()),
  ),
};
