import { registerOrigin } from '../../reports/redact.ts';
import { answerOf, scalarText } from '../../schemas/history/outcome.ts';
import { leavesOf } from '../../schemas/json.ts';
import { judgeNotified } from '../../schemas/judge/judge-notified.ts';
import { urlIn } from '../../schemas/media/url-in.ts';
import { skipReasons } from '../../schemas/skip-reasons.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange, Observation } from '../../schemas/types.ts';
import { isLoopback } from '../../targets/target.ts';
import { addressOf, creditedTo, isUsed } from './credited.ts';
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
    const nothing = 'no notification of this payment arrived while the test waited';
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

/** What the payments of a worker share: where their notifications arrive, and the words of all of them. */
interface Mailbox {
  readonly listener: Listener;
  readonly words: Set<string>;
  /** What is still waited for. */
  readonly waits: Promise<unknown>[];
}

const mailboxes = new WeakMap<Harness, Promise<Mailbox>>();

async function openMailbox(harness: Harness): Promise<Mailbox> {
  const { target, runId: word } = harness.settings;
  const { notify: { host, port, url: publicUrl } = {} } = target;
  const listener = await openListener({ host, port, publicUrl, word });
  const waits: Promise<unknown>[] = [];
  // Late notifications can still arrive until the tests of the worker are over.
  harness.goOn(harness.ending.then(() => Promise.all(waits)).then(listener.close));
  registerOrigin(new URL(listener.url).origin, 'listener');
  return { listener, words: new Set(), waits };
}

function mailboxOf(harness: Harness): Promise<Mailbox> {
  const mailbox = mailboxes.get(harness) ?? openMailbox(harness);
  mailboxes.set(harness, mailbox);
  return mailbox;
}

/** The number of a payment, which no other one has: its order number, or the id of a payout request. */
const numberOf = (body: JsonObject) => scalarText(body.order_no) ?? scalarText(body.request_id) ?? '';

/** What tells a payment from every other one: its own numbers, unless something else of the request has the same. */
function namesOf(body: JsonObject, judged: JudgedExchange): readonly string[] {
  const { order_no: _, request_id: __, ...others } = body;
  const shared = new Set(leavesOf(others).map(([, leaf]) => String(leaf)));
  const own = [numberOf(body), scalarText(answerOf(judged).transaction_id) ?? ''];
  return own.filter((name) => name !== '' && !shared.has(name));
}

/** Sends a payment with its own notification address, observes what arrives (6.3), and judges if anything does (6.1). */
export async function observeNotification(
  service: Service,
  harness: Harness,
  operation: DocumentedOperationId,
  { first, second } = waitMs,
): Promise<void> {
  const { notify, environment, baseUrl = '' } = harness.settings.target;
  if (notify === undefined && environment !== 'embedded')
    return service.cannot(`${skipReasons.notify} (notify)`);
  const { listener, words, waits } = await mailboxOf(harness).catch((error: Error) =>
    service.cannot(`nothing can listen where the target file says (notify): ${error.message}`),
  );
  const body = bodyOf(await validBody(service, operation));
  const word = numberOf(body);
  const address = addressOf(listener.url, word);
  words.add(word);
  const judged = await service.send(operation, { ...body, notify_url: address });
  const payment = { address, word, names: namesOf(body, judged) };
  const credited = () => creditedTo(payment, listener, words);
  const arriving = listener
    .until(() => credited().own.length > 0, first)
    .then(() => listener.until(() => credited().own.length > 1, second));
  waits.push(arriving);
  const isNear = [listener.url, baseUrl].every((url) => isLoopback(urlIn(url)?.hostname ?? ''));
  const noted = async () => {
    // A late one, or one that is sent again, counts until the tests are over.
    await Promise.all([arriving, harness.ending]);
    const { own, elsewhere, unknown } = credited();
    const isReachable = (isNear && listener.isDirect) || isUsed(listener, words);
    const { findings, exercised } = judgeNotified(judged, {
      arrived: own.length,
      elsewhere,
      unknown,
      isReachable,
    });
    harness.evidence.note({
      kind: 'observed',
      origin: judged.exchange.origin,
      observations: observationsOf(operation, own),
      judged: { operation, findings, exercised },
    });
  };
  harness.goOn(noted());
}
