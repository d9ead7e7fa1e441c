import { exitStatus } from '../exit-status.ts';

/** Whether somebody asked a proof to end. */
export interface Interruption {
  isAsked(): boolean;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lets a proof hear that it is to end; whoever asks a second time ends the process at once. */
export function watchForInterruption(): Interruption & { release(): void } {
  let asked = false;
  const note = () => {
    if (asked) process.exit(exitStatus.incomplete);
    asked = true;
  };
  for (const signal of signals) process.on(signal, note);
  return {
    isAsked: () => asked,
    release() {
      for (const signal of signals) process.off(signal, note);
    },
  };
}

/** Runs one thing after the other until the end is asked for; what was under way then says nothing. */
export async function eachUntil<Item, Score>(
  items: readonly Item[],
  { isAsked }: Interruption,
  run: (item: Item) => Promise<Score>,
): Promise<readonly Score[]> {
  const scores: Score[] = [];
  for (const item of items) {
    if (isAsked()) break;
    try {
      const score = await run(item);
      if (!isAsked()) scores.push(score);
    } catch (error) {
      if (!isAsked()) throw error;
    }
  }
  return scores;
}
