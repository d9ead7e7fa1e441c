import { request as openHttp } from 'node:http';
import { request as openHttps } from 'node:https';
import { urlIn } from '../schemas/media/url-in.ts';
import type { JsonObject } from '../schemas/types.ts';
import type { Behaviour } from './behaviour.ts';
import { textOf } from './reply.ts';
import type { Order } from './state/store.ts';

/** Notifications in progress and in the queue; further ones are dropped, as 6.3 promises no delivery. */
const most = { underWay: 16, waiting: 1_000 } as const;
const patienceMs = 2_000;

/** Sends result notifications once each and ignores the answers. */
export interface Notifier {
  send(notices: readonly Notice[]): void;
  /** Clears the queue and aborts the calls in progress. */
  close(): void;
}

/** Opens a notifier; it calls only loopback addresses unless `anywhere` is true. */
export function openNotifier(anywhere: boolean): Notifier {
  const waiting: Notice[] = [];
  const running = new Set<{ destroy(): void }>();

  const next = () => {
    if (running.size >= most.underWay) return;
    const notice = waiting.shift();
    if (notice === undefined) return;
    const call = start(notice);
    running.add(call);
    call.once('close', () => {
      running.delete(call);
      next();
    });
  };

  return {
    send(notices) {
      for (const notice of notices) {
        if (waiting.length >= most.waiting || !mayCall(notice.url, anywhere)) continue;
        waiting.push(notice);
        next();
      }
    },
    close() {
      waiting.length = 0;
      for (const call of running) call.destroy();
    },
  };
}

function start(notice: Notice) {
  const body = JSON.stringify(notice.body);
  // Parsed first, because the text may have blanks around it or capitals in the scheme.
  const url = new URL(notice.url);
  const call = (url.protocol === 'https:' ? openHttps : openHttp)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    timeout: patienceMs,
  });
  call.on('response', (answer) => answer.resume());
  call.on('timeout', () => call.destroy());
  // An unreachable receiver is not an error of the endpoint.
  call.on('error', () => call.destroy());
  call.end(body);
  return call;
}

/** Returns whether an address may be called: any http or https address, or only loopback ones. */
export function mayCall(address: string, anywhere: boolean): boolean {
  const { protocol, hostname = '' } = urlIn(address) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return (
    anywhere || hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** A result notification to send (6.1). */
export interface Notice {
  readonly url: string;
  readonly body: JsonObject;
}

// 6.3 shows neither content nor signature; the notification says so to its reader.
const disclaimer = { remark: 'Content chosen by the embedded endpoint: the document does not show any.' };

function repeated(notice: Notice | undefined, behaviour: Behaviour): Notice[] {
  return notice === undefined ? [] : Array.from({ length: behaviour.decide.notices }, () => notice);
}

/** The notifications for a payment; none without `notify_url`. */
export function noticeOf(order: Order, behaviour: Behaviour): Notice[] {
  const {
    notify_url: url,
    merchant_id,
    account_id,
    order_no,
    transaction_id,
    amount,
    currency,
    stage,
  } = order;
  if (url === undefined) return [];
  const body = {
    merchant_id,
    account_id,
    order_no,
    transaction_id,
    amount,
    currency,
    result: stage,
    ...disclaimer,
  };
  return repeated({ url, body }, behaviour);
}

/** The notifications for a payout; none without `notify_url`. */
export function noticeOfPayout(request: JsonObject, result: JsonObject, behaviour: Behaviour): Notice[] {
  const url = textOf(request, 'notify_url');
  if (url === '') return [];
  const { merchant_id = '', account_id = '', request_id = '', transaction_id = '', status = '' } = result;
  return repeated(
    { url, body: { merchant_id, account_id, request_id, transaction_id, result: status, ...disclaimer } },
    behaviour,
  );
}
