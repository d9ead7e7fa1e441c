// Without a bound a heap grows with the memory of the machine before anything is collected.
const young = '--max-semi-space-size=4';
/** The heap of one worker, in megabytes: what is read, judged and masked at a time takes less than half of it. */
const workerHeap = '--max-old-space-size=400';

function asked(flags: readonly string[], { NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string {
  // What the user asks of Node comes last and counts.
  return [...flags, NODE_OPTIONS].join(' ').trim();
}

/** What Node is told by the environment of the runner, and by it of that of the workers. */
export function runnerOptions(environment: NodeJS.ProcessEnv): string {
  return asked([young], environment);
}

/** Bounds the heap of the workers that this process starts from now on. */
export function boundWorkers(environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_OPTIONS = asked([workerHeap], environment);
}
