// The heap of one worker, in megabytes: what is read, judged and masked at a time takes less than half of it, and without a
// bound the heap grows with the memory of the machine before anything is collected.
const flags = '--max-old-space-size=512 --max-semi-space-size=4';

/** Bounds the heap of the workers that this process starts from now on; what the user asks of Node goes before it. */
export function boundWorkers(environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_OPTIONS = [flags, environment.NODE_OPTIONS ?? ''].join(' ').trim();
}
