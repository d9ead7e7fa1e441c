import { onceForText } from '../../schemas/once-for.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { cardNumber } from '../../schemas/rules/cards.ts';
import { table } from '../../schemas/table.ts';
import { currencyCodes, documentedNames } from '../file/merchant-knowledge.ts';
import { isKnownCurrency, isSignOf, namesCurrency } from '../file/odd-currencies.ts';
import type { Target } from '../target.ts';
import { type Members, membersOf, type Reading, withoutEscapes } from './readings.ts';

/** The parts of a target that name its own cards, currencies and merchant. */
export type OwnValues = Pick<Target, 'environment' | 'cards' | 'currencies' | 'payouts' | 'merchant'>;

type Kind = 'money' | 'merchant' | 'account' | 'card' | 'currency';

// The first match counts: `amount_local_currency` is an amount (2.3).
const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['money', /amount|^amt|amt$|^(?:order|grand)?total$/],
  ['merchant', /merchant(?:id|no|num|number|code)?$|^(?:mer|mch)(?:id|no|num|number|code)$|^mid$/],
  ['account', /^(?:x|mer|merchant)?account(?:id|no|num|number)?$/],
  [
    'card',
    /^(?:credit|debit|payment|bank)?card(?:no|num|number|pan)?$|^(?:account)?pan$|^cc(?:no|num|number)?$|^primaryaccountnumber$/,
  ],
  ['currency', /currency|^ccy$|^cur(?:r|rcode|code)?$/],
];

/** The kind of value under a name from `plainName`; undefined if any value may be sent. */
export const kindOf = onceForText((name) => kinds.find(([, names]) => names.test(name))?.[0]);

const alternates: Readonly<Record<string, string>> = table({
  merno: 'merchantid',
  ordercurrency: 'currency',
  orderamount: 'amount',
});

/** A name without case, signs and escapes, in the words of the document: `merNo` is `merchantid` (2.8). */
export const plainName = onceForText((name) => {
  if (/^[a-z]*$/.test(name)) return name;
  const plain = name
    .normalize('NFKC')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return alternates[plain] ?? plain;
});

/** Returns whether a name is that of a list entry: empty or a number. */
export function isIndex(name: string): boolean {
  return /^\d*$/.test(name);
}

// Below these names, accounts are the shopper's or a bank's (2.3, 2.5, 2.13).
const others = /^(?:accountowner|bankaccount|bankdetails)$/;

/** A value under a name that the guard knows. */
interface Leaf {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
}

function* leavesOf(members: Members, below?: Pick<Leaf, 'kind' | 'name'>): Generator<Leaf> {
  for (const [name, value] of members) {
    const plain = plainName(name);
    const kind = kindOf(plain);
    const at = kind === undefined ? below : { kind, name };
    if (typeof value !== 'string')
      yield* others.test(plain) ? withoutAccounts(leavesOf(value, at)) : leavesOf(value, at);
    else if (at !== undefined) yield { ...at, text: value };
  }
}

function* withoutAccounts(leaves: Iterable<Leaf>): Generator<Leaf> {
  for (const leaf of leaves) if (leaf.kind !== 'account') yield leaf;
}

/** Why a request may not be sent: a card, currency, merchant or account that the target file does not name. */
export function whyForeignValue(members: Members, target: OwnValues): string | undefined {
  for (const { kind, name, text } of leavesOf(members)) {
    const why = breaches[kind](text, target);
    if (why !== undefined) return `${name} ${why}`;
  }
  return undefined;
}

/** Why a request is ambiguous; undefined if all readings have the same money, currencies, parties and cards. */
export function whyTwoReadings(members: Members, below?: Pick<Leaf, 'kind' | 'name'>): string | undefined {
  const said = new Map<string, Members[number] | string>();
  for (const member of members) {
    const [name, value] = member;
    const plain = plainName(name);
    const kind = kindOf(plain);
    const inner =
      typeof value === 'string'
        ? undefined
        : whyTwoReadings(value, kind === undefined ? below : { kind, name });
    if (inner !== undefined) return inner;
    const isEntry = isIndex(plain);
    // List entries are separate values, unless one value is expected.
    if (isEntry && below === undefined) continue;
    const key = isEntry ? '' : plain;
    const before = said.get(key);
    if (before === undefined) {
      said.set(key, member);
      continue;
    }
    const meanings = [
      typeof before === 'string' ? before : meaningOf([before], below),
      meaningOf([member], below),
    ];
    const [one = '', other = ''] = meanings;
    if (one !== '' && other !== '' && one !== other)
      return `${isEntry ? below?.name : name} can be read in two ways`;
    said.set(key, one || other);
  }
  return undefined;
}

function meaningOf(members: Members, below?: Pick<Leaf, 'kind' | 'name'>): string {
  return [...leavesOf(members, below)]
    .filter(({ text }) => text !== '')
    .map(({ kind, name, text }) => `${kind} ${plainName(name)} ${plainText(kind, text)}`)
    .sort()
    .join('\n');
}

function plainText(kind: Kind, text: string): string {
  const plain = cleaned(text);
  if (kind === 'money') return /^\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain;
  return kind === 'card' ? plain.replaceAll(/[ -]/g, '') : kind === 'currency' ? plain.toUpperCase() : plain;
}

