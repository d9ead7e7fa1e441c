import { defined } from '../../schemas/defined.ts';
import type {
  Answer,
  Exchange,
  JudgedExchange,
  NoAnswer,
  PageVisit,
  SentRequest,
} from '../../schemas/types.ts';
import type { EvidenceAnswer, EvidenceExchange, EvidenceRequest, Shortened } from '../evidence/lines.ts';
import { textOf, whyUnreadable } from './answer-text.ts';
import { classOf, isCredentialHeader } from './classes.ts';
import { maskFreeText, nothingLeft } from './free-text.ts';
import { maskJudgement } from './judgement.ts';
import { maskOf } from './masks.ts';
import {
  maskBody,
  maskLeaf,
  maskName,
  maskNoted,
  maskUnstructured,
  noteMasked,
  type Place,
  placeIn,
} from './message.ts';
import { createScope, indexSecrets, type Scope } from './scope.ts';
import { collectingFailures, maskedOrWithheld, reasonOf, withheldBody, withheldText } from './withheld.ts';

/** Maximum number of characters of one body in the evidence. */
export const longestBody = 256 * 1024;
// More is masked than is kept: a number cut at the end would not be recognised.
const margin = 512;

interface Bounded {
  readonly body: string;
  readonly shortened?: Shortened;
}

function maskBounded(text: string, place: Place): Bounded {
  if (text.length <= longestBody) return { body: maskBody(text, place) };
  noteMasked(place, '');
  const body = maskBody(text.slice(0, longestBody + margin), place).slice(0, longestBody);
  return { body, shortened: { length: text.length } };
}

function boundedOrWithheld(text: string, place: Place): Bounded {
  try {
    const bounded = maskBounded(text, place);
    return { ...bounded, body: nothingLeft(bounded.body, place.scope) };
  } catch (error) {
    noteMasked(place, '');
    return withheldBody(Buffer.byteLength(text), reasonOf(error, place.part));
  }
}

function maskUrl(url: string, place: Place): { url: string; path: string } {
  const masked = maskedOrWithheld(url, (text) =>
    nothingLeft(maskUnstructured(text, place, true), place.scope),
  );
  return { url: masked, path: masked.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/' };
}

interface SentBody extends Bounded {
  /** The masked value as JSON. */
  readonly valueText: string;
}

function maskBodyOf(sent: SentRequest, written: string, place: Place): SentBody {
  const valueText = maskNoted(written, place);
  const plain = written === sent.body && sent.body.length <= longestBody;
  return { ...(plain ? { body: valueText } : maskBounded(sent.body, place)), valueText };
}

function withNothingLeft(sent: SentBody, { scope }: Place): SentBody {
  const valueText = nothingLeft(sent.valueText, scope);
  // After masking as text, the value may not be valid JSON; then it is withheld.
  if (valueText !== sent.valueText) JSON.parse(valueText);
  const body = sent.body === sent.valueText ? valueText : nothingLeft(sent.body, scope);
  return { ...sent, body, valueText };
}

function maskSentBody(sent: SentRequest, place: Place): SentBody {
  try {
    const masked = maskBodyOf(sent, JSON.stringify(sent.value), place);
    indexSecrets(place.scope);
    return withNothingLeft(masked, place);
  } catch (error) {
    noteMasked(place, '');
    const withheld = withheldBody(Buffer.byteLength(sent.body), reasonOf(error, place.part));
    return { ...withheld, valueText: JSON.stringify(withheld.body) };
  }
}

/** Masks the values of headers, and header names that contain a secret. */
function maskHeaders(headers: Readonly<Record<string, string>>, place: Place): Record<string, string> {
  const { scope } = place;
  // HTTP header names are case-insensitive, so a person's name may be in lower case there.
  const persons = [...scope.secrets].filter(([secret]) => /^\p{L}{6,}$/u.test(secret));
  const withoutPersons = (name: string) =>
    persons.reduce((shown, [one, mask]) => shown.replaceAll(one.toLowerCase(), mask.toLowerCase()), name);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const shown = maskName(withoutPersons(name), place);
      const secret = isCredentialHeader(name) ? 'token' : classOf(name);
      const masked =
        secret === undefined ? nothingLeft(maskFreeText(value, scope), scope) : maskOf(secret, value);
      if (masked !== value || shown !== name) noteMasked(place, shown);
      return [shown, masked];
    }),
  );
}

function headersOrWithheld(
  headers: Readonly<Record<string, string>>,
  place: Place,
): Readonly<Record<string, string>> {
  try {
    return maskHeaders(headers, place);
  } catch (error) {
    noteMasked(place, '');
    const bytes = Buffer.byteLength(Object.entries(headers).join());
    return { withheld: withheldText(bytes, reasonOf(error, place.part)) };
  }
}

function maskSent(sent: SentRequest, scope: Scope): EvidenceRequest {
  const { body, shortened, valueText } = maskSentBody(sent, placeIn(scope, 'sent.body'));
  return {
    method: sent.method,
    ...maskUrl(sent.url, placeIn(scope, 'sent.url')),
    headers: headersOrWithheld(sent.headers, placeIn(scope, 'sent.headers')),
    body,
    value: JSON.parse(valueText),
    ...defined({ shortened }),
    encoding: sent.encoding,
    signed: sent.signed,
    intent: sent.intent,
    ...defined({ taken: sent.taken, departs: sent.departs }),
  };
}

