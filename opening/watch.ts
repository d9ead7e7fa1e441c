import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tellStopped, whyStopped } from '../reports/stopped.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { pauseAsked } from '../targets/pace.ts';
import type { Settings } from '../targets/settings.ts';
import { isOfGateway } from './gateways.ts';

/** Watches, over all workers of a run, whether the service still answers. */
export interface Watch {
  /** Notes what became of an exchange; true when it looks as if nobody is there any more. */
  note(judged: JudgedExchange): boolean;
  /** Notes that the service answered when it was asked once more. */
  acquit(): void;
  /** Notes that it did not, so that all workers stop; returns the reason. */
  convict(): string;
  /** Why nothing more is sent; undefined while the service answers. */
  stopped(): string | undefined;
}

/** Requests in a row without an answer that raise the suspicion; twice as many after each time that it proved wrong. */
const fewestInARow = { quick: 5, slow: 3, gateway: 12 } as const;
/** Requests without an answer from which on their share counts. */
const fewestForShare = 10;

interface Lost {
  readonly id: string;
  readonly reason: string;
}

/** The requests at the end that got no answer, and all counts since the last acquittal. */
function readTally(text: string): { row: readonly Lost[]; lost: number; all: number; acquittals: number } {
  const lines = text.split('\n').filter(Boolean);
  const acquittals = lines.filter((line) => line === '=').length;
  const recent = lines.slice(lines.lastIndexOf('=') + 1);
  const lost = recent.filter((line) => line.startsWith('!')).length;
  const row: Lost[] = [];
  for (const line of recent) {
    const [, id = '', reason = ''] = line.split(' ');
    if (line === '.') row.length = 0;
    else row.push({ id, reason });
  }
  return { row, lost, all: recent.length, acquittals };
}

/** Opens the watch of one worker. */
export function openWatch({ out }: Pick<Settings, 'out'>): Watch {
  const tally = join(out, 'runner', 'answers.log');
  mkdirSync(join(out, 'runner'), { recursive: true });
  const read = () => readTally(existsSync(tally) ? readFileSync(tally, 'utf8') : '');
  return {
    note({ exchange: { id, received, sent } }) {
      // What is odd on purpose may be cut off, but a connection that is refused has not seen the request.
      if (sent.intent !== 'valid' && !(received.kind === 'none' && received.reason === 'unreachable'))
        return false;
      // A balancer answers in the place of a service that is gone. One that names a time is waited for.
      if (isOfGateway(received) && pauseAsked(received) === undefined) {
        appendFileSync(tally, `? ${id} ${received.status}\n`);
        const { row, acquittals } = read();
        return row.length >= fewestInARow.gateway * 2 ** acquittals;
      }
      if (received.kind === 'answer') {
        appendFileSync(tally, '.\n');
        return false;
      }
      // The read that was sent after it got no answer either.
      appendFileSync(tally, `! ${id} ${received.reason}\n`.repeat(received.gone ? 2 : 1));
      const { row, lost, all, acquittals } = read();
      const least = received.reason === 'timeout' ? fewestInARow.slow : fewestInARow.quick;
      return row.length >= least * 2 ** acquittals || (lost >= fewestForShare && lost * 5 > all);
    },
    acquit: () => appendFileSync(tally, '=\n'),
    convict() {
      const { row, lost } = read();
      const [first] = row;
      const since = first === undefined ? '' : ` since exchange ${first.id} (${first.reason})`;
      const isOfOthers = row.every(({ reason }) => /^\d+$/.test(reason)) && first !== undefined;
      const how = isOfOthers
        ? `${row.length} requests in a row got ${[...new Set(row.map(({ reason }) => reason))].join(', ')}, as of a gateway whose service is gone, and so did one more after a while`
        : `${lost} requests got no answer, nor did one more after a while`;
      const reason = `the service stopped answering${since}; ${how}`;
      return tellStopped(out, reason);
    },
    stopped: () => whyStopped(out),
  };
}
