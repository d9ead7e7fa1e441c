import { setImmediate as nextTurn } from 'node:timers/promises';
import { whatStopped } from '../targets/stop.ts';

/** Whether a user asked a proof to end. */
export interface Interruption {
  isAsked(): boolean;
}

/** Asked by what stops this command. */
export const stopped: Interruption = { isAsked: () => whatStopped() !== undefined };

/** Runs one thing after the other until the end is asked for; what was under way then says nothing. */
export async function eachUntil<Item, Score>(
  items: readonly Item[],
  { isAsked }: Interruption,
  run: (item: Item) => Promise<Score>,
): Promise<readonly Score[]> {
  const scores: Score[] = [];
  for (const item of items) {
    // What is done in this process leaves no moment to hear a signal.
    await nextTurn();
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
