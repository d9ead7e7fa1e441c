import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { stopSignals } from '../targets/stop.ts';
import { trustedAuthorities } from './trusted-authorities.ts';

/** Runs Node with these words in place of this process, with further variables, and returns the exit status. */
export function childStatus(words: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...variables } });
  // A terminal signals both processes, other senders only this one: the child ends, and says with what.
  for (const signal of stopSignals) process.on(signal, () => void child.kill(signal));
  return new Promise<number>((ended) =>
    child.on('exit', (status, signal) =>
      ended(status ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    ),
  );
}

/**
 * Runs this command again in a process that trusts a private authority, which Node reads at its start alone. Returns the
 * exit status; undefined if this process trusts it, or if there is none.
 */
export async function statusOfTrusting(authorityFile: string | undefined): Promise<number | undefined> {
  if (authorityFile === undefined) return undefined;
  const trusted = trustedAuthorities(authorityFile);
  if (process.env.NODE_EXTRA_CA_CERTS === trusted) return undefined;
  return childStatus([...process.execArgv, ...process.argv.slice(1)], { NODE_EXTRA_CA_CERTS: trusted });
}
