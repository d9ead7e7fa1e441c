import { table } from '../../schemas/table.ts';
import type { Manner } from '../manner.ts';
import { type Notice, noticeOf } from '../notify.ts';
import type { Wire } from '../reply.ts';
import { accountOf, type Order } from '../state/store.ts';
import type { Call, World } from '../world.ts';
import { messagePage, paymentPage } from './pages.ts';

/** A call of a hosted page; `search` is its query part with the question mark. */
export interface PageCall extends Call {
  readonly search: string;
}

/** The pages that the shopper's browser sees; the document names only the checkout path that they lie under (2.8). */
export const hostedPaths = [
  { method: 'POST', path: '/v1/checkout/pay' },
  { method: 'GET', path: '/v1/checkout/issuer' },
  { method: 'POST', path: '/v1/checkout/complete' },
  { method: 'GET', path: '/v1/checkout/done' },
  { method: 'GET', path: '/v1/checkout/leave.js' },
  { method: 'GET', path: '/v1/checkout/idle.js' },
] as const;

/** Answers a hosted page: shows an open payment, or completes it and sends the browser back to the merchant. */
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
    return complete(order, fields.get('choice') ?? 'cancel', world.mannerOf(order.operation), call);
  return { wire: page(200, paymentPage(order, `${call.prefix}/v1/checkout/complete`)), notices: [] };
}

function findOrder(world: World, fields: URLSearchParams): Order | undefined {
  const { decide } = world.mannerOf('redirect-payment');
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
  manner: Manner,
  call: Call,
): { wire: Wire; notices: readonly Notice[] } {
  const notices: Notice[] = [];
  // A page that is sent twice completes the payment once.
  if (order.stage === 'open' && choice !== 'cancel') {
    order.stage = choice === 'pay' ? 'paid' : 'declined';
    notices.push(...noticeOf(order, manner));
  }
  return {
    wire: { status: 303, headers: { location: addressAfter(order, call), ...pageHeaders }, body: '' },
    notices,
  };
}

// A merchant's address goes into a header, so only what parses as an address does.
function addressAfter({ return_url = '' }: Order, call: Call): string {
  return URL.canParse(return_url) ? new URL(return_url).href : `${call.prefix}/v1/checkout/done`;
}

const pageHeaders: Readonly<Record<string, string>> = table({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action *",
});

// What a redirect page does in a file instead of in itself.
const leavingScript = 'form.submit();\n';
const idleScript = 'var ready = true;\n';

function script(body: string): Wire {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body };
}

function page(status: number, body: string): Wire {
  return { status, headers: pageHeaders, body };
}
