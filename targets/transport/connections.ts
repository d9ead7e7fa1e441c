import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { type SharedOptions, sharedOptions } from './certificates.ts';
import { connectPastInformational } from './past-informational.ts';
import type { Route } from './route.ts';

/** The connections of a client, which are used again only where the service keeps them open. */
export interface Connections {
  /** Sends a request by the connection that is to carry it. */
  over<Result>(send: (dispatcher: Dispatcher) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** What a client goes by: its clock, and for how long it watches whether its first connection stays open, in milliseconds. */
export interface Watching {
  readonly now?: () => number;
  readonly watchMs?: number;
}

// Far shorter than services keep an idle connection, whatever they announce: on a busy machine seconds pass between the moment
// when a service closes one and the moment when its client notices, and the request in between would be lost.
const idleMs = 200;
// A process that was not running for so long may not have met its own timers yet.
const stalledMs = 2000;
// A service that ends each connection once it has answered does so at once.
const usualWatchMs = 500;

function openAgent(options: SharedOptions, route: Route, isKept: boolean): Agent {
  return new Agent({
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // None that follow: each request says that its connection is to be closed.
    ...(isKept ? {} : { pipelining: 0 }),
    connect: connectPastInformational(options, route),
  });
}

/** Tells that the other side ended a connection; what this side ends is told by other codes. */
function isEndedThere(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code);
}

/**
 * Opens the connections to a target. HTTP lets a service end an idle connection without a word (RFC 9112, 9.5), and a request
 * that crosses such an end is lost and looks like one that the service broke. So the first connection is watched once it has
 * carried an answer, while each other request gets one of its own; only where it stays open connections are used again, until
 * the service ends an idle one.
 */
export function openConnections(
  route: Route,
  { now = () => performance.now(), watchMs = usualWatchMs }: Watching = {},
): Connections {
  const opened = new Set<Agent>();
  // Making the usual authorities into one takes some milliseconds, and agents may be many.
  const options = sharedOptions(route.tls);
  const open = (isKept: boolean) => {
    const agent = openAgent(options, route, isKept);
    opened.add(agent);
    return agent;
  };
  let service: 'unknown' | 'watched' | 'keeps' | 'ends' = 'unknown';
  // A connection that ends under a request ends by that request.
  const endedUnderWay = new WeakSet<object>();
  const openKept = () =>
    open(true).on('disconnect', (_origin, _targets, error) => {
      if (!isEndedThere(error)) return;
      setImmediate(() => {
        if (!endedUnderWay.has(error)) service = 'ends';
      });
    });
  const single = open(false);
  let kept = openKept();
  const renew = () => {
    // What is under way on its connections ends there.
    const left = kept;
    const forget = () => opened.delete(left);
    left.close().then(forget, forget);
    kept = openKept();
  };
  const watch = async () => {
    await new Promise((resolve) => setTimeout(resolve, watchMs).unref());
    // What came in the meantime is read first, and told a turn later.
    await nextTurn();
    await nextTurn();
    if (service === 'watched') service = 'keeps';
  };
  let usedAt = now();
  const chosen = async (): Promise<Agent> => {
    if (service === 'unknown') {
      service = 'watched';
      return kept;
    }
    if (service !== 'keeps') return single;
    // An end that has come already is read before the next request is written.
    await nextTurn();
    if (now() - usedAt > stalledMs) renew();
    return kept;
  };
  return {
    async over(send) {
      const isFirst = service === 'unknown';
      const agent = await chosen();
      usedAt = now();
      try {
        const result = await send(agent);
        if (isFirst) void watch();
        return result;
      } catch (error) {
        if (error instanceof Error) endedUnderWay.add(error);
        if (isFirst) service = 'unknown';
        throw error;
      } finally {
        usedAt = now();
      }
    },
    async close() {
      await Promise.all([...opened].map((agent) => agent.destroy()));
    },
  };
}
