import { bodyText, membersIn, statusOf } from '../answer-words.ts';
import type { Case, Suspicion } from '../case.ts';
import { tellingMembers } from '../telling-members.ts';
import { alikeWords, blameOf } from './party.ts';

/** Statuses that are about the way a request is written in HTTP, so that nobody looked at who asks. */
const aboutHttp = new Set([406, 411, 413, 414, 426, 431, 451]);

const identities = ['merchant_id', 'account_id', 'order_no', 'transaction_id'];

/** Tells an answer that holds our own request, as it was sent or inside a text of JSON. */
function repeatsRequest({ main }: Case): boolean {
  const sent = main.exchange.sent.body;
  const body = bodyText(main);
  return sent !== '' && (body.includes(sent) || body.includes(JSON.stringify(sent).slice(1, -1)));
}

/** Tells a status of success without a word of why, or a status that looks at nobody. */
function isWordless({ main }: Case): boolean {
  const status = statusOf(main) ?? 0;
  if (aboutHttp.has(status)) return true;
  const members = membersIn(main);
  return status >= 200 && status <= 299 && !tellingMembers.some((name) => name in members);
}

/** Everybody is answered alike, and nothing in the answer is of the interface: an echo, an empty page, another interface. */
export const answersAlike: Suspicion = {
  kind: 'not-the-service',
  async explain(one) {
    if (one.accepted.size > 0 || !isWordless(one)) return undefined;
    if (repeatsRequest(one))
      return {
        key: 'baseUrl',
        says: 'what answers at baseUrl sends every request back as it came',
        advice:
          'See that baseUrl leads to the interface itself, and not to a program that repeats what it is sent.',
      };
    const members = membersIn(one.main);
    if (identities.some((name) => name in members)) return undefined;
    const blame = await blameOf(one);
    if (blame === undefined || blame.alike.length < 2 || blame.isTold) return undefined;
    return {
      key: 'baseUrl',
      says: 'what answers at baseUrl says the same to everybody, and nothing of the interface',
      comparedWith: alikeWords(blame.alike),
      advice:
        'See that baseUrl leads to the interface itself; if it does, look at signing.key and the recipe, then at merchant_id.',
    };
  },
};
