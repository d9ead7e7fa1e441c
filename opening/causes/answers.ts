import { defined } from '../../schemas/defined.ts';
import { answerOf, entriesIn, isBlank, scalarText, statusMemberOf } from '../../schemas/history/outcome.ts';
import { isAccepted } from '../../schemas/history/states.ts';
import { isObject } from '../../schemas/json.ts';
import { answerChecks } from '../../schemas/judge/answer-checks.ts';
import { judgedAsTaken } from '../../schemas/judge/shown-later.ts';
import { decode } from '../../schemas/media/decode.ts';
import { isDocumented, operationOf, operationsOf } from '../../schemas/operations.ts';
import { formOf } from '../../schemas/rules/form-of.ts';
import type { Finding, JsonObject, JsonValue, JudgedExchange, OperationId } from '../../schemas/types.ts';
import { bodyText, isPage, statusOf, textsIn } from '../answer-words.ts';
import type { Case, Found } from '../case.ts';
import { inSnakeCase, partMeaning, wordsMeaning } from '../refusal-words.ts';

const notWellFormed = /^1\.4\/(?:json|xml)\/(?:well-formed|utf-8)$/;

/** The finding that an answer is not well formed, which no configuration explains; undefined if it is. */
function malformedIn({ judgement }: JudgedExchange): Finding | undefined {
  return judgement.findings.find(({ clause, kind }) => kind === 'malformed' && notWellFormed.test(clause));
}

/** One object of an answer with its enclosing objects, the outermost first. */
type Nested = readonly [own: JsonObject, around: readonly JsonObject[]];

// Covers a wrapper or two and the entries of a list; deeper objects are not the layout of the answer.
const deepest = 4;
const mostObjects = 300;

function objectsIn(value: JsonValue, around: readonly JsonObject[] = [], found: Nested[] = []): Nested[] {
  if (typeof value !== 'object' || value === null || found.length >= mostObjects) return found;
  if (around.length > deepest) return found;
  if (isObject(value)) found.push([value, around]);
  const next = isObject(value) ? [...around, value] : around;
  for (const part of Object.values(value)) objectsIn(part, next, found);
  return found;
}

/** The parsed value of an answer, in whatever format it is. */
function valueIn({ exchange: { received } }: JudgedExchange): JsonValue | undefined {
  if (received.kind !== 'answer') return undefined;
  const form = formOf(received.body);
  if (form === 'empty' || form === 'text') return undefined;
  const decoded = decode(form, received.body, received.headers['content-type']);
  return decoded.ok ? decoded.value : undefined;
}

// Names of errors, and values that mean "no error".
const errorName = /err|fault|exception|fail|reject|denied/i;
const noError = /^(?:|0+|none|no|null|false|n\/?a|ok|success\w*)$/i;
const messageName = /mess|msg|detail|descr|title|reason|text|info|status|state|error/i;
// The merchant's reason of a refund is not a message of the service.
const ofRefunds = /^refund_reason$/;
const codeName = /(?:^|_)(?:code|status|result_info)$|[a-z](?:Code|Status)$/;
// A code other than the usual ones of success, as in E17 or "2005: declined".
const refusalCode = /^(?!0+\b|1$|2\d\d$)[A-Z]{0,3}[_-]?\d+\b/i;
const success = /^(?:ok|success\w*|approved|accepted|complete[d]?|done|true|0000\b.*)$/i;

function refuses(members: JsonObject, own: ReadonlySet<string>): boolean {
  return Object.entries(members).some(([name, value]) => {
    if (value === false) return /ok|success/i.test(name);
    const text = scalarText(value)?.trim();
    if (text === undefined || own.has(text))
      return isObject(value) && /^(?:error|fault|exception)$/i.test(name);
    const { isNo, isLater } = wordsMeaning(text);
    if (errorName.test(name)) return !noError.test(text) && (isNo || !isLater);
    if (codeName.test(name) && refusalCode.test(text)) return true;
    // The document shows success as 1 (section 3), so 0 is not success.
    if (/_status$/.test(name) && /^0+$/.test(text)) return true;
    if (!messageName.test(name) || success.test(text) || ofRefunds.test(name)) return false;
    // A sentence, in any language, gives a reason; a success has little text.
    return isNo || (!isLater && /\S\s+\S/.test(text));
  });
}

const identifiers = /^(?:order_no|request_id|recurring_id|transaction_id)$/;
const shortestOwn = 4;

/** The identifiers in a request, including those of its entries. */
function requestedIdentifiers(value: JsonValue): string[] {
  return objectsIn(value).flatMap(([members]) =>
    Object.entries(members).flatMap(([name, one]) => {
      const text = identifiers.test(name) ? scalarText(one) : undefined;
      return text === undefined || text.length < shortestOwn ? [] : [text];
    }),
  );
}

// Members that only an answer of the interface has.
const resultName = /transaction_?id|refund_?reference|issuer_?url|short_?reference/i;

const searches: ReadonlySet<OperationId> = new Set(operationsOf('search'));

