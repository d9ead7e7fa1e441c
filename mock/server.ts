import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { defined } from '../schemas/defined.ts';
import { whyForeign } from '../schemas/media/own-site.ts';
import { spaceHeader } from '../schemas/media/space-header.ts';
import { operationPaths } from '../schemas/read-request.ts';
import { type Setting, settingOf } from './acquirers/acquirer.ts';
import { findAcquirer } from './acquirers/registry.ts';
import { merchants, type Register } from './admission.ts';
import { logLine } from './log-line.ts';
import type { Misfit } from './misfits/misfit.ts';
import { findMisfit } from './misfits/registry.ts';
import { type Notifier, openNotifier } from './notify.ts';
import { chargeSubscriptions } from './operations/subscriptions.ts';
import { answerHostedPage, hostedPaths } from './pages/hosted.ts';
import { practiceCertificate, privateCertificates } from './practice-certificates.ts';
import { sendWire } from './send-wire.ts';
import { recipes, type SignatureCheck } from './signature.ts';
import { answerCall, type Call, type World } from './world.ts';
import { type MainWorld, openWorlds, type Worlds } from './worlds.ts';

/** Limits of one request, chosen by the endpoint because section 8 shows none. */
const requestBounds = {
  bodyBytes: 4 * 1024 * 1024,
  /** Milliseconds within which a request must arrive completely. */
  arrivalMs: 15_000,
} as const;

/** Certificates of an endpoint with HTTPS; with `ca`, clients must present a certificate of that authority. */
interface Certificates {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/** Where the operations are served. */
interface Place {
  /** Path before `/v1`. */
  readonly prefix?: string;
  /** Uses HTTPS if given. */
  readonly certificates?: Certificates;
}

/** Builds the HTTP server of the endpoint, without listening. */
function createApp(
  worlds: Worlds,
  shop: ServerState,
  arrivalMs: number = requestBounds.arrivalMs,
  { prefix = '', certificates }: Place = {},
): FastifyInstance {
  // Node.js uses the longer of the two timeouts, so both are set.
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
    // The id of a value fault contains a field and a class, so it can be long.
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
        : 'this is not a readable HTTP request';
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
  // The first character of the body decides how it is read, so every content type is parsed as bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    refuse(reply, statusOf(error), sentenceOf(error)),
  );
  app.setNotFoundHandler((request, reply) => {
    const below = request.url.startsWith(prefix) ? request.url.slice(prefix.length) : request.url;
    const path = below.replace(/\?.*$/s, '').replace(/^\/(?:faults|spaces)\/[^/]+/, '');
    if (operationPaths.includes(path) && request.method !== 'POST') {
      return refuse(reply.header('allow', 'POST'), 405, 'every operation is called with POST');
    }
    const what = operationPaths.includes(path) ? 'no fault has this name' : 'no operation has this path';
    return refuse(reply, 404, what);
  });

