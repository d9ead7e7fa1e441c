import { isAccepted } from '../schemas/states.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Settings } from '../targets/settings.ts';
import { listsNothing, saysNothingFound } from './answer-words.ts';
import type { Asker } from './ask.ts';
import { isSameAnswer } from './same-answer.ts';
import { createTwins } from './twins.ts';

/** What a query for the second account said: accepted, refused, nothing listed yet, or as empty as for an account that nobody has. */
export type SecondAccount = 'accepted' | 'refused' | 'lists-nothing' | 'as-unknown';

async function heard(second: JudgedExchange, asker: Asker, settings: Settings): Promise<SecondAccount> {
  if (isAccepted(second)) return 'accepted';
  // A search that lists nothing need not say that it succeeded; what a stranger is told shows whether it is one.
  if (!listsNothing(second) || !saysNothingFound(second)) return 'refused';
  const stranger = await createTwins(asker, settings, second, 'full')('account');
  return stranger === undefined || isSameAnswer(second, stranger) ? 'as-unknown' : 'lists-nothing';
}

/** Asks a query for the second account of a target; undefined where it names none, or where no request is left. */
export async function askSecondAccount(asker: Asker, settings: Settings): Promise<SecondAccount | undefined> {
  const { merchant_id, otherAccountId } = settings.target.merchant;
  if (otherAccountId === undefined) return undefined;
  const body = { merchant_id, account_id: otherAccountId };
  try {
    return await heard(await asker.send('query', body, { caseName: 'second account' }), asker, settings);
  } catch (error) {
    // The opening may have spent the last request.
    if (isRefusedSend(error)) return undefined;
    throw error;
  }
}
