import { request as openHttp } from 'node:http';
import { request as openHttps } from 'node:https';
import type { Notice } from './notices.ts';

/** Notifications under way at one time, and waiting; more are dropped, for nobody is promised any (6.3). */
const most = { underWay: 16, waiting: 1_000 } as const;
const patienceMs = 2_000;

/** Sends result notifications, each once, without looking at the answer. */
export interface Notifier {
  send(notices: readonly Notice[]): void;
  /** Drops what waits and cuts what is under way. */
  close(): void;
}

/** Opens a notifier; unless told otherwise it calls loopback addresses only. */
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
  // Read as an address first: blanks around it and capitals in it are no part of the scheme.
  const url = new URL(notice.url);
  const call = (url.protocol === 'https:' ? openHttps : openHttp)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    timeout: patienceMs,
  });
  call.on('response', (answer) => answer.resume());
  call.on('timeout', () => call.destroy());
  // Nothing listens there: the merchant's affair.
  call.on('error', () => call.destroy());
  call.end(body);
  return call;
}

/** Tells whether an address may be called: any http or https one, or only those of this machine. */
export function mayCall(address: string, anywhere: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return (
    anywhere || hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
