import { defined } from '../../schemas/defined.ts';
import { entriesIn, isBlank, scalarText } from '../../schemas/history/outcome.ts';
import { objectOf } from '../../schemas/json.ts';
import { urlIn } from '../../schemas/media/url-in.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange, SentRequest } from '../../schemas/types.ts';
import { expiredWords, isExpired, oddCurrency } from '../../targets/file/odd-currencies.ts';
import type { Target } from '../../targets/target.ts';
import {
  answeredWords,
  bodyText,
  isPage,
  isSameAnswer,
  participles,
  reasonWords,
  saysUnknown,
  statusOf,
} from '../answer-words.ts';
import type { Case, Finding, Found } from '../case.ts';
import { readsAsResult, type StatusShown, statusShown } from './answers.ts';

/** The service refuses a request about its own accepted payment in the same way as one about an unknown order. */
export async function order({ operation, main, accepted, twin }: Case): Promise<Found> {
  const { family } = operationOf(operation);
  const isOfSubscription = family === 'subscription';
  if ((family !== 'batch' && !isOfSubscription) || !accepted.has('direct-payment')) return undefined;
  if (!saysUnknown(reasonWords(main))) return undefined;
  if (!isSameAnswer(main, await twin('order'))) return undefined;
  const what = isOfSubscription ? 'the subscription' : 'the payment';
  return {
    says: `${operation} does not know ${what} that direct-payment has just accepted`,
    comparedWith: 'the same request for an unknown one: answered in the same words',
    advice:
      'Several machines behind one address that do not share what they hold answer so, and a service whose payments become known later: ask the operator which it is.',
  };
}

const hints =
  /content-?type|media type|unsupported|parse|syntax|malformed|json|xml|urlencoded|unexpected token/i;

/** True if an answer may be about the format of the body. */
export function hintsAtBody({ main }: Case): boolean {
  const status = statusOf(main) ?? 0;
  return status === 415 || status === 406 || (status >= 400 && hints.test(bodyText(main)));
}

const types = /\b(?:application|text)\/(?:json|xml|x-www-form-urlencoded)|content-?type|media type/i;

/** True if an answer names the type of the body, so that the caller was not checked. */
export function speaksOfType({ main }: Case): boolean {
  const status = statusOf(main) ?? 0;
  return status === 415 || (status >= 400 && types.test(bodyText(main)));
}

/** The encoding of a request as in a target file; XML has a root element (4.3, 4.8). */
function layoutOf({ encoding, body }: SentRequest): string {
  const [, root] = /<([A-Za-z_][\w.-]*)/.exec(body) ?? [];
  const named = encoding === 'xml' && root !== undefined ? `, "xmlRoot": "${root}"` : '';
  return `{ "encoding": "${encoding}"${named} }`;
}

/** The service expects another body type than the one sent. */
export async function encodings(one: Case): Promise<Found> {
  if (one.main.exchange.received.kind === 'none') return undefined;
  if (one.accepted.size === 0 && !hintsAtBody(one)) return undefined;
  const twin = await one.twin('encoding');
  if (twin === undefined) return undefined;
  const { sent } = twin.exchange;
  const other = `${sent.encoding} as ${sent.headers['content-type']}`;
  const key = `encodings.${one.operation}`;
  if (twin.judgement.outcome === 'accepted')
    return {
      key,
      says: `${one.operation} is accepted as ${other}`,
      comparedWith: `the same request as ${other}: accepted`,
      advice: `Write "${one.operation}": ${layoutOf(sent)} under "encodings".`,
    };
  if (statusOf(one.main) !== 415 && (isSameAnswer(one.main, twin) || !hintsAtBody(one))) return undefined;
  return {
    key,
    says: `the service does not take ${one.operation} as ${one.main.exchange.sent.encoding}`,
    comparedWith: `the same request as ${other}: ${answeredWords(twin)}`,
    advice: `Ask the operator which body type ${one.operation} takes, and name it under "encodings".`,
  };
}

const ofCurrency = /currenc/i;
const bounds =
  /amount.*(?:bound|range|limit|minimum|maximum|small|large|low|high|least|most|below|above|exceed)|(?:minimum|maximum|smallest|largest).*amount/i;

/** The account does not accept the currency, or the amount in the currency. */
export async function currencies(one: Case): Promise<Found> {
  const value = one.main.exchange.sent.value as JsonObject;
  const currency = value.currency ?? value.payment_currency;
  const said = reasonWords(one.main).slice(0, 500);
  if (typeof currency !== 'string') return undefined;
  if (!ofCurrency.test(said) && bounds.test(said)) {
    const { amountPerRequest } = one.target.limits;
    const most = Number.isFinite(amountPerRequest)
      ? `; limits.amountPerRequest (${amountPerRequest}) is the most that is ever asked for`
      : '';
    return {
      key: 'currencies',
      says: `the account does not take ${value.amount ?? value.payment_amount} ${currency}`,
      advice: `Name under "currencies" the smallest and largest amount of each, for example [{ "currency": "${currency}", "smallest": "1.00" }]${most}.`,
    };
  }
  if (!ofCurrency.test(said)) return undefined;
  const twin = one.operation === 'direct-payment' ? await one.twin('currency') : undefined;
  const other = (twin?.exchange.sent.value as { currency?: string } | undefined)?.currency;
  const taken = twin?.judgement.outcome === 'accepted';
  const odd = oddCurrency(currency);
  return {
    key: 'currencies',
    says: `the account does not take ${currency}${taken ? `; it takes ${other}` : ''}${odd === undefined ? '' : `; ${odd}`}`,
    ...(twin === undefined
      ? {}
      : {
          comparedWith: `the same payment in ${other}: ${taken ? 'accepted' : 'not accepted either'}`,
        }),
    advice: `Name under "currencies" those of the account${taken ? `, for example ["${other}"]` : ''}.`,
  };
}

