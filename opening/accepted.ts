import { answerOf } from '../schemas/answer-of.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { bodyText, isPage, statusOf } from './answer-words.ts';

/** A search that lists nothing: it need not say that it succeeded, and only twins tell it from a refusal. */
export function listsNothing(judged: JudgedExchange): boolean {
  const { operation } = judged.exchange;
  const field = isDocumented(operation) ? operationOf(operation).lists?.field : undefined;
  if (field === undefined || statusOf(judged) !== 200) return false;
  const list = answerOf(judged)[field];
  return Array.isArray(list) && list.length === 0;
}

const nothingFound = /^$|\bok\b|success|empty|\bno\b|\bnot found|\bnone\b|nothing/i;

/** Tells whether the words of a search that lists nothing are those of an empty list; twins have to bear it out. */
export function saysNothingFound(judged: JudgedExchange): boolean {
  const { return_message } = answerOf(judged);
  return typeof return_message !== 'string' || nothingFound.test(return_message);
}

/** An answer that is no refusal of a request, so that further requests of the operation would be answered alike. */
export function isDead(judged: JudgedExchange): boolean {
  const status = statusOf(judged);
  if (status === undefined) return true;
  const { operation } = judged.exchange;
  // Record not found is a documented answer of the APM payment (7.6).
  if (status === 404) return operation !== 'apm-payment' || isPage(judged);
  if (status === 405 || status === 410 || status === 415 || status >= 500) return true;
  if (status >= 300 && status < 400) return true;
  return status >= 200 && status < 300 && bodyText(judged).trim() === '';
}
