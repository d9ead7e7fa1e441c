import { readFileSync, readlinkSync } from 'node:fs';

/** A process, told from a later one with the same number by when it started. */
export interface Holder {
  readonly pid: number;
  /** Ticks of the system's clock; absent where the system does not tell (it does on Linux). */
  readonly started?: string;
}

/** A process by its number as it runs now. */
export function holderOf(pid: number): Holder {
  const started = startOf(pid);
  return started === undefined ? { pid } : { pid, started };
}

/** Whether the process still runs. */
export function isAlive({ pid, started }: Holder): boolean {
  const now = startOf(pid);
  return now === (started ?? now) && answers(pid);
}

/** The room in which numbers of processes are valid: a container has one of its own. Empty where the system does not tell. */
export function processRoom(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return '';
  }
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Linux numbers processes anew from time to time.
function startOf(pid: number): string | undefined {
  try {
    const [, state, ...facts] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ');
    // A process that has ended keeps its number until its parent has heard of it.
    return state === 'Z' ? 'ended' : facts[18];
  } catch {
    return undefined;
  }
}
