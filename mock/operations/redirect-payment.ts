import type { JsonObject } from '../../schemas/types.ts';
import { redirectPage } from '../pages/redirect-page.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { Desk } from './desk.ts';
import { bookOrder, digestOfPayment, missingForPayment, orderOf } from './payment.ts';

/** Opens a hosted payment (4.3): answers with the page that posts itself to the checkout path (2.8). */
export function redirectPayment(request: JsonObject, desk: Desk): Reply | Refusal {
  const missing = missingForPayment(request);
  if (missing !== undefined) return refusal('incomplete', missing, request);
  const order = orderOf(
    'redirect-payment',
    request,
    digestOfPayment(desk, request),
    'open',
    desk.manner.decide,
  );
  bookOrder(desk, request, order);
  return {
    form: 'page',
    status: 200,
    accepted: true,
    page: redirectPage(request, order, desk.base, desk.prefix),
  };
}
