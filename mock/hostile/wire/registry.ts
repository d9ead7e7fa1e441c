import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { pour, type StartsWire, startHttp, startRaw, type WireService } from './wire-service.ts';

const withoutBody = ['204 No Content', '304 Not Modified', '205 Reset Content', '101 Switching Protocols'];

/** Gives a body to statuses that have none. */
const bodiesOfEmptyAnswers: WireService = {
  name: 'bodies-of-empty-answers',
  does: 'gives a body to statuses that have none, and changes the protocol unasked',
  start: (port) => {
    let asked = 0;
    return startRaw((socket) => {
      const status = withoutBody[asked % withoutBody.length];
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
const brotliBomb: WireService = {
  name: 'brotli-bomb',
  does: 'sends a few bytes that unpack to half a gigabyte',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(await bomb()),
  ),
};

const gzipped = halfAGigabyte(() => createGzip({ level: 1 }));

/** Sends a small body that unpacks to half a gigabyte. */
const gzipBomb: WireService = {
  name: 'gzip-bomb',
  does: 'sends a small body that unpacks to half a gigabyte',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(await gzipped()),
  ),
};

const packedTwice = halfAGigabyte(() => createGzip({ level: 1 }), createGzip);

/** Packs half a gigabyte twice. */
const twicePackedBomb: WireService = {
  name: 'twice-packed-bomb',
  does: 'packs half a gigabyte twice, so that it fits into some kilobytes',
  start: startHttp(async (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(await packedTwice()),
  ),
};

/** Sends a body that never ends. */
const endlessBody: WireService = {
  name: 'endless-body',
  does: 'sends a body that never ends',
  start: startHttp((_, response) =>
    pour(response.writeHead(200, { 'content-type': 'application/json' }), () => Buffer.alloc(65_536, 'x')),
  ),
};

/** Sends chunks of one byte that never end. */
const endlessChunks: WireService = {
  name: 'endless-chunks',
  does: 'sends chunks of one byte that never end',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, () => Buffer.from('1\r\nx\r\n'.repeat(10_000)));
  }),
};

/** Hides what it answers in front of six million blanks. */
const paddedWithBlanks: WireService = {
  name: 'padded-with-blanks',
  does: 'hides what it answers in front of six million blanks',
  start: startHttp((_, response) => response.end(`{"return_status":"1"}${' '.repeat(6_000_000)}`)),
};

/** Answers everything with 240 KB that are allowed. */
const longAnswers: WireService = {
  name: 'long-answers',
  does: 'answers everything with 240 KB that are allowed',
  start: startHttp((_, response) => {
    const more = Array.from({ length: 1000 }, (_one, at) => [`note_${at}`, 'abcdefgh'.repeat(28)]);
    const body = JSON.stringify({ return_status: '1', return_message: 'OK', ...Object.fromEntries(more) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }),
};

/** Explains each chunk by five million letters, and ends with trailers. */
const chunkExtensions: WireService = {
  name: 'chunk-extensions',
  does: 'explains its one chunk by five million letters, and ends with trailers',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-more\r\n\r\n');
    socket.write(`15;why="${'x'.repeat(5_000_000)}"\r\n{"return_status":"1"}\r\n`);
    socket.end('0\r\nx-more: 1\r\ncontent-length: 2\r\n\r\n');
  }),
};

/** Sends one byte now and then. */
const drip: WireService = {
  name: 'drip',
  does: 'sends one byte now and then',
  start: startHttp((_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  }),
};

/** Promises a thousand terabytes, and hangs up. */
const promisedLength: WireService = {
  name: 'promised-length',
  does: 'promises a thousand terabytes, and hangs up',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 999999999999999\r\n\r\n{"return_status":"1"}'),
  ),
};

/** Answers 429 to everything and says no time. */
const busyForEver: WireService = {
  name: 'busy-for-ever',
  does: 'answers 429 to everything and says no time',
  start: startHttp((_, response) => response.writeHead(429).end()),
};

/** Asks to come back in three years. */
const busyForYears: WireService = {
  name: 'busy-for-years',
  does: 'asks to come back in three years',
  start: startHttp((_, response) => response.writeHead(429, { 'retry-after': '99999999' }).end()),
};

