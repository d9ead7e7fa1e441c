import { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import { isPacked, type ReadBody, readBody, startKeeping } from './read-body.ts';

/** What came back of a request: its status, one text for each name of its headers, and its body as it is kept. */
interface Received extends ReadBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** How much of an answer is kept and read, and how long it is waited for. */
interface Bounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly readBytes?: number | undefined;
}

/** Takes the parts of one answer as they come. */
interface Reading {
  take(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

type Controller = Dispatcher.DispatchController;

interface Settling {
  readonly done: (body: ReadBody) => void;
  readonly failed: (error: unknown) => void;
}

// As Playwright's context gives them: one text for a name, whatever the number of its lines.
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : (value ?? ''),
    ]),
  );
}

function readPlain({ maxBytes, readBytes }: Bounds, { done, failed }: Settling): Reading {
  const keeper = startKeeping(maxBytes, readBytes);
  return { take: keeper.take, end: () => done(keeper.end()), fail: failed };
}

// What unpacks goes at its own pace, so the connection waits for it.
function readPacked(
  encoding: string,
  { maxBytes, readBytes }: Bounds,
  controller: Controller,
  { done, failed }: Settling,
): Reading {
  const source = new Readable({
    read: () => controller.resume(),
    destroy(error, callback) {
      if (!source.readableEnded) controller.abort(error ?? new errors.RequestAbortedError());
      callback(error);
    },
  });
  // Whoever reads it is told; nobody else is.
  source.on('error', () => {});
  readBody(source, encoding, maxBytes, readBytes).then(done, failed);
  return {
    take(chunk) {
      if (!source.push(chunk)) controller.pause();
    },
    end: () => void source.push(null),
    fail: (error) => void source.destroy(error),
  };
}

/**
 * Sends a request once and reads its whole answer, without the stream and the signal that `request` of undici makes for
 * each. Rejects with what the connection died of, with `BodyTooLarge`, and with an error that says so when the time is over.
 */
export function receive(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: Bounds,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let controller: Controller | undefined;
    let reading: Reading | undefined;
    let over: unknown;
    let status = 0;
    let headers: Received['headers'] = {};
    const timer = setTimeout(
      () => giveUp(new Error(`Timeout ${bounds.timeoutMs}ms exceeded.`)),
      bounds.timeoutMs,
    );
    const settling: Settling = {
      done({ body, blanks }) {
        clearTimeout(timer);
        resolve({ status, headers, body, blanks });
      },
      failed(error) {
        over ??= error;
        clearTimeout(timer);
        reject(error);
      },
    };
    const giveUp = (error: Error) => {
      settling.failed(error);
      controller?.abort(error);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // Given up while no connection was free.
        if (over !== undefined) started.abort(over as Error);
      },
      onResponseStart(started, code, answered) {
        // An answer that is still to come says so.
        if (code < 200) return;
        status = code;
        headers = plainHeaders(answered);
        const encoding = headers['content-encoding'];
        reading =
          encoding !== undefined && isPacked(encoding)
            ? readPacked(encoding, bounds, started, settling)
            : readPlain(bounds, settling);
      },
      onResponseData(_started, chunk) {
        try {
          reading?.take(chunk);
        } catch (error) {
          giveUp(error as Error);
        }
      },
      onResponseEnd: () => reading?.end(),
      onResponseError(_started, error) {
        if (reading === undefined) settling.failed(error);
        else reading.fail(error);
      },
    };
    try {
      if (options.method === 'CONNECT') throw new errors.InvalidArgumentError('invalid method');
      dispatcher.dispatch(options, handler);
    } catch (error) {
      settling.failed(error);
    }
  });
}
