import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { BodyTooLarge, isUnpacked, startKeeping } from './read-body.ts';

/** Bounds what one request of a client that reads to the end may read; the request is destroyed beyond it. */
export interface ReadingBound {
  /** Sends the request; what it reads is counted. */
  run<Result>(send: () => Promise<Result>): Promise<Result>;
  /** The answer was cut because it was too large. */
  isCut(): boolean;
  /** The answer comes as it was packed: unpacking it is left to whoever knows how much may come out. */
  isPacked(): boolean;
}

interface State {
  readonly maxBytes: number;
  readonly readBytes: number | undefined;
  cut: boolean;
  packed: boolean;
}

const states = new AsyncLocalStorage<State>();
let watching = false;

type Push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => boolean;

// A listener for data would set the answer flowing before its reader is there, so what the parser pushes is counted.
function count(request: ClientRequest, response: IncomingMessage, state: State): void {
  const keeper = startKeeping(state.packed ? Number.POSITIVE_INFINITY : state.maxBytes, state.readBytes);
  const push: Push = response.push.bind(response);
  const counted: Push = (chunk, encoding) => {
    if (chunk !== null && !state.cut) {
      try {
        keeper.take(chunk);
      } catch (error) {
        if (!(error instanceof BodyTooLarge)) throw error;
        state.cut = true;
        request.destroy(error);
      }
    }
    return state.cut ? false : push(chunk, encoding);
  };
  response.push = counted as IncomingMessage['push'];
}

function watch(): void {
  if (watching) return;
  watching = true;
  // Playwright's request context sends through Node's own client, in this process.
  subscribe('http.client.response.finish', (message) => {
    const state = states.getStore();
    if (state === undefined) return;
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    // The reader would unpack without a bound what it finds named here.
    state.packed = isUnpacked(response.headers['content-encoding']);
    if (state.packed) delete response.headers['content-encoding'];
    count(request, response, state);
  });
}

/** Prepares the bound of one request. */
export function boundedReading(maxBytes: number, readBytes?: number): ReadingBound {
  watch();
  const state: State = { maxBytes, readBytes, cut: false, packed: false };
  return {
    run: (send) => states.run(state, send),
    isCut: () => state.cut,
    isPacked: () => state.packed,
  };
}
