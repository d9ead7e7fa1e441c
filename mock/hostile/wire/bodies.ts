import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { pour, startHttp, startRaw, type WireService } from './wire-service.ts';

const statuses = ['204 No Content', '304 Not Modified', '205 Reset Content', '101 Switching Protocols'];

/** Gives a body to statuses that have none. */
export const bodiesOfEmptyAnswers: WireService = {
  name: 'bodies-of-empty-answers',
  does: 'gives a body to statuses that have none, and changes the protocol unasked',
  start: (port) => {
    let asked = 0;
    return startRaw((socket) => {
      const status = statuses[asked % statuses.length];
      asked += 1;
      socket.end(
        `HTTP/1.1 ${status}\r\nconnection: upgrade\r\nupgrade: h2c\r\ncontent-length: 21\r\n\r\n{"return_status":"1"}`,
      );
    })(port);
  },
};

/** Packs half a gigabyte of one letter, piece by piece, when it is first asked for, and keeps what came of it. */
function halfAGigabyte(...packers: readonly (() => Transform)[]): () => Promise<Buffer> {
  const pack = () => {
    const pieces = Array<Buffer>(500).fill(Buffer.alloc(1_000_000, 'x'));
    return buffer(packers.reduce<Readable>((stream, open) => stream.pipe(open()), Readable.from(pieces)));
  };
  let packed: Promise<Buffer> | undefined;
  return () => {
    packed ??= pack();
    return packed;
  };
}

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

const gzipped = halfAGigabyte(() => createGzip({ level: 1 }));

/** Sends a small body that unpacks to half a gigabyte. */
export const gzipBomb: WireService = {
  name: 'gzip-bomb',
  does: 'sends a small body that unpacks to half a gigabyte',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(await gzipped()),
  ),
};

const packedTwice = halfAGigabyte(() => createGzip({ level: 1 }), createGzip);

/** Packs half a gigabyte twice. */
export const twicePackedBomb: WireService = {
  name: 'twice-packed-bomb',
  does: 'packs half a gigabyte twice, so that it fits into some kilobytes',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(await packedTwice()),
  ),
};

/** Sends a body that never ends. */
export const endlessBody: WireService = {
  name: 'endless-body',
  does: 'sends a body that never ends',
  start: startHttp((_, response) =>
    pour(response.writeHead(200, { 'content-type': 'application/json' }), () => Buffer.alloc(65_536, 'x')),
  ),
};

/** Sends chunks of one byte that never end. */
export const endlessChunks: WireService = {
  name: 'endless-chunks',
  does: 'sends chunks of one byte that never end',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, () => Buffer.from('1\r\nx\r\n'.repeat(10_000)));
  }),
};

/** Hides what it answers in front of six million blanks. */
export const paddedWithBlanks: WireService = {
  name: 'padded-with-blanks',
  does: 'hides what it answers in front of six million blanks',
  start: startHttp((_, response) => response.end(`{"return_status":"1"}${' '.repeat(6_000_000)}`)),
};

/** Answers everything with 240 KB that are allowed. */
export const longAnswers: WireService = {
  name: 'long-answers',
  does: 'answers everything with 240 KB that are allowed',
  start: startHttp((_, response) => {
    const more = Array.from({ length: 1000 }, (_one, at) => [`note_${at}`, 'abcdefgh'.repeat(28)]);
    const body = JSON.stringify({ return_status: '1', return_message: 'OK', ...Object.fromEntries(more) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }),
};

/** Explains each chunk by five million letters, and ends with trailers. */
export const chunkExtensions: WireService = {
  name: 'chunk-extensions',
  does: 'explains its one chunk by five million letters, and ends with trailers',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-more\r\n\r\n');
    socket.write(`15;why="${'x'.repeat(5_000_000)}"\r\n{"return_status":"1"}\r\n`);
    socket.end('0\r\nx-more: 1\r\ncontent-length: 2\r\n\r\n');
  }),
};

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

/** Promises a thousand terabytes, and hangs up. */
export const promisedLength: WireService = {
  name: 'promised-length',
  does: 'promises a thousand terabytes, and hangs up',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 999999999999999\r\n\r\n{"return_status":"1"}'),
  ),
};
