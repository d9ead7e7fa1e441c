import type { JudgedExchange } from '../schemas/types.ts';
import { type Client, type OriginPart, stillThereCase } from '../targets/client.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Settings } from '../targets/settings.ts';
import { listsNothing } from './accepted.ts';
import { answeredWords } from './answer-words.ts';
import { isSameAnswer } from './same-answer.ts';
import { readAfter } from './still-there.ts';
import type { Watch } from './watch.ts';

/**
 * Asks a read of a service that refused many allowed requests in a row, and returns the words in which it turns this away,
 * too: as it answered the last of them, or although it took the read before. Where no read may be sent, nothing is told.
 */
export async function turnedAwayWords(
  client: Client,
  { target }: Pick<Settings, 'target'>,
  watch: Pick<Watch, 'hasTaken'>,
  { origin: { path: _, ...place }, last }: { origin: OriginPart; last: JudgedExchange },
): Promise<string | undefined> {
  const read = readAfter(undefined, target);
  if (read === undefined) return undefined;
  const { merchant_id, account_id } = target.merchant;
  try {
    const judged = await client.send(
      read,
      { merchant_id, account_id },
      { origin: { ...place, caseName: stillThereCase } },
    );
    if (judged.judgement.outcome !== 'refused' || listsNothing(judged)) return undefined;
    return isSameAnswer(judged, last) || watch.hasTaken(read) ? answeredWords(judged) : undefined;
  } catch (error) {
    if (isRefusedSend(error)) return undefined;
    throw error;
  }
}
