import { clauseOf } from '../../schemas/clauses.ts';
import type { LifeCall } from '../../schemas/history/life.ts';
import type { ClauseId } from '../../schemas/types.ts';
import { allOf, type Change } from '../manner.ts';
import type { SignatureCheck } from '../signature.ts';

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

/** A whole service made of several habits, all of which the document allows. */
export interface Acquirer {
  readonly name: string;
  /** Who it is, in a sentence. */
  readonly description: string;
  readonly habits: readonly Habit[];
  /** What an order goes through, and which calls it takes on its way. */
  readonly life: DeclaredLife;
  /** Clauses that warn about it, and why it must not be otherwise. */
  readonly announces: readonly ClauseId[];
}

/** The manner of an acquirer: its habits one after the other. */
export function changeOf({ habits }: Acquirer): Change {
  return allOf(...habits.flatMap(({ change }) => (change === undefined ? [] : [change])));
}

/** The setting of an acquirer: what its habits say of it together. */
export function settingOf({ habits }: Acquirer): Setting {
  return Object.assign({}, ...habits.map(({ setting }) => setting)) as Setting;
}

/** An acquirer in Markdown: who it is, what it insists on, why the document allows it, the life of an order unless left out, what it announces. */
export function acquirerLines(
  { name, description, habits, life, announces }: Acquirer,
  withLife = true,
): readonly string[] {
  return [
    `## ${name}`,
    '',
    description,
    '',
    ...habits.map(({ insists, because }) => `- ${insists} _${because}_`),
    ...(withLife ? ['', 'Life of an order (all else is refused):', '', ...declaredLines(life)] : []),
    ...(announces.length === 0
      ? []
      : ['', `It announces warnings of: ${announces.map((id) => `\`${clauseOf(id).id}\``).join(', ')}.`]),
  ];
}

/**
 * The life of an order as an acquirer declares it, by state: the calls that it takes, and the state that each leads to. What is left
 * out is refused; `(pending)` is said of what is taken and done later.
 */
export type DeclaredLife = Readonly<Record<string, Readonly<Partial<Record<LifeCall, string>>>>>;

/** Paid is captured: nothing has to come before a refund, and a capture changes nothing. */
export const oneStep: DeclaredLife = {
  paid: {
    capture: 'paid',
    review: 'paid',
    cancel: 'cancelled',
    'refund part': 'refunded in part',
    'refund rest': 'refunded',
  },
  cancelled: { cancel: 'cancelled' },
  'refunded in part': { capture: 'refunded in part', review: 'refunded in part', 'refund rest': 'refunded' },
  refunded: { capture: 'refunded', review: 'refunded' },
};

/** Captures are refused, since payments are captured by themselves. */
export const neverCaptured: DeclaredLife = Object.fromEntries(
  Object.entries(oneStep).map(([state, { capture: _, ...others }]) => [state, others]),
);

/** Refunded captured or not; cancelled only as long as it is not captured. */
export const cancelledUncaptured: DeclaredLife = {
  ...oneStep,
  paid: { ...oneStep.paid, capture: 'captured' },
  captured: {
    capture: 'captured',
    review: 'captured',
    'refund part': 'refunded in part',
    'refund rest': 'refunded',
  },
};

/** Authorised, then captured or cancelled, and refunded only once captured. */
export const twoSteps: DeclaredLife = {
  paid: { capture: 'captured', review: 'paid', cancel: 'cancelled' },
  captured: {
    capture: 'captured',
    review: 'captured',
    'refund part': 'captured, refunded in part',
    'refund rest': 'captured, refunded',
  },
  cancelled: { cancel: 'cancelled' },
  'captured, refunded in part': {
    capture: 'captured, refunded in part',
    review: 'captured, refunded in part',
    'refund rest': 'captured, refunded',
  },
  'captured, refunded': { capture: 'captured, refunded', review: 'captured, refunded' },
};

/** Two steps, of which all but a review are done later; what is captured may be cancelled. */
export const twoStepsLater: DeclaredLife = {
  paid: { capture: 'captured (pending)', review: 'paid', cancel: 'cancelled (pending)' },
  captured: {
    capture: 'captured',
    review: 'captured',
    cancel: 'cancelled (pending)',
    'refund part': 'captured, refunded in part (pending)',
    'refund rest': 'captured, refunded (pending)',
  },
  cancelled: { cancel: 'cancelled (pending)' },
  'captured, refunded in part': {
    capture: 'captured, refunded in part',
    review: 'captured, refunded in part',
    'refund rest': 'captured, refunded (pending)',
  },
  'captured, refunded': { capture: 'captured, refunded', review: 'captured, refunded' },
};

/** A declared life in Markdown, one line for each state. */
function declaredLines(life: DeclaredLife): readonly string[] {
  return Object.entries(life).map(([state, calls]) => {
    const stays = Object.entries(calls).flatMap(([call, to]) => (to === state ? [call] : []));
    const leads = Object.entries(calls).flatMap(([call, to]) => (to === state ? [] : [`${call} → ${to}`]));
    return `- ${state}: ${[...leads, ...(stays.length === 0 ? [] : [`stays on ${stays.join(', ')}`])].join('; ')}`;
  });
}
