import { onPage } from './alter.ts';
import { type Fault, plant } from './fault.ts';

/** An input of the redirect page that stands there a second time with another value (2.8). */
export const postedTwiceFaults: readonly Fault[] = [
  plant({
    id: 'redirect-payment-posts-amount-twice',
    clause: '2.8/amount/echo',
    verdict: 'warn',
    operation: 'redirect-payment',
    needs: 'browser',
    description: 'amount is posted a second time with another value',
    change: onPage((page) => ({ ...page, added: [...page.added, ['amount', '987654.32']] })),
  }),
];