/** Answers before the request has ended, and hangs up. */
const hastyAnswer: WireService = {
  name: 'hasty-answer',
  does: 'answers before the request has ended, and hangs up',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}'),
  ),
};

/** Speaks another protocol. */
const noHttp: WireService = {
  name: 'no-http',
  does: 'speaks another protocol',
  start: startRaw((socket) => socket.end('220 mail.example ESMTP\r\n')),
};

/** Hangs up in the middle of the body. */
const resetHalfWay: WireService = {
  name: 'reset-half-way',
  does: 'hangs up in the middle of the body',
  start: startHttp((_, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"ret');
    setImmediate(() => response.destroy());
  }),
};

/** Sends a second answer behind the first. */
const secondAnswer: WireService = {
  name: 'second-answer',
  does: 'sends a second answer behind the first',
  start: startRaw((socket) => {
    const answer = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(answer('{"return_status":"1"}') + answer('{"return_status":"smuggled"}'));
  }),
};

/** Takes a request and never says a word. */
const silence: WireService = {
  name: 'silence',
  does: 'takes a request and never says a word',
  start: startHttp(() => {}),
};

/** Answers 503 with a page to everything. */
const unavailable: WireService = {
  name: 'unavailable',
  does: 'answers 503 with a page to everything',
  start: startHttp((_, response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>Come back later</html>'),
  ),
};

/** Sends every caller back to where it is. */
const redirectLoop: WireService = {
  name: 'redirect-loop',
  does: 'sends every caller back to where it is',
  start: startHttp((request, response) =>
    response.writeHead(307, { location: request.url ?? '/', refresh: '0; url=file:///etc/passwd' }).end(),
  ),
};

const redirections = [301, 302, 303, 307, 308];

/** Sends every caller, with what it brought, to another address. */
const redirectsElsewhere: WireService = {
  name: 'redirects-elsewhere',
  does: 'sends every caller, with what it brought, to another address',
  async start(port) {
    const heard: string[] = [];
    let asked = 0;
    const other = await startHttp((request, response) => {
      heard.push(`elsewhere ${request.method}`);
      response.end();
    })();
    const own = await startHttp((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      const status = redirections[asked % redirections.length] ?? 302;
      asked += 1;
      response.writeHead(status, { location: `${other.baseUrl}/stolen` }).end();
    })(port);
    return {
      baseUrl: own.baseUrl,
      heard,
      stop: async () => {
        await Promise.all([own.stop(), other.stop()]);
      },
    };
  },
};

/** Names two lengths of one body. */
const conflictingLengths: WireService = {
  name: 'conflicting-lengths',
  does: 'names two lengths of one body',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 21\r\n\r\n{"return_status":"1"}'),
  ),
};

/** Sets five hundred cookies with each answer. */
const cookieFlood: WireService = {
  name: 'cookie-flood',
  does: 'sets five hundred cookies with each answer',
  start: startRaw((socket) => {
    const lines = Array.from({ length: 500 }, (_, at) => `set-cookie: c${at}=1; Path=/\r\n`).join('');
    socket.end(
      `HTTP/1.1 200 OK\r\n${lines}content-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}`,
    );
  }),
};

/** Sends a header that never ends. */
const endlessHeaders: WireService = {
  name: 'endless-headers',
  does: 'sends a header that never ends',
  start: startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-long: ');
    pour(socket, () => Buffer.alloc(65_536, 'h'));
  }),
};

/** Names a length and sends chunks. */
const lengthAndChunks: WireService = {
  name: 'length-and-chunks',
  does: 'names a length and sends chunks',
  start: startRaw((socket) =>
    socket.end(
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  ),
};

/** Writes commands for terminals and job logs behind its status. */
const longStatusText: WireService = {
  name: 'long-status-text',
  does: 'writes ten thousand letters and commands for job logs behind its status',
  start: startRaw((socket) =>
    socket.end(
      `HTTP/1.1 200 ::error title=x::${'y'.repeat(10_000)} \u009b2J\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}`,
    ),
  ),
};

/** Sends ten thousand header lines. */
const manyHeaderLines: WireService = {
  name: 'many-header-lines',
  does: 'sends ten thousand header lines',
  start: startRaw((socket) => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `x-${at}: 1\r\n`).join('');
    socket.end(`HTTP/1.1 200 OK\r\n${lines}content-length: 21\r\n\r\n{"return_status":"1"}`);
  }),
};

