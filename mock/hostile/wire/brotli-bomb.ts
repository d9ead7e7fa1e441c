import { constants, createBrotliCompress } from 'node:zlib';
import { halfAGigabyte } from './half-a-gigabyte.ts';
import { startHttp, type WireService } from './wire-service.ts';

const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
const bomb = halfAGigabyte(() => createBrotliCompress({ params }));

/** Sends a few bytes that unpack to half a gigabyte. */
export const brotliBomb: WireService = {
  name: 'brotli-bomb',
  does: 'sends a few bytes that unpack to half a gigabyte',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(await bomb()),
  ),
};
