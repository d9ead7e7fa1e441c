import { bodyText, headerOf, reasonWords, statusOf } from '../answer-words.ts';
import type { Case } from '../case.ts';
import { isSameAnswer } from '../same-answer.ts';
import { hintsAtBody, speaksOfType } from './encodings.ts';

/** What of the caller a service may not know. */
export type Party = 'signing' | 'merchant' | 'account';

/** Which part of the caller is to blame, and the twins that were answered in the same words. */
export interface Blame {
  readonly party: Party;
  readonly alike: readonly Party[];
  /** The answer speaks of a credential that travels in a header. */
  readonly inHeader: boolean;
  /** The words of the answer name the signature, the merchant or the account. */
  readonly isTold: boolean;
}

const words = {
  signing: /sign|encryption_data|hmac|hash|digest|checksum|mac\b/i,
  merchant: /merchant|mid\b/i,
  account: /account|terminal/i,
} as const satisfies Record<Party, RegExp>;

const twinOf = { signing: 'signature', merchant: 'merchant', account: 'account' } as const;
const order = ['signing', 'merchant', 'account'] as const;

function inHeader({ main }: Case): boolean {
  const credential = /bearer|api[ -]?key|access token|authorization|credential/i.test(bodyText(main));
  return (
    headerOf(main, 'www-authenticate') !== undefined || (credential && !words.signing.test(bodyText(main)))
  );
}

/** What the service says of its reason, without the values of the caller. */
function saidBy({ main }: Case): string {
  return reasonWords(main).replace(/\b(?:merchant|account)_id "[^"]*"/g, '');
}

// Where everything is answered alike although others are accepted, the caller is not what is wrong.
function isBeyondBlame(one: Case, alike: readonly Party[]): boolean {
  const isSigning = alike.includes('signing') && words.signing.test(saidBy(one));
  return one.accepted.size > 0 && alike.length > 1 && !isSigning;
}

async function sameAs(one: Case): Promise<Party[]> {
  const alike: Party[] = [];
  for (const party of order) {
    if (party === 'account' && (hintsAtBody(one) || isBeyondBlame(one, alike))) continue;
    if (isSameAnswer(one.main, await one.twin(twinOf[party]))) alike.push(party);
  }
  return alike;
}

/**
 * Blames the part of the caller whose deliberately wrong twin was answered as our request was. A service that looks at the
 * signature first answers every twin so, one that looks at the merchant first does, too: there the words decide.
 */
export async function blameOf(one: Case): Promise<Blame | undefined> {
  const status = statusOf(one.main);
  if (status === undefined || status === 404 || status === 405 || status >= 500) return undefined;
  if (speaksOfType(one)) return undefined;
  const alike = await sameAs(one);
  const [only] = alike;
  if (only === undefined) return undefined;
  if (isBeyondBlame(one, alike)) return undefined;
  const named = alike.filter((party) => words[party].test(saidBy(one)));
  return { party: named[0] ?? only, alike, inHeader: inHeader(one), isTold: named.length > 0 };
}

/** The twins in words. */
export function alikeWords(alike: readonly Party[]): string {
  const names = {
    signing: 'a wrong signature',
    merchant: 'an unknown merchant',
    account: 'an unknown account',
  };
  return `the same request with ${alike.map((party) => names[party]).join(', with ')} is answered in the same words`;
}
