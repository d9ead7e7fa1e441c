import { given } from '../../schemas/given.ts';
import { plainJson } from '../../schemas/media/json-write.ts';
import type { Answer, JudgedExchange, NoAnswer, PageVisit, SentRequest } from '../../schemas/types.ts';
import type { EvidenceAnswer, EvidenceExchange, EvidenceRequest, Shortened } from '../evidence/lines.ts';
import { textOf, whyUnreadable } from './answer-text.ts';
import { maskBody, placeIn } from './body-text.ts';
import { maskFreeText, nothingLeft, sweep } from './free-text.ts';
import { maskHeaders } from './headers.ts';
import { maskJudgement } from './judgement.ts';
import { maskLeaf, maskName } from './leaves.ts';
import { boundMasked, boundNames, type ListedNames, listedNames } from './listed-names.ts';
import { tagOf } from './run-key.ts';
import {
  createScope,
  holdsSecret,
  mark,
  type Place,
  type Scope,
  sweepsOf,
  sweepsOrAll,
  taint,
} from './scope.ts';
import { maskValue } from './values.ts';
import { collectingFailures, maskedOrWithheld, reasonOf, withheldBody, withheldText } from './withheld.ts';

/** Most characters of one body that evidence keeps. */
export const longestBody = 256 * 1024;
// A number cut in two at the end would not be recognised, so some more is masked than is kept.
const margin = 512;

interface Bounded {
  readonly body: string;
  readonly shortened?: Shortened;
}

function maskBounded(text: string, place: Place): Bounded {
  if (text.length <= longestBody) return { body: nothingLeft(maskBody(text, place), place.scope) };
  mark(place, '');
  const whole = nothingLeft(maskBody(text.slice(0, longestBody + margin), place), place.scope);
  const body = whole.slice(0, longestBody);
  return { body, shortened: { length: text.length, tag: tagOf(text) } };
}

function boundedOrWithheld(text: string, place: Place): Bounded {
  try {
    return maskBounded(text, place);
  } catch (error) {
    mark(place, '');
    return withheldBody(Buffer.byteLength(text), reasonOf(error, place.part));
  }
}

