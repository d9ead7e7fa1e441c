import { onPage } from '../faults/alter.ts';
import { alternateNames } from '../pages/alternate-names.ts';
import type { Dialect } from './dialect.ts';

const renamed = new Set(Object.values(alternateNames));
// Presence of these under their own names is stated or needed by the hosted page.
for (const name of ['encryption_data', 'merchant_id', 'account_id', 'order_no']) renamed.delete(name);

/** Request fields come back under their alternate names alone. */
export const alternateNamesOnly: Dialect = {
  name: 'alternate-names-only',
  reason:
    '2.8 says that the inputs repeat the request fields with alternate names (C-10): one of the two names is enough.',
  declares: { warns: [] },
  touches: ['redirect-payment'],
  change: onPage((page) => {
    const added = page.added.filter(([name]) => !renamed.has(name) && name !== 'allParams');
    const allParams = new URLSearchParams(
      [...page.form.inputs, ...added].map(([name, value]) => [name, value]),
    ).toString();
    return { ...page, added: [...added, ['allParams', allParams]] };
  }),
};
