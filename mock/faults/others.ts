import { addAmounts } from '../money.ts';

/** For a field, another value of the same shape: what a wrong echo or a mixed-up identity looks like. */
export const others = {
  merchant_id: (id: string) => (id === '200002' ? '100001' : '200002'),
  account_id: (id: string) => (id === '100001002' ? '100001001' : '100001002'),
  /** Rounded to whole units, or a cent more when that changes nothing. */
  amount: (amount: string) => roundedOr(amount),
  refund_amount: (amount: string) => roundedOr(amount),
  currency: (code: string) => (code === 'USD' ? 'EUR' : 'USD'),
  payment_currency: (code: string) => (code === 'USD' ? 'EUR' : 'USD'),
  payment_amount: (digits: string) => `${digits}0`,
  payment_date: (date: string) => (date === '2025-06-30' ? '2025-06-29' : '2025-06-30'),
  request_id: (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  notify_url: (url: string) => `${url}${url.includes('?') ? '&' : '?'}other=1`,
  text: (text: string) => `${text}-other`,
} as Readonly<Record<string, (value: string) => string>> & { readonly text: (value: string) => string };

function roundedOr(amount: string): string {
  const rounded = amount.replace(/\.[0-9]+$/, '.00');
  return rounded === amount ? addAmounts(amount, '0.01') : rounded;
}
