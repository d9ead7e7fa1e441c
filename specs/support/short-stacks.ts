type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** Frames of ours that are kept: the runner takes the place of a step from the first. */
const kept = 2;

/** Where the suite lies, as frames name it; an installed one lies among the packages. */
const suite = new URL('../..', import.meta.url).href;

/**
 * Words the stack of an error that says nothing only as far as to the first places of ours, and that of any other error as
 * before. The runner makes such an error for every step, fixture and request, to learn where it is.
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

/**
 * Makes stacks short in this process. The runner looks up fifty frames in the maps of sources each time it takes one: compiled
 * specs need no map to tell a step's place.
 */
export function shortenStacks(): void {
  const { prepareStackTrace } = Error;
  if (prepareStackTrace !== undefined && import.meta.url.endsWith('.js'))
    Error.prepareStackTrace = shortStacks(prepareStackTrace);
}
