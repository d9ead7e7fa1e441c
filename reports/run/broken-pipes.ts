let isHeard = false;

/**
 * Keeps a process alive whose output nobody takes any more, as after `| head -1` or on a full disk: what was to be said is lost, the
 * reports are not.
 */
export function withoutBrokenPipes(): void {
  if (isHeard) return;
  isHeard = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