  const below = (path: string, find: FindWorld) =>
    app.register(async (scope) => addRoutes(scope, find, shop), { prefix: prefix + path });
  below('', ({ space }) => (space === undefined ? worlds.main : worlds.space(space)));
  below('/spaces/:name', ({ params: { name = '' } }) => worlds.space(name));
  below('/faults/:id', ({ params: { id = '' } }) => worlds.fault(id));
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

/** State that all routes of a process share. */
interface ServerState {
  readonly notifier: Notifier;
  readonly latencyMs: number;
  readonly log?: (line: string) => void;
}

/** The parts of a request that select its world. */
interface WorldSelector {
  /** Parameters of the path prefix. */
  readonly params: Readonly<Record<string, string>>;
  readonly space?: string;
}

/** Finds the world of a request, or undefined. */
type FindWorld = (aim: WorldSelector) => World | undefined;

function worldSelectorOf({ params, headers }: FastifyRequest): WorldSelector {
  const space = headers[spaceHeader];
  return {
    params: params as Record<string, string>,
    ...(typeof space === 'string' && /^[\w-]{1,64}$/.test(space) ? { space } : {}),
  };
}

/** Adds the operations of section 1 and the hosted pages under the prefix of the instance. */
function addRoutes(app: FastifyInstance, find: FindWorld, shop: ServerState): void {
  for (const path of operationPaths) {
    app.post(path, (request, reply) => {
      const world = find(worldSelectorOf(request));
      if (world === undefined) return reply.callNotFound();
      const call = callOf(request, path);
      const outcome = answerCall(world, call);
      shop.log?.(logLine(world.name, call, outcome));
      sendWire(reply, outcome.wire, shop.latencyMs);
      if (outcome.notices.length > 0) shop.notifier.send(outcome.notices);
    });
  }
  app.post('/own/charge-subscriptions', (request, reply) => {
    const world = find(worldSelectorOf(request));
    if (world === undefined) return reply.callNotFound();
    return reply.send({ charged: chargeSubscriptions(world.store) });
  });
  for (const { method, path } of hostedPaths) {
    app.route({
      method,
      url: path,
      handler: (request, reply) => {
        const world = find(worldSelectorOf(request));
        if (world === undefined) return reply.callNotFound();
        const { wire, notices } = answerHostedPage(world, {
          ...callOf(request, path),
          search: new URL(request.url, 'http://localhost').search,
        });
        sendWire(reply, wire, shop.latencyMs);
        shop.notifier.send(notices);
      },
    });
  }
}

function callOf(request: FastifyRequest, path: string): Call {
  const prefix = request.url.slice(0, request.url.indexOf('/v1/'));
  return {
    path,
    contentType: request.headers['content-type'],
    bytes: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    address: (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    base: `${request.protocol}://${hostOf(request)}${prefix}`,
    prefix,
  };
}

// The Host header comes from the caller; only a plain host and port are repeated.
function hostOf(request: FastifyRequest): string {
  const { host } = request.headers;
  if (host !== undefined && /^(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?$/.test(host)) return host;
  return `127.0.0.1:${request.raw.socket.localPort ?? 80}`;
}

/** Options of an embedded endpoint. */
export interface MockOptions extends MainWorld {
  /** A free port if absent or 0. */
  readonly port?: number;
  /** A loopback address, 127.0.0.1 by default. */
  readonly host?: string;
  /** Checks signatures if given; an acquirer uses its own recipe with this key. */
  readonly signing?: SignatureCheck;
  /** Merchants with their accounts, in addition to those of the endpoint. */
  readonly merchants?: Register;
  /** Addresses registered for the query (5.4); if absent, every address is accepted. */
  readonly addresses?: readonly string[];
  /** Delay in milliseconds before each answer. */
  readonly latencyMs?: number;
  /** Receives one masked line per exchange; if absent, nothing is logged. */
  readonly log?: (line: string) => void;
  /** Sends notifications to any address instead of only loopback. */
  readonly allowNotify?: boolean;
  /** Name of the misfit to start. */
  readonly misfit?: string;
  /** Milliseconds within which a request must arrive completely. */
  readonly arrivalMs?: number;
}

/** A running embedded endpoint. */
export interface Mock {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Number of requests to a misfit; 0 for other endpoints. */
  readonly arrived: number;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Starts an embedded endpoint on loopback; rejects unknown names or recipes and a port in use. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { signing, log, arrivalMs = requestBounds.arrivalMs } = options;
  if (signing !== undefined && !recipes.some((recipe) => recipe === signing.recipe)) {
    throw new Error(
      `the embedded endpoint cannot check "${signing.recipe}" signatures, only ${recipes.join(', ')}`,
    );
  }
  const misfit = misfitOf(options);
  const setting = acquirerSetting(options);
  const { https, dead } = misfit?.endpoint ?? {};
  const worlds = worldsOf(options);
  const notifier = openNotifier(options.allowNotify ?? false);
  const shop = {
    notifier,
    latencyMs: options.latencyMs ?? 0,
    ...defined({ log }),
  };
  const certificates =
    https === true ? practiceCertificate : setting.mutualTls === true ? privateCertificates : undefined;
  const { prefix = '' } = setting;
  const app = createApp(worlds, shop, arrivalMs, { prefix, ...defined({ certificates }) });
  const front = misfit === undefined ? undefined : addMisfit(app, misfit, () => worlds.forget());
  const address = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  if (dead === true) await app.close();
  return {
    url: address + prefix,
    get arrived() {
      return front?.arrived ?? 0;
    },
    async close() {
      notifier.close();
      await app.close();
    },
  };
}

/** The worlds of an endpoint, without its HTTP server. */
export function worldsOf(options: Omit<MockOptions, 'port' | 'host' | 'log'>): Worlds {
  const { signing, addresses } = options;
  const setting = acquirerSetting(options);
  const { change, addresses: registered = setting.addresses ?? addresses } =
    misfitOf(options)?.endpoint ?? {};
  const guard = {
    merchants: { ...merchants, ...options.merchants },
    ...defined({ signing: signing && { ...signing, ...setting.signing }, addresses: registered }),
  };
  return openWorlds({ ...options, ...defined({ change }) }, guard);
}

function acquirerSetting({ acquirer }: MockOptions): Setting {
  const found = acquirer === undefined ? undefined : findAcquirer(acquirer);
  return found === undefined ? {} : settingOf(found);
}

function misfitOf({ misfit }: MockOptions) {
  const found = misfit === undefined ? undefined : findMisfit(misfit);
  if (misfit !== undefined && found === undefined) throw new Error(`no broken set-up is called "${misfit}"`);
  return found;
}

/** Lets a misfit treat every request before the endpoint does; `forget` clears the data of the endpoint. */
function addMisfit(app: FastifyInstance, misfit: Misfit, forget: () => void): { readonly arrived: number } {
  const treat = misfit.endpoint?.treat;
  let arrived = 0;
  let isDead = false;
  const die = (reply: FastifyReply) => {
    isDead = true;
    reply.raw.destroy();
    app.server.close();
    app.server.closeAllConnections();
  };
  // Like a process that receives a termination signal: requests in progress are still answered.
  const end = (reply: FastifyReply) => {
    isDead = true;
    app.server.close();
    reply.raw.setHeader('connection', 'close');
    reply.raw.once('finish', () => app.server.closeIdleConnections());
  };
  app.addHook('preHandler', async (request, reply) => {
    arrived += 1;
    const treatment = isDead
      ? 'cut'
      : treat?.({
          number: arrived,
          path: request.url.replace(/\?.*$/s, ''),
          contentType: request.headers['content-type'] ?? '',
          body: request.body instanceof Uint8Array ? Buffer.from(request.body).toString('utf8') : '',
        });
    if (treatment === undefined || treatment === 'pass') return;
    if (treatment === 'forget') return forget();
    if (treatment === 'hang') reply.hijack();
    else if (treatment === 'end') end(reply);
    else if (treatment === 'cut') reply.hijack().raw.destroy();
    else if (treatment === 'die') die(reply.hijack());
    else sendWire(reply, treatment);
  });
  return {
    get arrived() {
      return arrived;
    },
  };
}
