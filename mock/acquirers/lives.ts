import type { LifeCall } from '../../schemas/history/life.ts';

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
export function declaredLines(life: DeclaredLife): readonly string[] {
  return Object.entries(life).map(([state, calls]) => {
    const stays = Object.entries(calls).flatMap(([call, to]) => (to === state ? [call] : []));
    const leads = Object.entries(calls).flatMap(([call, to]) => (to === state ? [] : [`${call} → ${to}`]));
    return `- ${state}: ${[...leads, ...(stays.length === 0 ? [] : [`stays on ${stays.join(', ')}`])].join('; ')}`;
  });
}
