import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A card that no list of test cards holds; its number passes the check digit. */
export const canaryCard = {
  card: '4929837465108277',
  expiration_month: '12',
  expiration_year: '2039',
  security_code: '8361',
};

/** Writes a target file for a loopback service that may be asked anything, without pace; returns its path. */
export function writeTarget(
  folder: string,
  baseUrl: string,
  change: Readonly<Record<string, unknown>> = {},
): string {
  const file = join(folder, 'target.json');
  const target = {
    name: 'loopback service',
    environment: 'sandbox',
    baseUrl,
    merchant: { merchant_id: '100001', account_id: '100001001' },
    signing: { recipe: 'none' },
    allow: ['reads', 'creates', 'moves-money', 'irreversible'],
    cards: [canaryCard],
    limits: {
      // A busy machine answers late.
      timeoutMs: 30_000,
      requests: 1_000_000,
      requestsPerSecond: 100_000,
      amountPerRequest: '999999999999.00',
      amountTotal: '999999999999.00',
      // Two workers: each process more takes its time.
      concurrent: 4,
    },
  };
  const limits = { ...target.limits, ...(change.limits as object | undefined) };
  writeFileSync(file, JSON.stringify({ ...target, ...change, limits }));
  return file;
}
