import { isRefusedSend } from '../targets/refused-send.ts';
import { type Line, type OriginPart, stillThereCase } from '../targets/sender.ts';
import { listsNothing } from './accepted.ts';
import { answeredWords } from './answer-words.ts';
import type { TakenRead } from './refusals.ts';

/**
 * Asks a service once more for a read that it took, and returns the words in which it refuses it now; undefined where it takes
 * it, answers nothing, or finds nothing any more. `origin` is of the request that was refused last.
 */
export async function turnedAwayWords(
  client: Pick<Line, 'send'>,
  { operation, body }: TakenRead,
  { path: _, ...origin }: OriginPart,
): Promise<string | undefined> {
  try {
    const judged = await client.send(operation, body, { origin: { ...origin, caseName: stillThereCase } });
    const isRefused = judged.judgement.outcome === 'refused' && !listsNothing(judged);
    return isRefused ? answeredWords(judged) : undefined;
  } catch (error) {
    if (isRefusedSend(error)) return undefined;
    throw error;
  }
}