/** Says 102 and 103 for ever. */
const informationalStorm: WireService = {
  name: 'informational-storm',
  does: 'says 102 and 103 for ever',
  start: startRaw((socket) =>
    pour(socket, () => Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500))),
  ),
};

/** A redirect page whose form is right as far as the eye sees, with a script of its own. */
function pageWith(script: string, more = ''): string {
  const inputs =
    '<input type="hidden" name="encryption_data" value="x"><input type="hidden" name="signInfo" value="x">';
  return `<!doctype html><html><body>${more}<form name="theForm" method="post" action="/v1/checkout">${inputs}</form><script>${script}</script></body></html>`;
}

/** The post that is expected of a redirect page. */
const post = 'document.theForm.submit();';

/** A service that answers everything with one page. */
function startPage(page: string, headers: Readonly<Record<string, string>> = {}): StartsWire {
  return startHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page),
  );
}

/** Calls its redirect page an attachment of bytes. */
const pageAsDownload: WireService = {
  name: 'page-as-download',
  does: 'calls its redirect page an attachment of bytes',
  start: startPage(pageWith(post), {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="a.bin"',
  }),
};

/** Throws errors for as long as it is shown. */
const pageOfErrors: WireService = {
  name: 'page-of-errors',
  does: 'throws errors while displayed',
  start: startPage(
    pageWith(
      `for (let at = 0; at < 300000; at += 1) setTimeout(() => { throw new Error('x'.repeat(1000)); });`,
    ),
  ),
};

/** Posts three hundred million characters. */
const pageThatPostsTooMuch: WireService = {
  name: 'page-that-posts-too-much',
  does: 'posts three hundred million characters',
  start: startPage(pageWith(`document.theForm.signInfo.value = 'x'.repeat(3e8); ${post}`)),
};

/** Takes memory for as long as it is shown. */
const pageThatTakesMemory: WireService = {
  name: 'page-that-takes-memory',
  does: 'leaks memory while displayed',
  start: startPage(pageWith('const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(7)), 5);')),
};

/** Runs for ever before it would post. */
const pageWithoutRest: WireService = {
  name: 'page-without-rest',
  does: 'runs for ever before it would post',
  start: startPage(pageWith(`for (;;); ${post}`)),
};

/** Every service that is hostile on the wire or in its page, by name. */
export const wireServices = {
  'endless-body': endlessBody,
  'endless-chunks': endlessChunks,
  'gzip-bomb': gzipBomb,
  'brotli-bomb': brotliBomb,
  'padded-with-blanks': paddedWithBlanks,
  drip: drip,
  silence: silence,
  'busy-for-years': busyForYears,
  'busy-for-ever': busyForEver,
  unavailable: unavailable,
  'hasty-answer': hastyAnswer,
  'conflicting-lengths': conflictingLengths,
  'length-and-chunks': lengthAndChunks,
  'informational-storm': informationalStorm,
  'endless-headers': endlessHeaders,
  'reset-half-way': resetHalfWay,
  'no-http': noHttp,
  'second-answer': secondAnswer,
  'long-answers': longAnswers,
  'page-as-download': pageAsDownload,
  'page-that-posts-too-much': pageThatPostsTooMuch,
  'page-without-rest': pageWithoutRest,
  'page-that-takes-memory': pageThatTakesMemory,
  'page-of-errors': pageOfErrors,
  'redirects-elsewhere': redirectsElsewhere,
  'long-status-text': longStatusText,
  'redirect-loop': redirectLoop,
  'promised-length': promisedLength,
  'twice-packed-bomb': twicePackedBomb,
  'cookie-flood': cookieFlood,
  'many-header-lines': manyHeaderLines,
  'bodies-of-empty-answers': bodiesOfEmptyAnswers,
  'chunk-extensions': chunkExtensions,
} satisfies Record<string, WireService>;

/** Name of a service that is hostile on the wire or in its page. */
export type WireName = keyof typeof wireServices;
