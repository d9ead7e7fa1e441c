import { registerOrigin } from '../../reports/redact.ts';
import { leftOut } from '../../schemas/left-out.ts';
import type { DocumentedOperationId, Observation } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';
import { type Arrival, openListener } from './listener.ts';
import { bodyOf } from './sendable.ts';
import type { Service } from './service.ts';
import { validBody } from './valid-body.ts';

/** How long the first notification may take, and how long a second one is waited for, in milliseconds. */
const patience = {
  // Thousands of variants are met, and many of them notify of nothing.
  proof: { first: 300, second: 100 },
  loopback: { first: 3_000, second: 100 },
  network: { first: 3_000, second: 500 },
} as const;

const notificationClauses = [
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

/** Pays with a notification address of our own and notes what arrives there (6.1, 6.3): observed, never judged. */
export async function observeNotification(
  service: Service,
  { settings, evidence }: Harness,
  operation: DocumentedOperationId,
): Promise<void> {
  const { notify, environment } = settings.target;
  if (notify === undefined && environment !== 'embedded') {
    return service.cannot(`${leftOut.notify} (notify)`);
  }
  const listener = await openListener(notify?.host, notify?.port, notify?.url).catch((error: Error) =>
    service.cannot(`nothing can listen where the target file says (notify): ${error.message}`),
  );
  registerOrigin(new URL(listener.url).origin, 'listener');
  try {
    const body = bodyOf(await validBody(service, operation));
    const judged = await service.send(operation, { ...body, notify_url: listener.url });
    const { first, second } =
      patience[
        settings.variants !== undefined ? 'proof' : environment === 'embedded' ? 'loopback' : 'network'
      ];
    await listener.arrivals(1, first);
    const arrivals = await listener.arrivals(2, second);
    const observations = observationsOf(operation, arrivals);
    evidence.note({ kind: 'observed', origin: judged.exchange.origin, observations });
  } finally {
    await listener.close();
  }
}
