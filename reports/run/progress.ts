import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How far a property of one test is. */
export interface Progress {
  /** Id of the test: two tests may have one title. */
  readonly id: string;
  /** Title of the test. */
  readonly test: string;
  readonly done: number;
  readonly total: number;
  readonly phase: 'checking' | 'shrinking';
}

/** Environment variable that tells workers where the terminal listens. */
export const progressVariable = 'CONFORMANCE_PROGRESS';

let socket: Socket | undefined;

function open(path: string): Socket {
  const opened = connect(path);
  // Progress is a courtesy: neither its failure nor its end may hold up a worker.
  opened.on('error', () => {});
  return opened.unref();
}

function report(line: object): void {
  const path = process.env[progressVariable];
  if (path === undefined) return;
  socket ??= open(path);
  socket.write(`${JSON.stringify(line)}\n`);
}

/** Tells the terminal how far a property is; without a terminal that listens it does nothing. */
export function reportProgress(progress: Progress): void {
  report(progress);
}

/** Tells the runner what stopped this worker alone, as `SIGTERM`, so that the whole run is stopped. */
export function reportStop(by: string): void {
  report({ stop: by });
}

/** Longest line that a worker may send, in characters. */
const longest = 4_096;

/** Listens for the progress of workers. */
export interface ProgressListener {
  close(): void;
}

function pathOfSocket(): string {
  const name = `conformance-${process.pid}-${Math.random().toString(36).slice(2)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function isProgress(value: unknown): value is Progress {
  const { id, test, done, total } = (value ?? {}) as Partial<Progress>;
  const isNamed = typeof id === 'string' && typeof test === 'string';
  return isNamed && typeof done === 'number' && typeof total === 'number';
}

/** Opens the socket and names it in the environment that workers inherit; `onStop` is told what stopped a worker. */
export function listenForProgress(
  onProgress: (progress: Progress) => void,
  onStop: (by: string) => void = () => {},
): ProgressListener {
  const path = pathOfSocket();
  const server: Server = createServer((connection) => {
    let rest = '';
    connection.setEncoding('utf8').on('error', () => {});
    connection.on('data', (text: string) => {
      const lines = (rest + text).slice(-longest * 8).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        try {
          const value: unknown = JSON.parse(line);
          if (isProgress(value)) onProgress(value);
          const { stop } = (value ?? {}) as { readonly stop?: unknown };
          if (typeof stop === 'string') onStop(stop);
        } catch {
          // Half a line after a worker died.
        }
      }
    });
  });
  server.on('error', () => {});
  server.listen(path).unref();
  process.env[progressVariable] = path;
  return {
    close() {
      delete process.env[progressVariable];
      server.close();
      if (process.platform !== 'win32') rmSync(path, { force: true });
    },
  };
}
