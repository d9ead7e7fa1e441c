import { urlIn } from '../../schemas/media/url-in.ts';
import { table } from '../../schemas/table.ts';
import type { Behaviour } from '../behaviour.ts';
import { type Notice, noticeOf } from '../notify.ts';
import type { Wire } from '../reply.ts';
import { accountOf, type Order } from '../state/store.ts';
import type { Call, World } from '../world.ts';
import { escapeMarkup } from '../write/xml.ts';

/** A call of a hosted page; `search` is the query string with its question mark. */
export interface PageCall extends Call {
  readonly search: string;
}

/** The pages for the browser of the shopper; the document names only the checkout path above them (2.8). */
export const hostedPaths = [
  { method: 'POST', path: '/v1/checkout/pay' },
  { method: 'GET', path: '/v1/checkout/issuer' },
  { method: 'POST', path: '/v1/checkout/complete' },
  { method: 'GET', path: '/v1/checkout/done' },
  { method: 'GET', path: '/v1/checkout/leave.js' },
  { method: 'GET', path: '/v1/checkout/idle.js' },
] as const;

/** Answers a hosted page: shows an open payment, or completes it and redirects the browser to the merchant. */
export function answerHostedPage(world: World, call: PageCall): { wire: Wire; notices: readonly Notice[] } {
  if (call.path.endsWith('.js'))
    return { wire: script(call.path.endsWith('/leave.js') ? leavingScript : idleScript), notices: [] };
  if (call.path.endsWith('/done'))
    return { wire: page(200, messagePage('Thank you', 'You are back from the payment page.')), notices: [] };
  const fields = call.path.endsWith('/issuer')
    ? new URLSearchParams(call.search)
    : new URLSearchParams(Buffer.from(call.bytes).toString());
  const order = findOrder(world, fields);
  if (order === undefined)
    return {
      wire: page(404, messagePage('Not found', 'No open payment belongs to this page.')),
      notices: [],
    };
  if (call.path.endsWith('/complete'))
    return complete(order, fields.get('choice') ?? 'cancel', world.behaviourOf(order.operation), call);
  return { wire: page(200, paymentPage(order, `${call.prefix}/v1/checkout/complete`)), notices: [] };
}

function findOrder(world: World, fields: URLSearchParams): Order | undefined {
  const { decide } = world.behaviourOf('redirect-payment');
  const key = decide.accountKey(fields.get('merchant_id') ?? '', fields.get('account_id') ?? '');
  const { orders, latest } = accountOf(world.store, key);
  const transactionId = fields.get('transaction_id');
  if (transactionId !== null) return orders.get(transactionId);
  const order_no = fields.get('order_no') ?? fields.get('orderNo');
  return latest.findLast((order) => order.order_no === order_no && order.operation === 'redirect-payment');
}

function complete(
  order: Order,
  choice: string,
  behaviour: Behaviour,
  call: Call,
): { wire: Wire; notices: readonly Notice[] } {
  const notices: Notice[] = [];
  // A form that is sent twice completes the payment once.
  if (order.stage === 'open' && choice !== 'cancel') {
    order.stage = choice === 'pay' ? 'paid' : 'declined';
    notices.push(...noticeOf(order, behaviour));
  }
  return {
    wire: { status: 303, headers: { location: addressAfter(order, call), ...pageHeaders }, body: '' },
    notices,
  };
}

// The address of the merchant becomes a header, so it must parse as a URL.
function addressAfter({ return_url = '' }: Order, call: Call): string {
  return urlIn(return_url)?.href ?? `${call.prefix}/v1/checkout/done`;
}

const pageHeaders: Readonly<Record<string, string>> = table({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action *",
});

// The scripts of redirect pages that load a file.
const leavingScript = 'form.submit();\n';
const idleScript = 'var ready = true;\n';

function script(body: string): Wire {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body };
}

function page(status: number, body: string): Wire {
  return { status, headers: pageHeaders, body };
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:36rem;padding:0 1rem;color:#1a1a1a}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid #ddd}' +
  'button{font:inherit;padding:.4rem 1.2rem;margin-right:.5rem}code{font-size:.9em}';

/** Returns a complete HTML page without external resources. */
function htmlPage(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><style>${style}</style>`;
  return `<!DOCTYPE html>\n<html lang="en"><head>${head}</head><body>\n${body}\n</body></html>\n`;
}

function messagePage(title: string, text: string): string {
  return htmlPage(title, `<h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>`);
}

/** The page on which a shopper pays, declines or goes back. */
function paymentPage(order: Order, action: string): string {
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
