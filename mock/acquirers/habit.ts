import type { Change } from '../manner.ts';
import type { Refusal } from '../refusal.ts';
import { refusal } from '../refusal.ts';
import type { About } from '../reply.ts';
import type { SignatureCheck } from '../signature.ts';
import { keep } from '../state/store.ts';

/** What of an acquirer is not in its manner: where it listens and whom it lets in. */
export interface Setting {
  /** Path before `/v1`, without a slash at its end. */
  readonly prefix?: string;
  /** How it signs; the key is the endpoint's. */
  readonly signing?: Omit<SignatureCheck, 'key'>;
  /** Addresses registered for the query (5.4). */
  readonly addresses?: readonly string[];
  /** Speaks https with the certificate of a private authority, and asks for a certificate of its clients. */
  readonly mutualTls?: true;
}

/** One thing that an acquirer insists on or does in its own way. */
export interface Habit {
  /** What its merchants read about it, in a sentence. */
  readonly insists: string;
  /** The sections that leave it the freedom. */
  readonly because: string;
  readonly change?: Change;
  readonly setting?: Setting;
}

/** Refuses calls for reasons of the acquirer's own: the text says why, undefined lets the call pass. */
export function objecting(
  why: (about: About) => string | undefined,
  kind: Refusal['kind'] = 'terms',
): Change {
  return (manner) => {
    const { objection } = manner.decide;
    const own = (about: About) => {
      const text = why(about);
      return text === undefined ? undefined : refusal(kind, text, about.request);
    };
    return { ...manner, decide: { ...manner.decide, objection: (about) => objection(about) ?? own(about) } };
  };
}

/** Tells whether a call is one of the three payments. */
export function isPayment({ operation }: About): boolean {
  return operation.endsWith('-payment');
}

// More than a world keeps of orders, so that nothing is forgotten that an order still needs.
const mostKept = 20_000;

/** Writes a number down in the memory of a world. */
export function remember(memo: Map<string, number>, name: string, value: number): void {
  keep(memo, name, value, mostKept);
}
