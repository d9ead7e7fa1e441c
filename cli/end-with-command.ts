import { rmSync } from 'node:fs';

/** Variable that names the process of the command to its runner. */
export const commandVariable = 'CONFORMANCE_COMMAND';

const everyMs = 250;

/**
 * Stops this runner as Ctrl-C does when the command that started it is gone, because nobody would hear what it does. The
 * temporary folder, which the command made for it, then goes with the runner, and so does `own`, where the command kept
 * its lock: beside evidence it would be what nobody listed.
 */
export function endWithCommand(own: string, environment: NodeJS.ProcessEnv = process.env): void {
  const command = Number(environment[commandVariable]);
  const scratch = environment.TMPDIR;
  if (!Number.isInteger(command) || command <= 0 || scratch === undefined) return;
  const watch = setInterval(() => {
    try {
      process.kill(command, 0);
    } catch {
      clearInterval(watch);
      process.once('exit', () => {
        for (const left of [scratch, own]) rmSync(left, { recursive: true, force: true, maxRetries: 5 });
      });
      process.kill(process.pid, 'SIGINT');
    }
  }, everyMs);
  watch.unref();
}