function maskUrl(url: string, place: Place): { url: string; path: string } {
  const masked = maskedOrWithheld(url, (text) => nothingLeft(sweep(text, place), place.scope));
  return { url: masked, path: masked.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/' };
}

interface SentBody extends Bounded {
  /** The masked value as JSON. */
  readonly valueText: string;
}

function maskBodyOf(sent: SentRequest, written: string, place: Place): SentBody {
  const sweeps = place.sweeps || sweepsOf(place.scope, sent.body);
  const sweeping = { ...place, sweeps };
  const valueText = JSON.stringify(maskValue(sent.value, sweeping));
  const plain = written === sent.body && sent.body.length <= longestBody;
  return { ...(plain ? { body: valueText } : maskBounded(sent.body, place)), valueText };
}

function withNothingLeft(sent: SentBody, { scope }: Place): SentBody {
  const valueText = nothingLeft(sent.valueText, scope);
  // What was masked as a text need not be JSON any more: then it is withheld.
  if (valueText !== sent.valueText) JSON.parse(valueText);
  const body = sent.body === sent.valueText ? valueText : nothingLeft(sent.body, scope);
  return { ...sent, body, valueText };
}

function maskSentBody(sent: SentRequest, place: Place): SentBody {
  try {
    const written = plainJson(sent.value);
    const masked = maskBodyOf(sent, written, place);
    taint(place.scope);
    // A secret may stand a second time in a field that is none, before the field that tells.
    if (!holdsSecret(place.scope, masked.body)) return withNothingLeft(masked, place);
    return withNothingLeft(maskBodyOf(sent, written, { ...place, sweeps: true }), place);
  } catch (error) {
    mark(place, '');
    const withheld = withheldBody(Buffer.byteLength(sent.body), reasonOf(error, place.part));
    return { ...withheld, valueText: JSON.stringify(withheld.body) };
  }
}

function headersOrWithheld(
  headers: Readonly<Record<string, string>>,
  place: Place,
): Readonly<Record<string, string>> {
  try {
    return maskHeaders(headers, place);
  } catch (error) {
    mark(place, '');
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
    ...given({ shortened }),
    encoding: sent.encoding,
    signed: sent.signed,
    intent: sent.intent,
    ...given({ taken: sent.taken, departs: sent.departs }),
  };
}

function maskAnswerBody({ body, headers }: Answer, place: Place): Bounded & Pick<EvidenceAnswer, 'charset'> {
  const read = textOf(body);
  const unreadable = whyUnreadable(read, headers);
  if (unreadable !== undefined) {
    mark(place, '');
    return withheldBody(body.byteLength, unreadable);
  }
  const { text, charset } = read;
  return { ...boundedOrWithheld(text, place), ...(charset === undefined ? {} : { charset }) };
}

function maskReceived(
  received: Answer | NoAnswer,
  scope: Scope,
  fields: Set<string>,
): EvidenceAnswer | NoAnswer {
  const durationMs = Math.round(received.durationMs);
  if (received.kind === 'none') {
    const detail = maskedOrWithheld(received.detail, (text) => maskFreeText(text, scope));
    return { ...received, detail, durationMs };
  }
  return {
    kind: 'answer',
    status: received.status,
    headers: headersOrWithheld(received.headers, placeIn(scope, 'received.headers')),
    ...maskAnswerBody(received, { ...placeIn(scope, 'received.body'), fields }),
    ...given({ blanks: received.blanks }),
    durationMs,
  };
}

function maskPage(page: PageVisit, scope: Scope, fields: Set<string>): PageVisit {
  const place: Place = { ...placeIn(scope, 'page.posted', true), fields };
  const sweepText = (text: string) => maskedOrWithheld(text, (one) => maskFreeText(one, scope));
  const sweepAll = (texts: readonly string[]) => texts.map(sweepText);
  const { posted } = page;
  const maskField = ([name, value]: readonly [string, string]) => {
    const shown = maskedOrWithheld(name, (one) => maskName(one, place));
    if (shown !== name) mark(place, shown);
    fields.add(shown);
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
        ...given({
          shown: posted.shown?.map((name) => maskedOrWithheld(name, (one) => maskName(one, place))),
        }),
      },
    }),
    foreignRequests: sweepAll(page.foreignRequests),
    ...given({
      scripts: page.scripts?.map((script) => ({
        ...script,
        url: maskUrl(script.url, placeIn(scope, 'page.scripts.url')).url,
      })),
    }),
    dialogs: sweepAll(page.dialogs),
    scriptErrors: sweepAll(page.scriptErrors),
    ...given({ counts: page.counts }),
    ...(page.failure && {
      failure: { ...page.failure, detail: sweepText(page.failure.detail) },
    }),
  };
}

// A member name can be a card number as well.
function namesOf({ names, joined, plain }: ListedNames, scope: Scope): readonly string[] {
  const sweeps = sweepsOrAll(scope, joined);
  if (sweeps === false && plain) return names;
  const place = placeIn(scope, '', sweeps);
  return names.map((name) => maskedOrWithheld(name, (one) => maskName(one, place)));
}

function fieldsOf(fields: ReadonlySet<string>, scope: Scope): readonly string[] {
  return namesOf(listedNames([...fields], boundNames), scope);
}

const boundInOrder = (places: readonly string[]) => boundMasked(places).sort();

function placesOf(scope: Scope): readonly string[] {
  const listed = listedNames([...scope.masked], boundInOrder);
  const places = namesOf(listed, scope);
  return places === listed.names ? places : [...places].sort();
}

/** Masks everything of an exchange: request, answer, page and judgement. What cannot be masked is withheld, never lost. */
export function maskExchange(judged: JudgedExchange): EvidenceExchange {
  const { made, failed } = collectingFailures(() => maskParts(judged));
  return failed.length === 0 ? made : { ...made, failed };
}

function maskParts({ exchange, judgement }: JudgedExchange): EvidenceExchange {
  const scope = createScope();
  const fields = new Set<string>();
  const sent = maskSent(exchange.sent, scope);
  const received = maskReceived(exchange.received, scope, fields);
  const page = exchange.page && maskPage(exchange.page, scope, fields);
  taint(scope);
  return {
    kind: 'exchange',
    id: exchange.id,
    operation: exchange.operation,
    origin: exchange.origin,
    sent,
    received,
    ...(page && { page }),
    ...given({ times: exchange.times }),
    judgement: maskJudgement(judgement, scope),
    fields: fieldsOf(fields, scope),
    masked: placesOf(scope),
  };
}
