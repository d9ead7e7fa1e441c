import { createGzip } from 'node:zlib';
import { halfAGigabyte } from './half-a-gigabyte.ts';
import { startHttp, type WireService } from './wire-service.ts';

const bomb = halfAGigabyte(() => createGzip({ level: 1 }));

/** Sends a small body that unpacks to half a gigabyte. */
export const gzipBomb: WireService = {
  name: 'gzip-bomb',
  does: 'sends a small body that unpacks to half a gigabyte',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(await bomb()),
  ),
};
