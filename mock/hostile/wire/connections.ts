import { startHttp, startRaw, type WireService } from './wire-service.ts';

/** Answers 429 to everything and says no time. */
export const busyForEver: WireService = {
  name: 'busy-for-ever',
  does: 'answers 429 to everything and says no time',
  start: startHttp((_, response) => response.writeHead(429).end()),
};

/** Asks to come back in three years. */
export const busyForYears: WireService = {
  name: 'busy-for-years',
  does: 'asks to come back in three years',
  start: startHttp((_, response) => response.writeHead(429, { 'retry-after': '99999999' }).end()),
};

/** Answers before the request has ended, and hangs up. */
export const hastyAnswer: WireService = {
  name: 'hasty-answer',
  does: 'answers before the request has ended, and hangs up',
  start: startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{"return_status":"1"}'),
  ),
};

/** Speaks another protocol. */
export const noHttp: WireService = {
  name: 'no-http',
  does: 'speaks another protocol',
  start: startRaw((socket) => socket.end('220 mail.example ESMTP\r\n')),
};

/** Hangs up in the middle of the body. */
export const resetHalfWay: WireService = {
  name: 'reset-half-way',
  does: 'hangs up in the middle of the body',
  start: startHttp((_, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"ret');
    setImmediate(() => response.destroy());
  }),
};

/** Sends a second answer behind the first. */
export const secondAnswer: WireService = {
  name: 'second-answer',
  does: 'sends a second answer behind the first',
  start: startRaw((socket) => {
    const answer = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(answer('{"return_status":"1"}') + answer('{"return_status":"smuggled"}'));
  }),
};

/** Takes a request and never says a word. */
export const silence: WireService = {
  name: 'silence',
  does: 'takes a request and never says a word',
  start: startHttp(() => {}),
};

/** Answers 503 with a page to everything. */
export const unavailable: WireService = {
  name: 'unavailable',
  does: 'answers 503 with a page to everything',
  start: startHttp((_, response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>Come back later</html>'),
  ),
};

/** Sends every caller back to where it is. */
export const redirectLoop: WireService = {
  name: 'redirect-loop',
  does: 'sends every caller back to where it is',
  start: startHttp((request, response) =>
    response.writeHead(307, { location: request.url ?? '/', refresh: '0; url=file:///etc/passwd' }).end(),
  ),
};

const statuses = [301, 302, 303, 307, 308];

/** Sends every caller, with what it brought, to another address. */
export const redirectsElsewhere: WireService = {
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
      const status = statuses[asked % statuses.length] ?? 302;
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
