import type { TargetFile } from './target-keys.ts';

/** Limits of a run, or of one of its `parts`. Amounts are the numbers in the requests in any currency. */
export type Limits = Readonly<Record<keyof NonNullable<TargetFile['limits']> | 'parts', number>>;

const careful: Limits = {
  timeoutMs: 30_000,
  requests: 500,
  requestsPerSecond: 5,
  amountPerRequest: 10,
  amountTotal: 100,
  concurrent: 2,
  parts: 1,
};

const unlimited: Limits = {
  ...careful,
  requests: Number.POSITIVE_INFINITY,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  amountPerRequest: Number.POSITIVE_INFINITY,
  amountTotal: Number.POSITIVE_INFINITY,
  concurrent: 8,
};

/** The limits of a target file, with careful defaults; the embedded endpoint has no default limits. */
export function limitsOf({ environment, limits = {} }: Pick<TargetFile, 'environment' | 'limits'>): Limits {
  const own = Object.entries(limits).map(([key, value]) => [key, Number(value)]);
  return { ...(environment === 'embedded' ? unlimited : careful), ...Object.fromEntries(own) };
}

/** The limits of one of several equal parts of a run, so that all together keep the limits. */
export function shareOf(limits: Limits, parts: number): Limits {
  const { requests, requestsPerSecond, amountTotal, concurrent } = limits;
  return {
    ...limits,
    parts,
    requests: Math.floor(requests / parts),
    requestsPerSecond: requestsPerSecond / parts,
    amountTotal: amountTotal / parts,
    concurrent: Math.max(1, Math.floor(concurrent / parts)),
  };
}