/** True for a card payment that did not fail with a 5xx status or without an answer. */
function isPayment({ operation, main }: Case): boolean {
  return operation === 'direct-payment' && (statusOf(main) ?? 500) < 500;
}

const ofCard = /\bcard|\bpan\b|issuer|declin|do not honou?r|expir|cvv|security_code/i;

/** The card has expired, and the refusal differs from that of a wrong signature. */
export async function expiredCard(one: Case): Promise<Found> {
  if (!isPayment(one)) return undefined;
  const { card } = one.main.exchange.sent.value as JsonObject;
  const at = one.target.cards.findIndex((known) => known.card === card && isExpired(known, new Date()));
  const [used] = one.target.cards.slice(at, at + 1);
  if (at < 0 || used === undefined || isSameAnswer(one.main, await one.twin('signature'))) return undefined;
  return {
    key: `cards[${at}]`,
    says: `the card is not taken: ${expiredWords([used], new Date())}`,
    advice: 'List only valid test cards under "cards"; check the clock of this machine.',
  };
}

/** The service does not accept the card. */
export async function cards(one: Case): Promise<Found> {
  if (!isPayment(one)) return undefined;
  const outcomes = one.target.cards.map(({ outcome = 'approve' }) => outcome);
  // Then any words of a refusal may be those of the card, such as "insufficient funds".
  if (outcomes.length > 0 && !outcomes.includes('approve'))
    return {
      key: 'cards',
      says: 'the card is not accepted: no card in the target file has the outcome "approve"',
      advice:
        'Add to "cards" a test card whose payments the service approves; what needs a payment is not tested without one.',
    };
  if (!ofCard.test(reasonWords(one.main))) return undefined;
  const twin = await one.twin('card');
  const taken = twin?.judgement.outcome === 'accepted';
  const comparedWith =
    twin === undefined
      ? undefined
      : `the same payment with another card is ${taken ? 'accepted' : 'not accepted either'}`;
  const expired = expiredWords(one.target.cards, new Date());
  const says = taken ? 'one card is taken, another is not' : 'the card is not taken';
  return {
    key: 'cards',
    says: expired === undefined ? says : `${says}: ${expired}`,
    ...defined({ comparedWith }),
    advice: 'List under "cards" only test cards that the operator of the service gave you.',
  };
}

function notifyCause({ main, target }: Case, comparedWith?: string): Finding {
  const { notify_url } = objectOf(main.exchange.sent.value);
  const made = target.notify === undefined ? ', which the suite made up' : '';
  return {
    key: 'notify.url',
    says: `the service does not take the notification address ${scalarText(notify_url)}${made}`,
    ...defined({ comparedWith }),
    advice:
      'Name under "notify" an address that the service can reach ("url"), with "host" and "port" if it leads to this machine: then a run also shows whether notifications arrive.',
  };
}

const ofNotice = /notif|call[ _-]?back|web[ _-]?hook/i;

/** The refusal of a payment or payout speaks of its notification address, or quotes it. */
export function notifyUrl(one: Case): Found {
  const { notify_url } = objectOf(one.main.exchange.sent.value);
  const address = typeof notify_url === 'string' ? urlIn(notify_url) : undefined;
  if (address === undefined) return undefined;
  const said = reasonWords(one.main).slice(0, 500);
  const isTold = ofNotice.test(said) || said.includes(address.hostname);
  return isTold ? notifyCause(one) : undefined;
}

/** A payment or payout is accepted with another notification address, and nothing else changed. */
export async function otherNotifyUrl(one: Case): Promise<Found> {
  // An address of the target file was chosen by someone who knows the service.
  if (one.target.notify !== undefined || (statusOf(one.main) ?? 500) >= 500) return undefined;
  const twin = await one.twin('notify');
  if (twin === undefined || twin.judgement.outcome !== 'accepted') return undefined;
  return notifyCause(one, 'the same request with an address of the service itself: accepted');
}

function methodOf({ exchange: { sent } }: JudgedExchange): string {
  const { payment_method } = sent.value as JsonObject;
  return typeof payment_method === 'string' ? payment_method : 'no method';
}

