import { Agent, type ClientRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectBy, type Route } from './route.ts';

/** Request options of Node, with the address to connect to. */
export interface ConnectOptions extends RequestOptions {
  readonly url: string;
}

/** How long to wait for connections, in milliseconds. */
export interface IdleTimes {
  /** Time for which the first one is watched before any is reused. */
  readonly watchMs: number;
  /** Time after which an idle one is closed, before most services would close it. */
  readonly idleMs: number;
}

// Unrequested data is no answer to the next request (RFC 9112, 9.2).
const endEvents = ['end', 'error', 'close', 'data'] as const;

/** Whether a service keeps idle connections open: unknown, being watched, yes, or it closed or wrote to one. */
type KeepAliveState = 'unknown' | 'watched' | 'kept' | 'closed';

/**
 * The connections to a service, by its route. A service may close an idle connection without notice (RFC 9112, 9.5),
 * and a request sent at that moment is lost and looks like one that the service broke. So connections are reused only
 * after the first one stayed open, and never after the service closed or wrote to an idle one.
 */
export class Connections extends Agent {
  readonly #route: Route;
  readonly #watchMs: number;
  // Removes the listeners of an idle connection.
  readonly #forget = new WeakMap<Duplex, () => void>();
  #keeping: KeepAliveState;

  constructor(route: Route, isKept: boolean, { watchMs = 500, idleMs = 1000 }: Partial<IdleTimes> = {}) {
    super({ keepAlive: true, timeout: idleMs });
    this.#route = route;
    this.#watchMs = watchMs;
    this.#keeping = isKept ? 'kept' : 'unknown';
  }

  override createConnection(
    { url = '' }: Partial<ConnectOptions>,
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    connectBy(url, this.#route).then(
      (socket) => done?.(null, socket),
      (error) => done?.(error, undefined as never),
    );
  }

  // A new name makes earlier idle connections unused.
  override getName(options?: RequestOptions): string {
    return `${super.getName(options)}:${this.#keeping}`;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const isFirst = this.#keeping === 'unknown';
    if (!isFirst && this.#keeping !== 'kept') return false;
    // Returns false if the service announces to close the connection very soon; its type omits this.
    const isLasting: unknown = super.keepSocketAlive(socket);
    if (isLasting === false) return false;
    this.#listen(socket);
    if (isFirst) this.#watch(socket);
    return true;
  }

  // The event for an end differs between releases of Node; after "timeout" the agent itself closes.
  #listen(socket: Duplex): void {
    const closed = () => {
      this.#keeping = 'closed';
    };
    const forget = () => {
      for (const event of endEvents) socket.off(event, closed);
      socket.off('timeout', forget);
    };
    for (const event of endEvents) socket.once(event, closed);
    // An answer before the end of the request leaves the socket paused, with later data unread.
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
