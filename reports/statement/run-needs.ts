import type { DocumentedOperationId } from '../../schemas/types.ts';

/** What a run takes of the limits of its target. */
export interface RunNeeds {
  readonly requests: number;
  /** The sum of all requests; absent where it has no bound. */
  readonly amountTotal?: number;
}

/** How deep a run goes: cases of a property, and the largest amount that one request may name. */
export interface RunDepth {
  readonly runs: number;
  readonly amountPerRequest?: number;
}

/** What the tests of one operation send with all that they rest on: requests, and sums in largest amounts; each for all depths, and for each case. */
interface Share {
  readonly requests: readonly [always: number, perCase: number];
  readonly amounts: readonly [always: number, perCase: number];
}

// Counted in rehearsals of 5 and of 35 cases under a largest amount of 5.00 and of 20.00, with several seeds, and rounded up.
const shares: Readonly<Record<DocumentedOperationId, Share>> = {
  'direct-payment': { requests: [80, 11], amounts: [18, 6.2] },
  'apm-payment': { requests: [50, 9], amounts: [14, 6.8] },
  'redirect-payment': { requests: [65, 10.6], amounts: [22, 7.4] },
  query: { requests: [240, 0.1], amounts: [4, 0] },
  capture: { requests: [250, 4.2], amounts: [15, 0.2] },
  review: { requests: [350, 4.6], amounts: [48, 0.2] },
  cancel: { requests: [250, 4.2], amounts: [1, 0] },
  'cancel-subscription': { requests: [95, 4], amounts: [21, 1.5] },
  refund: { requests: [260, 8.8], amounts: [11, 0.3] },
  'refund-search': { requests: [165, 0.1], amounts: [2, 0] },
  payout: { requests: [50, 8.9], amounts: [22, 7.2] },
};

/** Room above what was counted: for another seed, and for tests that a second account, a signer or an address of notifications adds. */
const room = 1.05;

/** A number of two digits and noughts with some room above. */
export function roomy(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number * room)) - 1);
  return Math.ceil((number * room) / unit) * unit;
}

/** What a whole run of some operations needs, about: how a service answers, and what a target file names, change it a little. */
export function wholeRunNeeds(
  operations: readonly DocumentedOperationId[],
  { runs, amountPerRequest }: RunDepth,
): RunNeeds {
  const sum = (of: keyof Share) =>
    operations.reduce((all, id) => all + shares[id][of][0] + shares[id][of][1] * runs, 0);
  return {
    requests: roomy(sum('requests')),
    ...(amountPerRequest === undefined ? {} : { amountTotal: roomy(sum('amounts') * amountPerRequest) }),
  };
}

const figures = (number: number, digits: number) =>
  number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What a run needs in words, as in `4,400 requests and 4,900.00`. */
export function needsText({ requests, amountTotal }: RunNeeds): string {
  const sum = amountTotal === undefined ? '' : ` and ${figures(amountTotal, 2)}`;
  return `${figures(requests, 0)} requests${sum}`;
}