function maskAnswerBody({ body, headers }: Answer, place: Place): Bounded & Pick<EvidenceAnswer, 'charset'> {
  const read = textOf(body);
  const unreadable = whyUnreadable(read, headers);
  if (unreadable !== undefined) {
    noteMasked(place, '');
    return withheldBody(body.byteLength, unreadable);
  }
  const { text, charset } = read;
  return { ...boundedOrWithheld(text, place), ...(charset === undefined ? {} : { charset }) };
}

function maskReceived(received: Answer | NoAnswer, scope: Scope): EvidenceAnswer | NoAnswer {
  const durationMs = Math.round(received.durationMs);
  if (received.kind === 'none') {
    const detail = maskedOrWithheld(received.detail, (text) => maskFreeText(text, scope));
    return { ...received, detail, durationMs };
  }
  return {
    kind: 'answer',
    status: received.status,
    headers: headersOrWithheld(received.headers, placeIn(scope, 'received.headers')),
    ...maskAnswerBody(received, placeIn(scope, 'received.body')),
    ...defined({ blanks: received.blanks }),
    durationMs,
  };
}

function maskPage(page: PageVisit, scope: Scope): PageVisit {
  const place = placeIn(scope, 'page.posted');
  const sweepText = (text: string) => maskedOrWithheld(text, (one) => maskFreeText(one, scope));
  const sweepAll = (texts: readonly string[]) => texts.map(sweepText);
  const { posted } = page;
  const maskField = ([name, value]: readonly [string, string]) => {
    const shown = maskedOrWithheld(name, (one) => maskName(one, place));
    if (shown !== name) noteMasked(place, shown);
    const leaf = { name, path: shown, inherited: undefined };
    return [shown, maskedOrWithheld(value, (one) => maskLeaf(one, leaf, place))] as const;
  };
  return {
    ...(posted && {
      posted: {
        method: posted.method,
        url: maskUrl(posted.url, placeIn(scope, 'page.posted.url')).url,
        fields: posted.fields.map(maskField),
        afterMs: Math.round(posted.afterMs),
        ...defined({
          shown: posted.shown?.map((name) => maskedOrWithheld(name, (one) => maskName(one, place))),
        }),
      },
    }),
    foreignRequests: sweepAll(page.foreignRequests),
    ...defined({
      scripts: page.scripts?.map((script) => ({
        ...script,
        url: maskUrl(script.url, placeIn(scope, 'page.scripts.url')).url,
      })),
    }),
    dialogs: sweepAll(page.dialogs),
    scriptErrors: sweepAll(page.scriptErrors),
    ...defined({ counts: page.counts }),
    ...(page.failure && {
      failure: { ...page.failure, detail: sweepText(page.failure.detail) },
    }),
  };
}

// The document has about thirty fields in one answer; thousands of places would be of no use.
const mostMasked = 1000;

/** The masked places for the evidence; if a part has more than a thousand, the part itself replaces them. */
export function boundMasked(places: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const partOf = (place: string) => /^\w+\.\w+/.exec(place)?.[0] ?? place;
  for (const place of places) counts.set(partOf(place), (counts.get(partOf(place)) ?? 0) + 1);
  const isMany = (place: string) => (counts.get(partOf(place)) ?? 0) > mostMasked;
  return [...new Set(places.map((place) => (isMany(place) ? partOf(place) : place)))];
}

// A member name can be a card number too.
function namesOf(names: readonly string[], scope: Scope): readonly string[] {
  const place = placeIn(scope, '');
  const all = names.join('\n');
  if (maskedOrWithheld(all, (one) => maskFreeText(one, scope, 'words')) === all) return names;
  return names.map((name) => maskedOrWithheld(name, (one) => maskName(one, place)));
}

/** Masked request and answer of an exchange, and the results of masking them. */
export interface MaskedMessages {
  readonly scope: Scope;
  readonly sent: EvidenceRequest;
  readonly received: EvidenceAnswer | NoAnswer;
  /** Steps at which masking itself failed. */
  readonly failed: readonly string[];
}

/** Masks request and answer of an exchange. What cannot be masked is replaced by its size and the reason. */
export function maskMessages({ sent, received }: Pick<Exchange, 'sent' | 'received'>): MaskedMessages {
  const scope = createScope();
  const { made, failed } = collectingFailures(() => ({
    sent: maskSent(sent, scope),
    received: maskReceived(received, scope),
  }));
  return { scope, ...made, failed };
}

/** Masks all of an exchange: request, answer, page and judgement. */
export function maskExchange(
  judged: JudgedExchange,
  messages: MaskedMessages = maskMessages(judged.exchange),
): EvidenceExchange {
  const { made, failed: later } = collectingFailures(() => maskParts(judged, messages));
  const failed = [...new Set([...messages.failed, ...later])];
  return failed.length === 0 ? made : { ...made, failed };
}

function maskParts({ exchange, judgement }: JudgedExchange, messages: MaskedMessages): EvidenceExchange {
  const { sent, received } = messages;
  // The messages may be masked again for a second record, with the visit of a browser.
  const scope = { ...messages.scope };
  const page = exchange.page && maskPage(exchange.page, scope);
  indexSecrets(scope);
  return {
    kind: 'exchange',
    id: exchange.id,
    operation: exchange.operation,
    origin: exchange.origin,
    sent,
    received,
    ...(page && { page }),
    ...defined({ accepted: exchange.accepted, statuses: exchange.statuses, times: exchange.times }),
    judgement: maskJudgement(judgement, scope),
    masked: [...namesOf(boundMasked([...scope.masked]), scope)].sort(),
  };
}
