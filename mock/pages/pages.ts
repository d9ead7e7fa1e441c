import type { Order } from '../state/store.ts';
import { escapeMarkup } from '../write/xml.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:36rem;padding:0 1rem;color:#1a1a1a}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid #ddd}' +
  'button{font:inherit;padding:.4rem 1.2rem;margin-right:.5rem}code{font-size:.9em}';

/** Wraps a body into a page without any foreign resource. */
export function htmlPage(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><style>${style}</style>`;
  return `<!DOCTYPE html>\n<html lang="en"><head>${head}</head><body>\n${body}\n</body></html>\n`;
}

/** A page with one sentence. */
export function messagePage(title: string, text: string): string {
  return htmlPage(title, `<h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>`);
}

/** The hosted page where a shopper pays, declines or goes back. */
export function paymentPage(order: Order, action: string): string {
  const hidden = ([name, value]: readonly [string, string]) =>
    `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`;
  const reference = [
    ['merchant_id', order.merchant_id],
    ['account_id', order.account_id],
    ['transaction_id', order.transaction_id],
  ] as const;
  const choices = [
    ['pay', 'Pay'],
    ['decline', 'Let the payment fail'],
    ['cancel', 'Back without paying'],
  ].map(([value, text]) => `<button name="choice" value="${value}">${text}</button>`);
  return htmlPage(
    'Hosted payment page',
    `<h1>Hosted payment page</h1>
<p>This page of the embedded endpoint replaces the service's own. No money moves.</p>
<table><tr><th>Order</th><td>${escapeMarkup(order.order_no)}</td></tr><tr><th>Amount</th><td>${escapeMarkup(order.amount)} ${escapeMarkup(order.currency)}</td></tr></table>
<form method="POST" action="${escapeMarkup(action)}">${reference.map(hidden).join('')}<p>${choices.join('')}</p></form>`,
  );
}
