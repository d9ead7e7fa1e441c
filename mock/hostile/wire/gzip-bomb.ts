import { gzipSync } from 'node:zlib';
import { startHttp, type WireService } from './wire-service.ts';

/** Sends a small body that unpacks to half a gigabyte. */
export const gzipBomb: WireService = {
  name: 'gzip-bomb',
  does: 'sends a small body that unpacks to half a gigabyte',
  start: startHttp((_, response) => {
    const bomb = gzipSync(Buffer.alloc(500_000_000, 'x'), { level: 1 });
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  }),
};