/** How to say that payments settle first: for how long, or for longer than was waited. */
function adviceOnTime(done: string, settle: Target['settle']): string {
  const states =
    'and under "statuses.direct-payment.payment_status" in which states it is pending until then';
  return settle === undefined
    ? `If a payment has to settle before it is ${done}, say under "settle" how long that takes, ${states}.`
    : `If a payment takes longer than settle.longestMs (${settle.longestMs} ms) to settle before it is ${done}, say how long, ${states}.`;
}

function adviceOn(
  operation: DocumentedOperationId,
  key: string,
  { settle }: Target,
  status: StatusShown | undefined,
): string {
  const done = participles[operation];
  return [
    operation === 'capture'
      ? `If payments are captured by themselves, set "capture" to "automatic" and ${key} to false; otherwise ask the operator.`
      : `The words of the answer are all there is: ask the operator, or set ${key} to false if the account may not call it.`,
    ...(status === undefined
      ? []
      : [`If ${status.found} means that it is done, now or later, say so under "${status.key}".`]),
    ...(done === undefined ? [] : [adviceOnTime(done, settle)]),
  ].join(' ');
}

// What a service may still wait for; such words only choose which key is named.
const ofTime = /settl|captur|clear|\byet\b|\bwait|later|tomorrow|too (?:early|soon)/i;

/** The cause why an order was refused in a call that was taken: by its own text (7.2), or its status. */
export function refusedOrder(
  operation: DocumentedOperationId,
  main: JudgedExchange,
  target: Target,
): Finding {
  const [entry = {}] = entriesIn(main);
  const said = [entry.error_message, entry.refund_message].flatMap((text) => (isBlank(text) ? [] : [text]));
  const shown = statusShown({ operation, main });
  const why = said.length === 0 ? shown?.found : `"${said.map(scalarText).join(', ')}"`;
  const own = `capabilities.${operation}`;
  const waits = target.settle === undefined && ofTime.test(why ?? '');
  return {
    key: waits ? 'settle.longestMs' : own,
    says: `called, and its order refused${why === undefined ? '' : `: ${why}`}`,
    advice: adviceOn(operation, own, target, shown),
  };
}

// Mentions of the order number, in words or as the name of a field.
const orderNumber = /(?<![a-z])order[ _-]?(?:no|num|number|id)(?![a-z])(?! longer)/i;

/** The cause if no other one explains the refusal. */
export function refused({ operation, main, accepted, others, target }: Case): Found {
  const status = statusOf(main) ?? 0;
  const key = `capabilities.${operation}`;
  // "Record not found" is a documented answer (7.6) at a path shared with card payments.
  if (status === 404 && operation === 'apm-payment' && accepted.has('direct-payment') && !isPage(main))
    return {
      key: 'apmMethods',
      says: `the service finds no record for an apm-payment by ${methodOf(main)} (404)`,
      advice:
        'Name under "apmMethods" the payment methods of the account, each with the fields that it needs; if it has none, set capabilities.apm-payment to false.',
    };
  if (status === 404 || status === 405 || status === 410 || status === 501)
    return {
      key,
      says: `${operation} is not there (${status}), while other operations are answered`,
      advice: `If the service does not offer it, set ${key} to false; otherwise its path is not the documented one.`,
    };
  if (status >= 500)
    return {
      says: `the service fails on a complete ${operation} (${status})`,
      advice: 'Check the log of the service at the time of this exchange.',
    };
  const wrong = main.judgement.findings.find(({ verdict }) => verdict === 'fail');
  // A judged page belongs to a payment, however incomplete it is (2.8).
  if (wrong !== undefined && (main.judgement.outcome !== 'refused' || isPage(main)))
    return {
      says: `the answer to a complete ${operation} is not in the documented form (${wrong.clause}: ${wrong.message})`,
      advice: 'The findings list what is wrong with the answer: correct the service, then run again.',
    };
  const shown = statusShown({ operation, main });
  if (shown?.isOpen)
    return {
      key: shown.key,
      says: `the answer to a complete ${operation} shows neither success nor a refusal: ${shown.found}`,
      advice: `Say under "${shown.key}" what it means: { "pending": ["${shown.value}"] } if it is done later, "done" or "refused" instead if it is not.`,
    };
  if (readsAsResult(main))
    return {
      says: `the answer to a complete ${operation} shows neither success nor a refusal`,
      advice: 'Ask the operator which values of the answer mean that it was done.',
    };
  if (operation.endsWith('-payment') && orderNumber.test(reasonWords(main).slice(0, 500)))
    return {
      key: 'orderNumbers',
      says: `the service does not take the order number of a complete ${operation}`,
      advice:
        'Say under "orderNumbers" how those of the account are written: the most characters ("longest"), which they may be ("alphabet") and what each begins with ("prefix").',
    };
  const beside = accepted.size > 0 ? ', while other operations are accepted' : '';
  const unlike = others.filter(({ judged }) => !isSameAnswer(judged, main));
  const compared = unlike.map(({ how, judged }) => `${how}: ${answeredWords(judged)}`).join('; ');
  return {
    key,
    says: `a complete ${operation} is refused${beside}`,
    ...(compared === '' ? {} : { comparedWith: compared }),
    advice: adviceOn(operation, key, target, shown),
  };
}
