import { Agent, type ClientRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectBy, type Route } from './route.ts';

/** What is asked of Node, with the address that it connects to. */
export interface Asked extends RequestOptions {
  readonly url: string;
}

/** How long connections are waited for, in milliseconds. */
export interface Patience {
  /** The first one is watched so long before any is used again. */
  readonly watchMs: number;
  /** An idle one is closed after so long, which is before most services close it. */
  readonly idleMs: number;
}

// What comes without having been asked for is no answer to the next request (RFC 9112, 9.2).
const signs = ['end', 'error', 'close', 'data'] as const;

/** Whether a service keeps idle connections open: not known yet, being watched, it does, or it has closed one or sent something on it. */
type Keeping = 'unknown' | 'watched' | 'kept' | 'closed';

/**
 * The connections to a service, by its route. HTTP lets a service close an idle connection without a word (RFC 9112, 9.5), and a
 * request that crosses such an end is lost and looks like one that the service broke. So a connection is used again only once the
 * first one stayed open, and never after the service has closed an idle one, or sent something on it.
 */
export class Connections extends Agent {
  readonly #route: Route;
  readonly #watchMs: number;
  // Ends what listens to an idle connection.
  readonly #forget = new WeakMap<Duplex, () => void>();
  #keeping: Keeping;

  constructor(route: Route, isKept: boolean, { watchMs = 500, idleMs = 1000 }: Partial<Patience> = {}) {
    super({ keepAlive: true, timeout: idleMs });
    this.#route = route;
    this.#watchMs = watchMs;
    this.#keeping = isKept ? 'kept' : 'unknown';
  }

  override createConnection(
    { url = '' }: Partial<Asked>,
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    connectBy(url, this.#route).then(
      (socket) => done?.(null, socket),
      (error) => done?.(error, undefined as never),
    );
  }

  // What is idle under another name is used for no request.
  override getName(options?: RequestOptions): string {
    return `${super.getName(options)}:${this.#keeping}`;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const isFirst = this.#keeping === 'unknown';
    if (!isFirst && this.#keeping !== 'kept') return false;
    // It says no where the service announces to close it very soon, which its type leaves out.
    const isLasting: unknown = super.keepSocketAlive(socket);
    if (isLasting === false) return false;
    this.#listen(socket);
    if (isFirst) this.#watch(socket);
    return true;
  }

  // Which event tells of an end differs between the releases of Node; after "timeout" it is the agent that closes.
  #listen(socket: Duplex): void {
    const closed = () => {
      this.#keeping = 'closed';
    };
    const forget = () => {
      for (const event of signs) socket.off(event, closed);
      socket.off('timeout', forget);
    };
    for (const event of signs) socket.once(event, closed);
    // An answer that came before all of the request was sent leaves it paused, with what follows unread.
    socket.resume();
    socket.once('timeout', forget);
    this.#forget.set(socket, forget);
  }

  #watch(socket: Duplex): void {
    this.#keeping = 'watched';
    setTimeout(() => {
      if (this.#keeping === 'watched') this.#keeping = 'kept';
      this.#forget.get(socket)?.();
      socket.destroy();
    }, this.#watchMs).unref();
  }

  override reuseSocket(socket: Socket, request: ClientRequest): void {
    this.#forget.get(socket.setTimeout(0))?.();
    super.reuseSocket(socket, request);
  }
}
