import { gzipSync } from 'node:zlib';
import { startHttp, type WireService } from './wire-service.ts';

/** Packs half a gigabyte twice. */
export const twicePackedBomb: WireService = {
  name: 'twice-packed-bomb',
  does: 'packs half a gigabyte twice, so that it fits into some kilobytes',
  start: startHttp((_, response) => {
    const once = gzipSync(Buffer.alloc(500_000_000, 'x'), { level: 1 });
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(once));
  }),
};
