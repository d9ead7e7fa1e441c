import type { Answer, JudgedExchange, NoAnswer, PageVisit, SentRequest } from '../../schemas/types.ts';
import type { EvidenceAnswer, EvidenceExchange, EvidenceRequest, Shortened } from '../evidence/lines.ts';
import { textOf } from './answer-text.ts';
import { maskBody } from './body-text.ts';
import { maskFreeText, sweep } from './free-text.ts';
import { maskHeaders } from './headers.ts';
import { maskJudgement } from './judgement.ts';
import { maskLeaf } from './leaves.ts';
import { tagOf } from './run-key.ts';
import { createScope, holdsTainted, mark, needsSweep, type Place, type Scope, taint } from './scope.ts';
import { maskValue } from './values.ts';

/** Most characters of one body that evidence keeps. */
export const longestBody = 256 * 1024;
// A number cut in two at the end would not be recognised, so some more is masked than is kept.
const margin = 512;

function placeIn(scope: Scope, part: string, fields?: Set<string>): Place {
  return { scope, part, sweeps: false, depth: 0, ...(fields === undefined ? {} : { fields }) };
}

function maskBounded(text: string, place: Place): { body: string; shortened?: Shortened } {
  if (text.length <= longestBody) return { body: maskBody(text, place) };
  mark(place, '');
  const body = maskBody(text.slice(0, longestBody + margin), place).slice(0, longestBody);
  return { body, shortened: { length: text.length, tag: tagOf(text) } };
}

function maskUrl(url: string, place: Place): { url: string; path: string } {
  const masked = sweep(url, place);
  return { url: masked, path: masked.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/' };
}

function maskBodyOf(sent: SentRequest, place: Place): Pick<EvidenceRequest, 'body' | 'value' | 'shortened'> {
  const plain = JSON.stringify(sent.value) === sent.body;
  const sweeps = place.sweeps || needsSweep(place.scope, sent.body);
  const value = maskValue(sent.value, { ...place, sweeps });
  const { body, shortened } =
    plain && sent.body.length <= longestBody
      ? { body: JSON.stringify(value) }
      : maskBounded(sent.body, place);
  return { body, value, ...(shortened === undefined ? {} : { shortened }) };
}

function maskSent(sent: SentRequest, scope: Scope): EvidenceRequest {
  const place = placeIn(scope, 'sent.body');
  let masked = maskBodyOf(sent, place);
  taint(scope);
  // A secret may stand a second time in a field that is none, before the field that tells.
  if (holdsTainted(scope, masked.body)) masked = maskBodyOf(sent, { ...place, sweeps: true });
  return {
    method: sent.method,
    ...maskUrl(sent.url, placeIn(scope, 'sent.url')),
    headers: maskHeaders(sent.headers, placeIn(scope, 'sent.headers')),
    ...masked,
    encoding: sent.encoding,
    signed: sent.signed,
    intent: sent.intent,
  };
}

function maskReceived(
  received: Answer | NoAnswer,
  scope: Scope,
  fields: Set<string>,
): EvidenceAnswer | NoAnswer {
  const durationMs = Math.round(received.durationMs);
  if (received.kind === 'none')
    return { ...received, detail: maskFreeText(received.detail, scope), durationMs };
  const { text, charset } = textOf(received.body);
  return {
    kind: 'answer',
    status: received.status,
    headers: maskHeaders(received.headers, placeIn(scope, 'received.headers')),
    ...maskBounded(text, placeIn(scope, 'received.body', fields)),
    ...(charset === undefined ? {} : { charset }),
    ...(received.blanks === undefined ? {} : { blanks: received.blanks }),
    durationMs,
  };
}

function maskPage(page: PageVisit, scope: Scope, fields: Set<string>): PageVisit {
  const place: Place = { ...placeIn(scope, 'page.posted', fields), sweeps: true };
  const sweep = (texts: readonly string[]) => texts.map((text) => maskFreeText(text, scope));
  const { posted } = page;
  return {
    ...(posted && {
      posted: {
        method: posted.method,
        url: maskUrl(posted.url, placeIn(scope, 'page.posted.url')).url,
        fields: posted.fields.map(([name, value]) => {
          fields.add(name);
          return [name, maskLeaf(value, { name, path: name, inherited: undefined }, place)] as const;
        }),
        afterMs: Math.round(posted.afterMs),
      },
    }),
    foreignRequests: sweep(page.foreignRequests),
    dialogs: sweep(page.dialogs),
    scriptErrors: sweep(page.scriptErrors),
    ...(page.counts && { counts: page.counts }),
    ...(page.failure && {
      failure: { ...page.failure, detail: maskFreeText(page.failure.detail, scope) },
    }),
  };
}

// A member name can be a card number as well.
function namesOf(names: ReadonlySet<string>, scope: Scope): string[] {
  return [...names].map((name) => (needsSweep(scope, name) ? maskFreeText(name, scope) : name));
}

/** Masks everything of an exchange: request, answer, page and judgement. */
export function maskExchange({ exchange, judgement }: JudgedExchange): EvidenceExchange {
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
    judgement: maskJudgement(judgement, scope),
    fields: namesOf(fields, scope),
    masked: namesOf(scope.masked, scope).sort(),
  };
}
