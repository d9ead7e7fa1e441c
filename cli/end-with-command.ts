/** Variable that names the process of the command to its runner. */
export const commandVariable = 'CONFORMANCE_COMMAND';

const everyMs = 250;

/** Stops this runner as Ctrl-C does when the command that started it is gone, because nobody would hear what it does. */
export function endWithCommand(environment: NodeJS.ProcessEnv = process.env): void {
  const command = Number(environment[commandVariable]);
  if (!Number.isInteger(command) || command <= 0) return;
  const watch = setInterval(() => {
    try {
      process.kill(command, 0);
    } catch {
      clearInterval(watch);
      process.kill(process.pid, 'SIGINT');
    }
  }, everyMs);
  watch.unref();
}
