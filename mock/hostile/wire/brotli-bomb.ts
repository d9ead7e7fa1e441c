import { brotliCompressSync, constants } from 'node:zlib';
import { startHttp, type WireService } from './wire-service.ts';

/** Sends a few bytes that unpack to half a gigabyte. */
export const brotliBomb: WireService = {
  name: 'brotli-bomb',
  does: 'sends a few bytes that unpack to half a gigabyte',
  start: startHttp((_, response) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    response
      .writeHead(200, { 'content-encoding': 'br' })
      .end(brotliCompressSync(Buffer.alloc(500_000_000, 'x'), { params }));
  }),
};
