/** Merchants by `merchant_id`, each with its accounts. */
export type Register = Readonly<Record<string, readonly string[]>>;

/**
 * The merchants that exist, each with its accounts (5.3). The first account of the first merchant is the one that
 * the suite's own target file names, the second is its other account; the second merchant has nothing in common with them.
 */
export const merchants: Register = {
  '100001': ['100001001', '100001002'],
  '200002': ['200002001'],
};

/** Says why a merchant and account are not known; undefined when they are. */
export function unknownParty(
  merchantId: string,
  accountId: string,
  register: Register = merchants,
): string | undefined {
  const accounts = Object.hasOwn(register, merchantId) ? register[merchantId] : undefined;
  if (accounts === undefined) return 'merchant_id names no merchant of this endpoint';
  return accounts.includes(accountId) ? undefined : 'account_id names no account of this merchant';
}
