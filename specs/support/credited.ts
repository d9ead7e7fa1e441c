import { urlIn } from '../../schemas/media/url-in.ts';
import type { Arrival, Listener } from './listener.ts';

/** A payment whose notification is waited for. */
export interface Announced {
  /** Its `notify_url`, as it was sent. */
  readonly address: string;
  /** Its own word in that address. */
  readonly word: string;
  /** Its order number, request id and transaction id, if no other payment could have them. */
  readonly names: readonly string[];
}

/** What arrived, by what it says of one payment. */
export interface Credited {
  /** Came to the address of the payment, or through a forwarder and names it. */
  readonly own: readonly Arrival[];
  /** The number of those that name the payment and came to another address than the one given. */
  readonly elsewhere: number;
  /** The number of those that name no payment and may be about this one. */
  readonly unknown: number;
}

/** The name of the query word of each payment. */
const wordName = 'n';

/** The shared address with the word of one payment, added to its text, so that nothing else of it changes. */
export function addressOf(shared: string, word: string): string {
  const [address = '', fragment] = shared.split('#', 2);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  const own = `${address}${joint}${wordName}=${encodeURIComponent(word)}`;
  return fragment === undefined ? own : `${own}#${fragment}`;
}

// The request line has a path, or a whole address if it comes through a proxy.
const partsOf = (address: string) => urlIn(address, 'http://listener');

// A forwarder may change the path and add to the query.
function wordIn(address: string): string | undefined {
  return partsOf(address)?.searchParams.get(wordName) ?? undefined;
}

function isSameAddress(asked: string, given: string): boolean {
  const [one, other] = [partsOf(asked), partsOf(given)];
  return one !== undefined && one.pathname === other?.pathname && one.search === other.search;
}

/** A shorter number may be that of something else, such as an amount. */
const shortestName = 6;

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function namesOne({ address, body }: Arrival, names: readonly string[]): boolean {
  const [, query = ''] = address.split('?', 2);
  const texts = [body, unescaped(body), unescaped(query)];
  return names.some((name) => {
    if (name.length < shortestName) return false;
    const whole = new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\\w-])`);
    return texts.some((text) => whole.test(text));
  });
}

/** True if the service was seen to reach the place: something arrived with the word of a payment. */
export function isUsed({ arrived }: Pick<Listener, 'arrived'>, words: ReadonlySet<string>): boolean {
  return arrived.some(({ address }) => words.has(wordIn(address) ?? ''));
}

/**
 * Sorts what arrived at a shared place by what it says of one payment. An address is compared as it was given; through
 * a forwarder, which may lose a query, a payment is also known by its numbers in the body.
 */
export function creditedTo(
  payment: Announced,
  { arrived, dropped, isDirect, url }: Pick<Listener, 'arrived' | 'dropped' | 'isDirect' | 'url'>,
  words: ReadonlySet<string>,
): Credited {
  const isAddressed = ({ address }: Arrival) =>
    isDirect ? isSameAddress(address, payment.address) : wordIn(address) === payment.word;
  const isNamed = (arrival: Arrival) => namesOne(arrival, payment.names);
  const ofOther = ({ address }: Arrival) => {
    const word = wordIn(address);
    return word !== undefined && word !== payment.word && words.has(word);
  };
  const own = arrived.filter((one) => isAddressed(one) || (!isDirect && !ofOther(one) && isNamed(one)));
  const rest = arrived.filter((one) => !own.includes(one) && !ofOther(one));
  const elsewhere = rest.filter(isNamed);
  // Where any word arrives, that of this payment would, too; and no service asks for another path.
  const keepsWords = isUsed({ arrived }, words);
  const mayBeOwn = ({ address }: Arrival) =>
    !isDirect || partsOf(address)?.pathname === partsOf(url)?.pathname;
  const unknown = keepsWords ? [] : rest.filter((one) => !isNamed(one) && mayBeOwn(one));
  return { own, elsewhere: elsewhere.length, unknown: unknown.length + dropped };
}
