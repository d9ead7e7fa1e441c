import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operationPaths } from '../schemas/read-request.ts';
import { spaceHeader } from '../schemas/space-header.ts';
import { maskText } from './mask.ts';
import type { Notifier } from './notify.ts';
import { chargeSubscriptions } from './operations/charge-subscriptions.ts';
import { answerHostedPage, hostedPaths } from './pages/hosted.ts';
import type { Recent } from './recent.ts';
import { sendWire } from './send-wire.ts';
import { answerCall, type Call, type World } from './world.ts';

/** What all routes of a process share. */
export interface Shop {
  readonly notifier: Notifier;
  readonly recent: Recent;
  readonly latencyMs: number;
  readonly log?: (line: string) => void;
}

/** What of a request tells which world it is for. */
export interface Aim {
  /** Parameters of the path's prefix. */
  readonly params: Readonly<Record<string, string>>;
  readonly space?: string;
}

/** Finds the world that a request is for; undefined when there is none. */
export type FindWorld = (aim: Aim) => World | undefined;

function aimOf({ params, headers }: FastifyRequest): Aim {
  const space = headers[spaceHeader];
  return {
    params: params as Record<string, string>,
    ...(typeof space === 'string' && /^[\w-]{1,64}$/.test(space) ? { space } : {}),
  };
}

/** Adds the operations of section 1 and the hosted pages under the prefix that the instance was registered with. */
export function addRoutes(app: FastifyInstance, find: FindWorld, shop: Shop): void {
  for (const path of operationPaths) {
    app.post(path, (request, reply) => {
      const world = find(aimOf(request));
      if (world === undefined) return reply.callNotFound();
      const call = callOf(request, path);
      const outcome = answerCall(world, call);
      const number = shop.recent.add(world.name, path, outcome, call.bytes.byteLength);
      shop.log?.(lineOf(number, world.name, call, outcome.wire.status, outcome.refused?.text));
      sendWire(reply, outcome.wire, shop.latencyMs);
      if (outcome.notices.length > 0) shop.notifier.send(outcome.notices);
    });
  }
  app.post('/own/charge-subscriptions', (request, reply) => {
    const world = find(aimOf(request));
    if (world === undefined) return reply.callNotFound();
    return reply.send({ charged: chargeSubscriptions(world.store) });
  });
  for (const { method, path } of hostedPaths) {
    app.route({
      method,
      url: path,
      handler: (request, reply) => {
        const world = find(aimOf(request));
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

// The header is the caller's word; anything but a plain host and port is not repeated.
function hostOf(request: FastifyRequest): string {
  const { host } = request.headers;
  if (host !== undefined && /^(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?$/.test(host)) return host;
  return `127.0.0.1:${request.raw.socket.localPort ?? 80}`;
}

function lineOf(
  number: number,
  world: string,
  call: Call,
  status: number,
  refused: string | undefined,
): string {
  const where = world === 'plain' ? '' : ` [${world}]`;
  const why = refused === undefined ? '' : ` refused: ${maskText(refused)}`;
  return `${number} POST ${call.path}${where} ${call.bytes.byteLength} bytes -> ${status}${why}`;
}
