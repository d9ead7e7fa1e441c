import { objectOf } from '../../schemas/json.ts';
import { oddityOf } from '../../targets/file/secret.ts';
import type { Target } from '../../targets/target.ts';
import { bodyText, headerOf, isSameAnswer, reasonWords, statusOf } from '../answer-words.ts';
import type { Case, Explain, Finding, Found } from '../case.ts';
import { hintsAtBody, speaksOfType } from './request.ts';

/** The part of the caller that a service may not know. */
export type Party = 'signing' | 'merchant' | 'account';

/** The part of the caller to blame, and the twins that got the same answer. */
export interface Blame {
  readonly party: Party;
  readonly alike: readonly Party[];
  /** True if the answer mentions a credential in a header. */
  readonly inHeader: boolean;
  /** True if the answer mentions the signature, the merchant or the account. */
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

/** The reason that the service gives, without the caller's own ids. */
function serviceReason({ main }: Case): string {
  return reasonWords(main).replace(/\b(?:merchant|account)_id "[^"]*"/g, '');
}

// If all twins get the same answer while other operations are accepted, the caller is not the cause.
function isCallerRuledOut(one: Case, alike: readonly Party[]): boolean {
  const isSigning = alike.includes('signing') && words.signing.test(serviceReason(one));
  return one.accepted.size > 0 && alike.length > 1 && !isSigning;
}

async function partiesAnsweredAlike(one: Case): Promise<Party[]> {
  const alike: Party[] = [];
  for (const party of order) {
    if (party === 'account' && (hintsAtBody(one) || isCallerRuledOut(one, alike))) continue;
    if (isSameAnswer(one.main, await one.twin(twinOf[party]))) alike.push(party);
  }
  return alike;
}

/**
 * Blames the part of the caller whose deliberately wrong twin got the same answer as the request. A service that checks
 * the signature or the merchant first answers several twins alike; then the text decides.
 */
export async function blameOf(one: Case): Promise<Blame | undefined> {
  const status = statusOf(one.main);
  if (status === undefined || status === 404 || status === 405 || status >= 500) return undefined;
  if (speaksOfType(one)) return undefined;
  const alike = await partiesAnsweredAlike(one);
  const [only] = alike;
  if (only === undefined) return undefined;
  if (isCallerRuledOut(one, alike)) return undefined;
  const named = alike.filter((party) => words[party].test(serviceReason(one)));
  return { party: named[0] ?? only, alike, inHeader: inHeader(one), isTold: named.length > 0 };
}

/** The names of the twins, as a sentence. */
export function alikeWords(alike: readonly Party[]): string {
  const names = {
    signing: 'a wrong signature',
    merchant: 'an unknown merchant',
    account: 'an unknown account',
  };
  return `the same request with ${alike.map((party) => names[party]).join(', with ')} is answered in the same words`;
}

type Signing = Target['signing'];

const keyOf = { module: 'signing.module', none: 'signing.recipe', fixed: 'signing.value' } as Partial<
  Record<Signing['recipe'], string>
>;

/** What to check for each recipe, in which order. */
function adviceOn(how: Signing, odd: string | undefined): string {
  const last = 'then merchant_id and "headers".';
  const value = odd === undefined ? '' : `; its value ${odd}`;
  switch (how.recipe) {
    case 'none':
      return 'Put the recipe and key of the service under "signing"; 64 zeros are sent now.';
    case 'module':
      return `Check what sign() of signing.module returns for this body, and which key it uses; ${last}`;
    case 'fixed':
      return `Check signing.value: a service that checks signatures never accepts one value for two requests; ${last}`;
    default:
      return `Check signing.key first (${how.key?.shown ?? 'no key'}${value}), then the recipe (${how.recipe}) and its fields; ${last}`;
  }
}

/** Explains a case by one part of the caller: the request is answered exactly like one in which that part is wrong. */
function explainedBy(kind: Party, about: (one: Case, blame: Blame) => Finding | Promise<Finding>): Explain {
  return async (one) => {
    const blame = await blameOf(one);
    if (blame?.party !== kind) return undefined;
    // What other operations were accepted with is known to the service.
    if (kind !== 'signing' && one.accepted.size > 0) return undefined;
    return { ...(await about(one, blame)), comparedWith: alikeWords(blame.alike) };
  };
}

/** What to check if other operations were accepted with the same key: the signed text of this one. */
function adviceBeside({ main, operation }: Case, others: string): string {
  const isNested = Object.values(objectOf(main.exchange.sent.value)).some(
    (value) => typeof value === 'object' && value !== null,
  );
  const differs = isNested
    ? 'What differs here is nested values: this service may sign without lists and objects, or write them in another way'
    : `What differs here is the body of ${operation}: this service may sign other fields of it`;
  return `Key, merchant and "headers" are right: ${others} were accepted with them. ${differs}; ask the operator, and sign so in a module (signing.module).`;
}

/** The service does not accept the signature, or a credential in a header. */
export const signing = explainedBy('signing', async (one, { inHeader }) => {
  const { target, accepted, operation } = one;
  if (inHeader)
    return {
      key: 'headers',
      says: 'the service rejects the credentials of the caller: its answer mentions a header',
      advice: 'Put the credential from the operator under "headers"; then check signing.key.',
    };
  const { signing: how, environment } = target;
  const odd = environment === 'embedded' ? undefined : how.key && oddityOf(how.key.reveal());
  const others = [...accepted].join(', ');
  // A service that takes a wrong signature elsewhere shows nothing there about the key.
  const isProven = accepted.size > 0 && how.recipe !== 'none' && (await one.checksElsewhere()) !== false;
  const says = `the signature is not accepted${accepted.size > 0 ? ` for ${operation}` : ''}: our request is answered as one with a wrong signature is`;
  if (isProven) return { key: 'signing.module', says, advice: adviceBeside(one, others) };
  return { key: keyOf[how.recipe] ?? 'signing.key', says, advice: adviceOn(how, odd) };
});

/** The service does not know the merchant. */
export const merchant = explainedBy('merchant', ({ target: { merchant: own } }) => ({
  key: 'merchant.merchant_id',
  says: `the service does not know the merchant ${own.merchant_id}`,
  advice: 'Check merchant.merchant_id, and whether it belongs to this environment.',
}));

/** The service does not know the account of our merchant. */
export const account = explainedBy('account', ({ target: { merchant: own } }) => ({
  key: 'merchant.account_id',
  says: `the service does not know the account ${own.account_id} of merchant ${own.merchant_id}`,
  advice: 'Check merchant.account_id.',
}));

const ofAddress = /\bip\b|address\W.*(?:regist|allow|permit)|regist\w* address|white-?list|allow-?list/i;

/** Only the query requires a registered address (4.4, 5.4). */
export async function registeredAddress({ operation, main, accepted, twin }: Case): Promise<Found> {
  if (operation !== 'query') return undefined;
  const told = ofAddress.test(reasonWords(main));
  const alone = accepted.size > 0 && (statusOf(main) === 401 || statusOf(main) === 403);
  if (!told && !alone) return undefined;
  // A service that looks at the signature first answers an unknown merchant from this address in the same words.
  const isOfSignature =
    accepted.size === 0 &&
    isSameAnswer(main, await twin('signature')) &&
    !isSameAnswer(main, await twin('merchant'));
  if (isOfSignature) return undefined;
  return {
    says: 'the query is refused: the address of this machine is not registered with the service (4.4)',
    advice: 'Have your address registered, run from a registered one, or set capabilities.query to false.',
    key: 'capabilities.query',
  };
}
