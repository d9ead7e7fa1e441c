import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { SendingStopped } from '../refused-send.ts';
import type { Target } from '../target.ts';
import { createPace, type Pace } from './pace.ts';

/** The variable with the address of the pace that workers of a runner share. */
const shared = 'CONFORMANCE_SENDING';

/** A worker takes places under its own number, returns them, or delays all, in milliseconds. */
type Asked = readonly ['take', number, number] | readonly ['leave', number] | readonly ['hold', number];

/** Returning a place and asking for the next are two small packets: the second would wait for the first's receipt. */
const atOnce = { noDelay: true } as const;

/** Longest line, in characters: a worker never writes a longer one. */
const longest = 1_000;

/** Calls back for each complete line; a half line of a dead process is dropped. */
function eachLine(socket: Socket, hear: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) socket.destroy();
    for (const line of lines) hear(line);
  });
}

/** Shares a pace with the workers started from now on; the places of a dead worker are returned. */
async function share(pace: Pace): Promise<() => void> {
  const token = randomBytes(16).toString('hex');
  const server = createServer(atOnce, (worker) => {
    const taken = new Map<number, () => void>();
    let [isKnown, isGone] = [false, false];
    eachLine(worker, (line) => {
      // Other programs on this machine may find the port.
      if (!isKnown) {
        isKnown = line === token;
        if (!isKnown) worker.destroy();
        return;
      }
      const [verb, number, places] = JSON.parse(line) as Asked;
      if (verb === 'hold') return pace.hold(number);
      if (verb === 'leave') {
        taken.get(number)?.();
        taken.delete(number);
        return;
      }
      const place = () =>
        new Promise<void>((leave) => {
          if (isGone) return leave();
          taken.set(number, leave);
          worker.write(`${number}\n`);
        });
      void pace.run(place, places, worker);
    });
    worker.on('close', () => {
      isGone = true;
      for (const leave of taken.values()) leave();
    });
  });
  // Until the port is known.
  process.env[shared] = 'nowhere';
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  process.env[shared] = `${(server.address() as AddressInfo).port} ${token}`;
  return () => {
    delete process.env[shared];
    server.close();
  };
}

/** Shares the limits of a target among workers started from now on; returns the end. */
export async function shareAmongWorkers(
  { environment, limits }: Pick<Target, 'environment' | 'limits'>,
  clock?: Clock,
): Promise<() => void> {
  // The embedded endpoint needs no guard.
  return environment === 'embedded' ? () => {} : share(createPace(limits, clock));
}

/** The pace that workers share; undefined if alone. After `stopped` nothing waits; a dead runner ends all sending. */
export function sharedPace(stopped?: AbortSignal): Pace | undefined {
  const waiting = new Map<number, { go(hasPlace: boolean): void; refuse(error: Error): void }>();
  const refusal = () => new SendingStopped('the end of the runner');
  let isOver = false;
  const [port, token] = process.env[shared]?.split(' ') ?? [];
  if (port === undefined) return undefined;
  // The connection does not keep a worker alive.
  const runner = connect({ ...atOnce, port: Number(port), host: '127.0.0.1' }).unref();
  runner.write(`${token}\n`);
  const tell = (...asked: Asked) => void runner.write(`${JSON.stringify(asked)}\n`);
  eachLine(runner, (line) => {
    const number = Number(line);
    const granted = waiting.get(number);
    waiting.delete(number);
    if (granted === undefined) tell('leave', number);
    else granted.go(true);
  });
  runner.on('close', () => {
    isOver = true;
    for (const { refuse } of waiting.values()) refuse(refusal());
  });
  let numbers = 0;
  const take = (number: number, places: number) =>
    new Promise<boolean>((go, refuse) => {
      if (stopped?.aborted) return go(false);
      if (isOver) return refuse(refusal());
      waiting.set(number, { go, refuse });
      tell('take', number, places);
    });
  stopped?.addEventListener('abort', () => {
    for (const { go } of waiting.values()) go(false);
    waiting.clear();
  });
  return {
    async run(send, places = 1) {
      numbers += 1;
      const number = numbers;
      const hasPlace = await take(number, places);
      try {
        return await send();
      } finally {
        if (hasPlace) tell('leave', number);
      }
    },
    hold: (milliseconds) => tell('hold', milliseconds),
  };
}
