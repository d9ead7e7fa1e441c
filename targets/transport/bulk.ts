import { Agent, type Dispatcher } from 'undici';
import type { Target } from '../target.ts';
import type { OpenTransport, Transport } from '../transport.ts';
import { sharedOptions } from './certificates.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { connectPastInformational } from './past-informational.ts';
import { BodyTooLarge } from './read-body.ts';
import { receive } from './receive.ts';

type Route = Pick<Target, 'tls'>;

// Far shorter than services keep an idle connection, whatever they announce: on a busy machine seconds pass between the moment
// when a service closes one and the moment when its client notices, and the request in between would be lost.
const idleMs = 200;
// A process that was not running for so long may not have met its own timers yet.
const stalledMs = 2000;

function openDispatcher({ tls }: Route): Dispatcher {
  return new Agent({
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    connect: connectPastInformational(sharedOptions(tls)),
  });
}

/** Tells whether bulk can reach a target: the way through a proxy is left to Playwright's context, which asks a proxy once. */
export function takesBulk({ proxy }: Pick<Target, 'proxy'>): boolean {
  return proxy === undefined;
}

function bulkTransport(dispatcherOf: () => Dispatcher): Transport {
  return async ({ method, url, headers, body, timeoutMs, maxBytes, readBytes }) => {
    const started = performance.now();
    try {
      const { origin, pathname, search } = new URL(url);
      const options: Dispatcher.DispatchOptions = {
        origin,
        path: pathname + search,
        method: method as Dispatcher.HttpMethod,
        headers: { 'accept-encoding': 'gzip,deflate,br', ...headers },
        body,
        headersTimeout: 0,
        bodyTimeout: 0,
      };
      const answered = await receive(dispatcherOf(), options, { timeoutMs, maxBytes, readBytes });
      return {
        kind: 'answer',
        status: answered.status,
        headers: answered.headers,
        body: answered.body,
        ...(answered.blanks > 0 ? { blanks: answered.blanks } : {}),
        durationMs: elapsedSince(started),
      };
    } catch (error) {
      if (error instanceof BodyTooLarge) return tooLarge(maxBytes, started);
      return { kind: 'none', ...failureOf(error), durationMs: elapsedSince(started) };
    }
  };
}

/** Opens the transport for generated bulk: a plain client without the runner's record of every request. */
export function openBulk(route: Route, now = () => performance.now()): OpenTransport {
  let dispatcher = openDispatcher(route);
  const opened = new Set([dispatcher]);
  const renew = (left: Dispatcher) => {
    // What is under way on its connections ends there.
    const forget = () => opened.delete(left);
    left.close().then(forget, forget);
    const fresh = openDispatcher(route);
    opened.add(fresh);
    return fresh;
  };
  let usedAt = now();
  const transport = bulkTransport(() => {
    if (now() - usedAt > stalledMs) dispatcher = renew(dispatcher);
    usedAt = now();
    return dispatcher;
  });
  const send: Transport = async (wire) => {
    const received = await transport(wire);
    usedAt = now();
    return received;
  };
  const close = async () => {
    await Promise.all([...opened].map((one) => one.destroy()));
  };
  return { send, close };
}
