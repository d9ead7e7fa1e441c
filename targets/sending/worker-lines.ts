import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest line that a worker may send, in characters. */
const longest = 4_096;

/** What becomes of the lines of one worker. */
interface Hearing {
  line(text: string): void;
  /** The worker is gone, in good order or not. */
  end?(): void;
}

function pathOfSocket(): string {
  const name = `conformance-${process.pid}-${Math.random().toString(36).slice(2)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** Calls back for each whole line that comes; half a line that a dead process left is none. */
function eachLine(socket: Socket, line: (text: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-longest);
    for (const one of lines) line(one);
  });
}

const listening = new Set<() => void>();

/** Ends all listening of this process, and takes its sockets away. */
export function endListening(): void {
  for (const end of listening) end();
  listening.clear();
}

/**
 * Listens for lines of workers at a socket, and names it in a variable of the environment that they inherit; `hear` is called for
 * each worker, with what answers it.
 */
export function listenToWorkers(variable: string, hear: (answer: (text: string) => void) => Hearing): void {
  const path = pathOfSocket();
  const server = createServer((connection) => {
    const hearing = hear((text) => void connection.write(`${text}\n`));
    eachLine(connection, hearing.line);
    connection.on('close', () => hearing.end?.());
  });
  server.on('error', () => {});
  server.listen(path).unref();
  process.env[variable] = path;
  process.off('exit', endListening).once('exit', endListening);
  listening.add(() => {
    delete process.env[variable];
    server.close();
    if (process.platform !== 'win32') rmSync(path, { force: true });
  });
}

/** What a worker says to its runner, and hears from it. */
export interface RunnerLine {
  say(text: string): void;
}

/** The line of a worker to the socket that a variable names; undefined where nobody listens. It holds up no end of the worker. */
export function lineToRunner(variable: string, { line, end }: Hearing): RunnerLine | undefined {
  const path = process.env[variable];
  if (path === undefined) return undefined;
  const socket = connect(path).unref();
  eachLine(socket, line);
  socket.on('close', () => end?.());
  return { say: (text) => void socket.write(`${text}\n`) };
}
