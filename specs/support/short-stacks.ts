type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** Frames of the suite that are kept: the runner takes the position of a step from the first. */
const kept = 2;

/** URL of the folder of the suite as frames show it; an installed suite is in node_modules. */
const suite = new URL('../..', import.meta.url).href;

/**
 * Cuts the stack of an error without a message after the first frames of the suite; others stay unchanged. The runner
 * makes such an error for every step, fixture and request, to find its position.
 */
export function shortStacks(before: Prepare, home = suite): Prepare {
  return (error, frames) => {
    if (error.message !== '' || error.name !== 'Error') return before(error, frames);
    const lines = ['Error'];
    let ours = 0;
    for (const frame of frames) {
      const line = String(frame);
      lines.push(`    at ${line}`);
      if (line.includes(home)) ours += 1;
      if (ours === kept) break;
    }
    return lines.join('\n');
  };
}

/** Shortens stacks of compiled specs, for which the runner would look up fifty frames in source maps each time. */
export function shortenStacks(): void {
  const { prepareStackTrace } = Error;
  if (prepareStackTrace !== undefined && import.meta.url.endsWith('.js'))
    Error.prepareStackTrace = shortStacks(prepareStackTrace);
}
