import { registerOrigin } from '../../reports/redact.ts';
import { leftOut } from '../../schemas/left-out.ts';
import type { DocumentedOperationId, JudgedExchange, Observation } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';
import { type Arrival, type Listener, openListener } from './listener.ts';
import { bodyOf } from './sendable.ts';
import type { Service } from './service.ts';
import { validBody } from './valid-body.ts';

/** How long the first notification may take, and how long a second one is waited for, in milliseconds. */
const patience = {
  loopback: { first: 3_000, second: 100 },
  network: { first: 3_000, second: 500 },
} as const;

/** What is observed of a notification (6.1, 6.3). */
export const notificationClauses = [
  '6.1/notification/sent',
  '6.3/notification/retries',
  '6.3/notification/content',
  '6.3/notification/signature',
];

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
    return notificationClauses.map((clause) => note(clause, 'nothing arrived', nothing));
  }
  const names = fieldNames(first);
  const content = `${first.contentType.split(';')[0]}: ${names.join(', ')}`;
  const signed = names.includes('encryption_data') ? 'with encryption_data' : 'without encryption_data';
  return [
    note('6.1/notification/sent', often, `the notification arrived ${often}`),
    note('6.3/notification/retries', often, `an acknowledged notification arrived ${often}`),
    note('6.3/notification/content', content, `the notification is ${content}`),
    note('6.3/notification/signature', signed, `the notification comes ${signed}`),
  ];
}

/** Waits for what arrives about a payment, and notes it. */
async function noteArrivals(
  operation: DocumentedOperationId,
  { settings, evidence }: Harness,
  listener: Listener,
  { exchange: { origin } }: JudgedExchange,
): Promise<void> {
  const isEmbedded = settings.target.environment === 'embedded';
  const { first, second } = isEmbedded ? patience.loopback : patience.network;
  await listener.arrivals(1, first);
  const arrivals = await listener.arrivals(2, second);
  evidence.note({ kind: 'observed', origin, observations: observationsOf(operation, arrivals) });
}

/** Pays with a notification address of our own and notes what arrives there (6.1, 6.3): observed, never judged. */
export async function observeNotification(
  service: Service,
  harness: Harness,
  operation: DocumentedOperationId,
): Promise<void> {
  const { notify, environment } = harness.settings.target;
  if (notify === undefined && environment !== 'embedded') {
    return service.cannot(`${leftOut.notify} (notify)`);
  }
  const { host, port, url: publicUrl } = notify ?? {};
  const word = harness.settings.runId;
  const listener = await openListener({ host, port, publicUrl, word }).catch((error: Error) =>
    service.cannot(`nothing can listen where the target file says (notify): ${error.message}`),
  );
  registerOrigin(new URL(listener.url).origin, 'listener');
  const judged = await paid(service, operation, listener.url).catch(async (error: Error) => {
    await listener.close();
    throw error;
  });
  const noted = noteArrivals(operation, harness, listener, judged).finally(listener.close);
  // At an address that all of them share, one waits for the other, so that it is told whose notification arrives.
  const isShared = notify?.port !== undefined || notify?.url !== undefined;
  if (isShared) await noted;
  else harness.goOn(noted);
}

async function paid(
  service: Service,
  operation: DocumentedOperationId,
  url: string,
): Promise<JudgedExchange> {
  const body = bodyOf(await validBody(service, operation));
  return service.send(operation, { ...body, notify_url: url });
}
