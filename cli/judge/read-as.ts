import { clausesOf } from '../../schemas/clauses.ts';
import { isDocumented, type Operation, operationOf } from '../../schemas/operations.ts';
import { formOf } from '../../schemas/rules/form-of.ts';
import type { Answer, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import type { FileNote, Reading, WatchedService } from './watched.ts';

/** Adds how each answer was read: as a refusal, without a browser, or without knowing whether its request was signed. */
export function withReadAs(reading: Reading, { isSigned, signer }: WatchedService = {}): Reading {
  const readAs = reading.cases.flatMap(({ judged, from = judged.exchange.id }): readonly FileNote[] =>
    [
      refusalOf(judged),
      browserOf(judged),
      signatureOf(judged, isSigned === true, signer !== undefined),
    ].flatMap((what) => (what === undefined ? [] : [{ from, what }])),
  );
  return { ...reading, readAs };
}

function refusalOf({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, received } = exchange;
  const { outcome, request, answer } = judgement;
  if (outcome !== 'refused' || request === 'broken' || received.kind === 'none' || !isDocumented(operation))
    return undefined;
  const why = whyRefused(operationOf(operation), received, answer);
  return `taken for a refusal, because ${why}, and judged as one; --accepted judges it as a success`;
}

function whyRefused(operation: Operation, { status, body }: Answer, answer: JsonValue | undefined): string {
  if (status < 200 || status > 299) return `its status is ${status}`;
  const form = formOf(body);
  if (form === 'empty') return 'its body is empty';
  if (answer === undefined)
    return `its body is ${form === 'html' ? 'a page' : form}, not ${operation.answers}`;
  return 'it does not show the success that the document describes';
}

/** What only a browser shows of a saved page (2.8), counted. */
function browserOf({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, page } = exchange;
  if (judgement.outcome !== 'accepted' || page !== undefined || !isDocumented(operation)) return undefined;
  const judged = new Set(judgement.exercised);
  const all = clausesOf(operation).filter(({ section }) => section === '2.8');
  const open = all.filter(({ id, needsBrowser }) => needsBrowser === true && !judged.has(id));
  if (open.length === 0) return undefined;
  const stated = open.filter(({ evidence }) => evidence === 'stated').length;
  return `${open.length} of the ${all.length} clauses of 2.8 were not judged (${stated} of them stated): they need a browser`;
}

/** Whether a call was refused for its signature cannot be seen, so a saved answer and a HAR file differ there. */
function signatureOf(
  { exchange, judgement }: JudgedExchange,
  isSigned: boolean,
  hasKey: boolean,
): string | undefined {
  const { outcome, findings } = judgement;
  if (outcome === 'accepted' || outcome === 'none' || exchange.sent.unknown === true) return undefined;
  const isOpen = findings.some(({ verdict }) => verdict === 'inconclusive');
  const isFailed = findings.some(({ verdict }) => verdict === 'fail');
  if (isSigned && isFailed)
    return 'its request counts as rightly signed, since --request names it; in a HAR file that is not known, and the finding inconclusive';
  return !isSigned && isOpen
    ? `whether its request was rightly signed is not known${hasKey ? '' : ' without --target'}, so what a wrong signature may explain is inconclusive`
    : undefined;
}
