import { clauseOf } from '../../schemas/clauses.ts';
import type { ClauseId } from '../../schemas/types.ts';
import { allOf, type Change } from '../behaviour.ts';
import type { SignatureCheck } from '../signature.ts';

/** The parts of an acquirer outside its behaviour: its address, its signing and the clients that it accepts. */
export interface Setting {
  /** Path before `/v1`, without a trailing slash. */
  readonly prefix?: string;
  /** Signature check; the key comes from the endpoint. */
  readonly signing?: Omit<SignatureCheck, 'key'>;
  /** Addresses registered for the query (5.4). */
  readonly addresses?: readonly string[];
  /** Uses HTTPS with a certificate of a private authority, and asks for client certificates. */
  readonly mutualTls?: true;
}

/** One rule or behaviour of an acquirer. */
export interface Habit {
  /** The rule as its merchants read it, in one sentence. */
  readonly insists: string;
  /** The sections of the document that allow it. */
  readonly because: string;
  readonly change?: Change;
  readonly setting?: Setting;
}

/** A complete service made of several habits, each allowed by the document. */
export interface Acquirer {
  readonly name: string;
  /** What kind of acquirer it is, in one sentence. */
  readonly description: string;
  readonly habits: readonly Habit[];
  /** The states of an order, and the calls accepted in each. */
  readonly life: DeclaredLife;
  /** Clauses whose warnings are expected in a run against it. */
  readonly announces: readonly ClauseId[];
}

/** The change of behaviour of an acquirer: its habits applied in order. */
export function changeOf({ habits }: Acquirer): Change {
  return allOf(...habits.flatMap(({ change }) => (change === undefined ? [] : [change])));
}

/** The settings of all habits of an acquirer, merged. */
export function settingOf({ habits }: Acquirer): Setting {
  return Object.assign({}, ...habits.map(({ setting }) => setting)) as Setting;
}

/** An acquirer in Markdown: habits with reasons, life of an order if `withLife`, announced warnings. */
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

/** A call about an order; a refund is of a part of the amount or of the rest. */
type LifeCall = 'capture' | 'review' | 'cancel' | 'refund part' | 'refund rest';

/**
 * The life of an order as an acquirer declares it: for each state the accepted calls, each with the state that follows.
 * All other calls are refused; `(pending)` marks a call that is accepted now and done later.
 */
export type DeclaredLife = Readonly<Record<string, Readonly<Partial<Record<LifeCall, string>>>>>;

/** A paid order counts as captured: it can be refunded at once, and a capture changes nothing. */
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

/** As `oneStep`, but captures are refused because payments are captured automatically. */
export const neverCaptured: DeclaredLife = Object.fromEntries(
  Object.entries(oneStep).map(([state, { capture: _, ...others }]) => [state, others]),
);

/** Refunds need no capture; a cancellation is possible only before the capture. */
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

/** Authorised, then captured or cancelled; refunds need a capture. */
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

/** Two steps, where every call but a review is done later; a captured order can be cancelled. */
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

/** A declared life in Markdown, one line per state. */
function declaredLines(life: DeclaredLife): readonly string[] {
  return Object.entries(life).map(([state, calls]) => {
    const stays = Object.entries(calls).flatMap(([call, to]) => (to === state ? [call] : []));
    const leads = Object.entries(calls).flatMap(([call, to]) => (to === state ? [] : [`${call} → ${to}`]));
    return `- ${state}: ${[...leads, ...(stays.length === 0 ? [] : [`stays on ${stays.join(', ')}`])].join('; ')}`;
  });
}