// Without invisible characters, and with the digits of every script as ASCII digits.
function cleaned(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)
    .replaceAll(/\p{C}/gu, '')
    .trim();
}

// The digits of a script are ten consecutive characters.
function digitOf(sign: string): string {
  const at = sign.codePointAt(0) ?? 0;
  let zero = at;
  while (at - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(at - zero);
}

/** Why a text of a kind may not be sent; a text that cannot be another client's value is harmless. */
const breaches: Readonly<Record<Kind, (text: string, target: OwnValues) => string | undefined>> = {
  money: () => undefined,
  merchant: (text, { merchant }) => foreignParty(text, [merchant.merchant_id]),
  account: (text, { merchant }) =>
    foreignParty(text, [merchant.account_id, merchant.otherAccountId ?? merchant.account_id]),
  card(text, { cards }) {
    const plain = cleaned(text);
    const runs = [plain, ...plain.split(/[^0-9 -]+/)].map((one) => cardNumber(one.replaceAll(/[^0-9]/g, '')));
    const own = new Set(cards.map(({ card }) => cardNumber(card)));
    return runs.every((one) => one === undefined || own.has(one))
      ? undefined
      : 'is not among the cards of the target';
  },
  currency(text, target) {
    const own = ownCurrencies(target);
    const read = own && currencyIn(text, own);
    return read === undefined ? undefined : `is ${read}; the target's currencies are ${own?.join(', ')}`;
  },
};

// A payout corridor names its own currencies.
function ownCurrencies({ payouts = [], ...target }: OwnValues): readonly string[] | undefined {
  const codes = currencyCodes(target);
  const corridors = payouts.flatMap((one) => [one.payment_currency, one.source_currency]);
  return codes && [...new Set([...codes, ...corridors])];
}

/** A text's part that may be another currency: three letters, a code, an ISO 4217 number, a sign or a name. */
function currencyIn(text: string, own: readonly string[]): string | undefined {
  if (own.includes(text)) return undefined;
  const plain = cleaned(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  if (/^0*[1-9]\d{0,2}$/.test(plain)) return plain;
  const words = plain.match(/\p{L}+/gu) ?? [];
  const letters = words.join('');
  const codes = [...words.filter(isKnownCurrency), ...(letters.length === 3 ? [letters] : [])];
  const code = codes.find((one) => !own.includes(one));
  return (
    code ??
    words.find((word) => namesCurrency(word, own)) ??
    currencySigns(plain).find((one) => !isSignOf(one, own))
  );
}

const currencySigns = (text: string) => text.match(/(?!\u00a4)\p{Sc}/gu) ?? [];

// The suite sends these unknown parties to see the refusal (5.3), and these words for another type.
const madeUpValues = /^(?:unknown-(?:merchant|account|9\d{11})|text|true|false)$/;

// A possible party name: letters, digits and signs between them, up to the length of a column.
const partyName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._:@/+#|*~,=&-]{0,254}$/u;

function foreignParty(text: string, own: readonly string[]): string | undefined {
  const plain = cleaned(text);
  return own.includes(plain) || madeUpValues.test(plain) || !partyName.test(plain)
    ? undefined
    : "is not the target's";
}

/** Returns whether a text contains a name of money, a currency, a party or a card. */
export function hasKnownName(text: string): boolean {
  const words = withoutEscapes(text).match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return words.some((word) => kindOf(plainName(word)) !== undefined);
}

let texts: ReadonlySet<string> | undefined;

/** Names that the document gives to texts or numbers in any request. */
function plainTexts(): ReadonlySet<string> {
  const named = () => documentedOperations.flatMap(({ id }) => documentedNames(id));
  texts ??= new Set(named().map((name) => name.slice(name.lastIndexOf('.') + 1)));
  return texts;
}

/** True for a text that a service may read as JSON, XML or a form; a documented text may look like a form. */
function mayHoldMembers(text: string, name: string): boolean {
  const isForm = text.includes('=') && !plainTexts().has(name);
  return isForm || /^\s*[[{"<]/.test(withoutEscapes(text));
}

/** Why a value may hold more than it shows: a text with members, or a name of several steps. */
export function whyHiddenValue(members: Members, below = ''): string | undefined {
  for (const [own, value] of members) {
    const name = own || below;
    const isPath = /[.[\]]/.test(own) && hasKnownName(own);
    const isMore = typeof value === 'string' && mayHoldMembers(value, name) && hasKnownName(value);
    if (isPath || isMore) return `${name} can be read in two ways`;
    const inner = typeof value === 'string' ? undefined : whyHiddenValue(value, name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Returns whether a reading names a card or its data. */
export function holdsCardData(reading: Reading): boolean {
  return membersOf(reading).some(([name, value]) =>
    typeof value === 'string'
      ? value !== '' &&
        /^(?:card|.*cardn(?:o|um|umber)|pan|expiration(?:month|year)|securitycode|cvv2?|cvc2?|tokenid)$/.test(
          plainName(name),
        )
      : holdsCardData(value),
  );
}
