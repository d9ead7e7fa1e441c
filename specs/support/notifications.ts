import { registerOrigin } from '../../reports/redact.ts';
import { judgeNotified } from '../../schemas/judge/judge-notified.ts';
import { skipReasons } from '../../schemas/skip-reasons.ts';
import type { DocumentedOperationId, Observation } from '../../schemas/types.ts';
import { isLoopback } from '../../targets/target.ts';
import type { Harness } from './harness.ts';
import { type Arrival, type Listener, openListener } from './listener.ts';
import { bodyOf } from './sendable.ts';
import type { Service } from './service.ts';
import { validBody } from './valid-body.ts';

/** How long a test waits for the first notification and for a second one, in milliseconds. */
const waitMs = { first: 3_000, second: 500 };

const observed = ['6.3/notification/retries', '6.3/notification/content', '6.3/notification/signature'];

/** The clauses of a notification that are judged (6.1) and observed (6.3). */
export const notificationClauses = ['6.1/notification/sent', ...observed];

function fieldNames({ body, contentType }: Arrival): readonly string[] {
  try {
    const value: unknown = JSON.parse(body);
    if (value !== null && typeof value === 'object') return Object.keys(value).sort();
  } catch {
    // Not JSON; a form is tried next.
  }
  return contentType.includes('form') ? [...new Set(new URLSearchParams(body).keys())].sort() : [];
}

function observationsOf(
  operation: DocumentedOperationId,
  arrivals: readonly Arrival[],
): readonly Observation[] {
  const [first] = arrivals;
  const often = arrivals.length > 1 ? 'several times' : 'once';
  const note = (clause: string, fingerprint: string, detail: string): Observation => ({
    clause,
    operation,
    fingerprint,
    detail,
  });
  if (first === undefined) {
    const nothing = 'no notification arrived while the test waited';
    return observed.map((clause) => note(clause, 'nothing arrived', nothing));
  }
  const names = fieldNames(first);
  const content = `${first.contentType.split(';')[0]}: ${names.join(', ')}`;
  const signed = names.includes('encryption_data') ? 'with encryption_data' : 'without encryption_data';
  return [
    note('6.3/notification/retries', often, `an acknowledged notification arrived ${often}`),
    note('6.3/notification/content', content, `the notification is ${content}`),
    note('6.3/notification/signature', signed, `the notification comes ${signed}`),
  ];
}

/** The listener of each worker at the address of the target file; it stays open for late notifications. */
const shared = new WeakMap<Harness, Promise<Listener>>();

function listenerOf(harness: Harness): Promise<Listener> {
  const { target, runId: word } = harness.settings;
  const { notify: { host, port, url: publicUrl } = {} } = target;
  const listener = shared.get(harness) ?? openListener({ host, port, publicUrl, word });
  if (publicUrl !== undefined) shared.set(harness, listener);
  return listener;
}

/** Sends a payment with our notification address, observes what arrives (6.3), and judges if anything does (6.1). */
export async function observeNotification(
  service: Service,
  harness: Harness,
  operation: DocumentedOperationId,
  { first, second } = waitMs,
): Promise<void> {
  const { notify, environment, baseUrl = '' } = harness.settings.target;
  if (notify === undefined && environment !== 'embedded')
    return service.cannot(`${skipReasons.notify} (notify)`);
  const listener = await listenerOf(harness).catch((error: Error) =>
    service.cannot(`nothing can listen where the target file says (notify): ${error.message}`),
  );
  let waited: Promise<unknown> = Promise.resolve();
  // Late notifications can still arrive until the tests of the worker are over.
  harness.goOn(harness.ending.then(() => waited).then(listener.close));
  registerOrigin(new URL(listener.url).origin, 'listener');
  const before = listener.arrived.length;
  const body = bodyOf(await validBody(service, operation));
  const judged = await service.send(operation, { ...body, notify_url: listener.url });
  const arriving = listener
    .arrivals(before + 1, first)
    .then(() => listener.arrivals(before + 2, second))
    .then((arrived) => arrived.slice(before));
  waited = arriving;
  const isNear = [listener.url, baseUrl].every(
    (url) => URL.canParse(url) && isLoopback(new URL(url).hostname),
  );
  const noted = async () => {
    const inTime = await arriving;
    if (inTime.length === 0) await harness.ending;
    const arrived = listener.arrived.slice(before);
    const isReachable = listener.arrived.length > 0 || (isNear && listener.isDirect);
    const { findings, exercised } = judgeNotified(judged, { arrived: arrived.length, isReachable });
    harness.evidence.note({
      kind: 'observed',
      origin: judged.exchange.origin,
      // A late notification at a shared address may be about another payment.
      observations: observationsOf(operation, notify === undefined ? arrived : inTime),
      judged: { operation, findings, exercised },
    });
  };
  harness.goOn(noted());
  // Tests with a shared address wait for each other, so that each notification belongs to a known payment.
  if (notify !== undefined) await arriving;
}
