import type { JsonObject } from '../../schemas/types.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { Desk } from './desk.ts';
import { echoSignature, party } from './echo.ts';
import { bookOrder, digestOfPayment, missingForPayment, orderOf, unwritable } from './payment.ts';
import { textOf } from './request-member.ts';

/** Opens an alternative payment (4.2): answers with the address of an issuer's page that this endpoint serves itself. */
export function apmPayment(request: JsonObject, desk: Desk): Reply | Refusal {
  const missing = missingForPayment(request) ?? missingMethod(request) ?? unwritable(request);
  if (missing !== undefined) return refusal('incomplete', missing, request);
  const digest = digestOfPayment(desk, request);
  const order = orderOf('apm-payment', request, digest, 'open', desk.manner.decide);
  bookOrder(desk, request, order);
  const issuer_url = `${desk.base}/v1/checkout/issuer?merchant_id=${encodeURIComponent(order.merchant_id)}&account_id=${encodeURIComponent(order.account_id)}&transaction_id=${order.transaction_id}`;
  return {
    form: 'xml',
    root: 'respon',
    status: 200,
    accepted: true,
    value: {
      ...party(request),
      order_no: order.order_no,
      amount: order.amount,
      currency: order.currency,
      issuer_url,
      encryption_data: echoSignature(request),
    },
  };
}

function missingMethod(request: JsonObject): string | undefined {
  return textOf(request, 'payment_method') === ''
    ? 'payment_method is missing, and so are card data'
    : undefined;
}
