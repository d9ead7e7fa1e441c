import { setImmediate as nextTurn } from 'node:timers/promises';
import { whatStopped } from '../targets/stop.ts';

/** Whether the user has asked the proof to stop. */
export interface Interruption {
  isAsked(): boolean;
}

/** Asked for by the signal that stops this command. */
export const stopped: Interruption = { isAsked: () => whatStopped() !== undefined };

/** Runs the items one after the other until a stop is requested; the result of the item in progress is then dropped. */
export async function eachUntilStopped<Item, Score>(
  items: readonly Item[],
  { isAsked }: Interruption,
  run: (item: Item) => Promise<Score>,
): Promise<readonly Score[]> {
  const scores: Score[] = [];
  for (const item of items) {
    // Work in this process is synchronous, so signals are only received between two items.
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
