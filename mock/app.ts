import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { whyForeign } from '../schemas/own-site.ts';
import { operationPaths } from '../schemas/read-request.ts';
import { listRecent, startPage } from './pages/start-page.ts';
import { addRoutes, type FindWorld, type Shop } from './routes.ts';
import type { Worlds } from './worlds.ts';

/** Bounds of one request; section 8 shows none, so they are the endpoint's own. */
export const requestBounds = {
  /** Bytes of a body. */
  bodyBytes: 4 * 1024 * 1024,
  /** Milliseconds in which a request has to arrive whole. */
  arrivalMs: 15_000,
} as const;

/** Certificates of an endpoint that speaks https; those of clients are asked for when an authority is named. */
export interface Certificates {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/** Where the operations are found. */
export interface Place {
  /** Path before `/v1`. */
  readonly prefix?: string;
  /** Speaks https when given. */
  readonly certificates?: Certificates;
}

/** Builds the HTTP side of the endpoint; nothing listens yet. */
export function createApp(
  worlds: Worlds,
  shop: Shop,
  arrivalMs: number = requestBounds.arrivalMs,
  { prefix = '', certificates }: Place = {},
): FastifyInstance {
  // Node waits for the longer of the two times, so both are set.
  const bounds = {
    headersTimeout: arrivalMs,
    connectionsCheckingInterval: Math.min(arrivalMs, 1_000),
    maxHeaderSize: 32_768,
  };
  const app = Fastify({
    logger: false,
    bodyLimit: requestBounds.bodyBytes,
    requestTimeout: arrivalMs,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // The name of a fault says its field and its class.
    routerOptions: { maxParamLength: 200 },
    ...(certificates === undefined
      ? { http: bounds }
      : {
          https: {
            ...bounds,
            ...certificates,
            requestCert: certificates.ca !== undefined,
            rejectUnauthorized: certificates.ca !== undefined,
          },
        }),
    clientErrorHandler(error, socket) {
      const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const text = late
        ? `the request did not arrive within ${arrivalMs} ms`
        : 'this is no HTTP request that can be read';
      const body = JSON.stringify({ error_message: text });
      if (socket.writable) {
        socket.end(
          `HTTP/1.1 ${late ? '408 Request Timeout' : '400 Bad Request'}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        );
      }
    },
  });
  app.addHook('onRequest', ({ headers }, reply, done) => {
    const why = whyForeign(headers);
    if (why === undefined) done();
    else refuse(reply, 403, why);
  });
  // The body's own first character tells how to read it, so every type is taken as bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    refuse(reply, statusOf(error), sentenceOf(error)),
  );
  app.setNotFoundHandler((request, reply) => {
    const below = request.url.startsWith(prefix) ? request.url.slice(prefix.length) : request.url;
    const path = below.replace(/\?.*$/s, '').replace(/^\/(?:faults|dialects)\/[^/]+/, '');
    if (operationPaths.includes(path) && request.method !== 'POST') {
      return refuse(reply.header('allow', 'POST'), 405, 'every operation is called with POST');
    }
    if (operationPaths.includes(path))
      return refuse(reply, 404, 'no fault or dialect has this name; the start page lists them');
    return refuse(reply, 404, 'no operation has this path; the start page lists them');
  });

  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(startPage(worlds.main, shop.recent, app.listeningOrigin)),
  );
  app.get('/recent', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(listRecent(shop.recent)),
  );
  const below = (path: string, find: FindWorld) =>
    app.register(async (scope) => addRoutes(scope, find, shop), { prefix: prefix + path });
  below('', ({ space }) => (space === undefined ? worlds.main : worlds.space(space)));
  below('/faults/:id', ({ params: { id = '' } }) => worlds.fault(id));
  below('/dialects/:name', ({ params: { name = '' } }) => worlds.dialect(name));
  return app;
}

function refuse(reply: FastifyReply, status: number, text: string) {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error_message: text }));
}

function statusOf(error: FastifyError): number {
  return error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
}

function sentenceOf(error: FastifyError): string {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return `the body has more than ${requestBounds.bodyBytes} bytes`;
  return statusOf(error) < 500 ? error.message : 'the embedded endpoint failed on this request';
}
