import { brotliCompressSync, constants } from 'node:zlib';
import { halfAGigabyte } from './half-a-gigabyte.ts';
import { startHttp, type WireService } from './wire-service.ts';

const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
const bomb = halfAGigabyte((bytes) => brotliCompressSync(bytes, { params }));

/** Sends a few bytes that unpack to half a gigabyte. */
export const brotliBomb: WireService = {
  name: 'brotli-bomb',
  does: 'sends a few bytes that unpack to half a gigabyte',
  start: startHttp((_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(bomb())),
};