/** True if the answer repeats an identifier of the request or has a new one; a search has only its caller to repeat. */
function hasSign(judged: JudgedExchange, objects: readonly Nested[], own: ReadonlySet<string>): boolean {
  const body = bodyText(judged);
  if (requestedIdentifiers(judged.exchange.sent.value).some((one) => body.includes(one))) return true;
  const isSearch = searches.has(judged.exchange.operation);
  return objects.some(
    ([members]) =>
      (isSearch && 'merchant_id' in members) ||
      Object.entries(members).some(
        ([name, value]) => resultName.test(name) && !isBlank(value) && !own.has(scalarText(value) ?? ''),
      ),
  );
}

const ofPage = /^(?:gbc_id|connector_code|pm_id|theForm)$/;
// Removes all but the visible text of a page.
const shown = /<(script|style)\b.*?<\/\1\s*>|<[^>]*>/gis;

function readsAsResultPage(judged: JudgedExchange, objects: readonly Nested[]): boolean {
  if (wordsMeaning(bodyText(judged).replace(shown, ' ')).isNo) return false;
  // A page without a form may still have the inputs of 2.8, or the requested identifier.
  return (
    objects.some(([{ name }]) => ofPage.test(scalarText(name) ?? '')) ||
    requestedIdentifiers(judged.exchange.sent.value).some((one) => bodyText(judged).includes(one))
  );
}

/**
 * Returns whether an answer without a mark of success reads like a result in a layout of its own. It only chooses what is
 * said of the answer: whether the request was taken, its marks and later calls show alone.
 */
export function readsAsResult(judged: JudgedExchange): boolean {
  const { operation, received, sent } = judged.exchange;
  if (received.kind === 'none' || !isDocumented(operation)) return false;
  if (received.status < 200 || received.status > 299) return false;
  const value = valueIn(judged);
  const objects = value === undefined ? [] : objectsIn(value);
  if (isPage(judged)) return readsAsResultPage(judged, objects);
  if (value === undefined) return false;
  // An answer may repeat values of the request, which say nothing about the outcome.
  const own = new Set(textsIn(sent.value));
  const { succeeded } = answerChecks[operation];
  // A refusal in an enclosing object outweighs a success inside.
  const holdsSuccess = objects.some(
    ([members, around]) => succeeded(inSnakeCase(members)) && !around.some((outer) => refuses(outer, own)),
  );
  return (
    holdsSuccess || (!objects.some(([members]) => refuses(members, own)) && hasSign(judged, objects, own))
  );
}

/** True for a fault of the service, whatever the target file says: the answer cannot be read, or shows success. */
export function isServiceFault(judged: JudgedExchange): boolean {
  return malformedIn(judged) !== undefined || isAccepted(judged);
}

const listed = 'The findings list what is wrong: correct the service, then run again.';

/** The answer cannot be read. */
export function malformed({ main }: Case): Found {
  const finding = malformedIn(main);
  return (
    finding && {
      says: `the answers are not well formed (${finding.clause})`,
      advice: `${listed} No key of the target file explains it.`,
    }
  );
}

/** The status of a result that does not show success, and the key of the target file that gives its meaning. */
export interface StatusShown {
  readonly key: string;
  /** As in `cancel_status "2"`. */
  readonly found: string;
  /** As the target file lists it. */
  readonly value: string;
  /** False if the answer also refuses and does not mention a later result. */
  readonly isOpen: boolean;
}

// A longer text is not a status.
const longestStatus = 40;

/** The status of an answer with the members of a result; of a card payment, its code for a later result (7.3). */
export function statusShown({ operation, main }: Pick<Case, 'operation' | 'main'>): StatusShown | undefined {
  const answer = answerOf(main);
  if (statusOf(main) !== 200 || !answerChecks[operation].isResult(answer)) return undefined;
  const row = operationOf(operation);
  const [part = answer] = entriesIn(main);
  const isPayment = operation === 'direct-payment';
  const name = isPayment ? 'result_info' : statusMemberOf(row);
  const text = scalarText(part[name]) ?? '';
  if (isBlank(text) || text.length > longestStatus) return undefined;
  const { isNo, isLater } = isPayment ? wordsMeaning(text) : partMeaning(row, part);
  if (isPayment && !isLater) return undefined;
  const [value = ''] = isPayment ? text.split(':') : [text];
  const key = `statuses.${operation}${isPayment ? '.result_info' : ''}`;
  return { key, found: `${name} "${text}"`, value, isOpen: isLater || !isNo };
}

/** A later call shows that the request was taken, although its answer carries no mark of success. */
export function layout({ operation, main, isShownLater }: Case): Found {
  if (!isShownLater) return undefined;
  const shown = statusShown({ operation, main });
  const { findings } = judgedAsTaken(main).judgement;
  const wrong = findings.find(({ verdict }) => verdict === 'fail');
  const comparedWith = 'a later call: it shows that the order was taken';
  if (wrong === undefined)
    return {
      says: `${operation} is accepted, and its answer says so in other words than the document shows`,
      comparedWith,
      ...defined({ key: shown?.key }),
      advice: `Ask the operator which values of the answer mean that it was done${shown === undefined ? '' : `, and list them under "${shown.key}" (found ${shown.found})`}; without them nothing more is sent.`,
    };
  return {
    says: `${operation} is accepted, and its answer is not in the documented form (${wrong.clause}: ${wrong.message})`,
    comparedWith,
    advice: listed,
  };
}
