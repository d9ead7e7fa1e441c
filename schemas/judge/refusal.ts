import { answerSchema, staticInputsSchema } from '../contract.ts';
import {
  entriesOf,
  entrySucceeded,
  isBlank,
  postsRefusal,
  saysNone,
  scalarText,
  statusMemberOf,
} from '../history/outcome.ts';
import { isObject, leavesOf, objectOf } from '../json.ts';
import type { Decoded } from '../media/decoded.ts';
import { decodeJson } from '../media/json.ts';
import { decodeXml } from '../media/xml.ts';
import { documentedOperations, type Operation } from '../operations.ts';
import { formOf } from '../rules/form-of.ts';
import type { Answer, JsonObject, JsonValue } from '../types.ts';
import { answerChecks } from './answer-checks.ts';

/** Names of members in which services explain a refusal; the document shows only those of 7.1 to 7.5. */
const reasonNames =
  /err|fault|fail|code|mess|msg|reason|detail|reject|denied|invalid|return_status|result_info/i;

/**
 * True if an answer with a success status is a refusal in any form (7.8): an empty body, an HTML page for a JSON or XML
 * operation, a plain text (also as an XML element or JSON string), or an object with a reason and no result. A
 * malformed body is never a refusal.
 */
export function isRefusal(operation: Operation, received: Answer, decoded: Decoded): boolean {
  const form = formOf(received.body);
  switch (form) {
    case 'empty':
      return true;
    case 'text': {
      if (isQuotedText(received)) return true;
      const type = received.headers['content-type'] ?? '';
      // HTTP lets a sender leave Content-Type out; without one, what reads as JSON is no plain text.
      const isPlain = type === '' ? !decodeAs('json', received).ok : /^text\//i.test(type);
      return isPlain && !endsInResult(operation, received);
    }
    case 'html':
      return operation.answers === 'html'
        ? isOtherPage(received, decoded)
        : !endsInResult(operation, received);
    default: {
      const read = form === operation.answers ? decoded : decodeAs(form, received);
      if (!read.ok) return false;
      const members = unwrapped(read.value);
      return (
        (form === 'xml' && isBareText(read.value)) ||
        saysWhy(operation, members) ||
        saysOther(operation, members)
      );
    }
  }
}

/**
 * True if members of JSON or XML say that nothing was done: a code or status other than success, or a reason without a
 * result. A page, a plain text or an empty body does not count.
 */
export function saysRefusal(operation: Operation, received: Answer): boolean {
  const form = formOf(received.body);
  if (form !== 'json' && form !== 'xml') return false;
  const decoded = decodeAs(form, received);
  if (!decoded.ok) return false;
  const members = unwrapped(decoded.value);
  return hasRefusalCode(operation, members) || saysWhy(operation, members);
}

const unanswered = /\btime[ds]?[ _-]?out\b|\b(?:no|without) (?:response|reply|answer)\b/i;
const workUnderWay = /\b(?:pending|processing|in ?pro(?:cess|gress)|being \w+ed|queued)\b/i;

/** True if the words of a refusal leave open what is done: that is under way, or timed out behind the service. */
export function leavesOpen(received: Answer): boolean {
  const form = formOf(received.body);
  const decoded = form === 'json' || form === 'xml' ? decodeAs(form, received) : undefined;
  const leaves = decoded?.ok === true ? leavesOf(decoded.value) : [];
  const said = leaves.map(([path, leaf]) => (path.endsWith('result_info') ? '' : scalarText(leaf)));
  const words = form === 'text' ? new TextDecoder().decode(received.body) : said.join('; ');
  return leavesOpenIn(words);
}

/** True if words leave open what is done: that is under way, or timed out behind the service. */
export function leavesOpenIn(words: string): boolean {
  return (workUnderWay.test(words) && !wordsMeaning(words).isNo) || unanswered.test(words);
}

function decodeAs(form: 'json' | 'xml', { body, headers }: Answer): Decoded {
  return (form === 'json' ? decodeJson : decodeXml)(body, headers['content-type']);
}

const refusalWords =
  /\b(?:not?|never|cannot|\w+n't|unable|unavailable|unreachable|invalid|declin\w*|den(?:y|ied)|refus\w*|reject\w*|fail\w*|errors?|wrong|bad|missing|expired|forbidden|unauthori[sz]ed|exceed\w*|suspended|disabled|duplicate\w*|already|sorry|problems?|unknown|blocked|illegal|insufficient|closed|false|too|retry|try again|time ?out|timed out)\b/i;
const delayWords =
  /\bnot yet\b|(?<!(?:\b(?:no|not|never|nothing|cannot)|n't)(?: (?:an?|any|be|currently|in|longer|the))* )\b(?:pending|processing|in ?(?:process|progress|review)|under review|being \w+ed|will (?:be|end|expire|stop|take|run|become|settle|follow)|queued?|scheduled|planned|registered|a?waiting|later|soon|on its way|effective|takes? effect|ends? (?:on|at|with)|(?:at|until) the end|accepted|acknowledged|received|requested|submitted|taken)\b/i;

/** Returns whether words say that a request was not done and whether they say that it will be done later. */
export function wordsMeaning(words: string): { readonly isNo: boolean; readonly isLater: boolean } {
  const text = words.replaceAll(/[_-]+/g, ' ').replaceAll(/\bno errors?\b/gi, '');
  return { isNo: refusalWords.test(text), isLater: delayWords.test(text) };
}

const texts = ['return_message', 'error_message', 'refund_message', 'failure_reason'] as const;
// Success is shown as 1 (section 3), so zero and negative statuses are not success.
const noStatus = /^(?:0+|-\d+)$/;
// A text that begins with an error code. 0000 is not an error, and every refund_message begins with a code (2.9).
const codeFirst = /^\s*(?![A-Z]{0,3}0+\b)(?:[A-Z]{1,3}[-_]?\d{2,}\b|\d{3,}\s*[:;)-])/i;
const errorName = /^(?:\w+_)?(?:errors?|fault|exception)(?:_?(?:code|type|no|number))?$|^failure_type$/i;
const noError = /^(?:"?(?:no|null|false|ok|success\w*)"?|\[\]|\{\})$/i;

/** What the status, the texts and the error codes of an answer or entry say. */
export function partMeaning(operation: Operation, part: JsonObject): ReturnType<typeof wordsMeaning> {
  const textOf = (name: string) => scalarText(part[name])?.trim() ?? '';
  const statuses = ['return_status', statusMemberOf(operation)].map(textOf);
  const { isNo, isLater } = wordsMeaning([...statuses, ...texts.map(textOf)].join('; '));
  const hasCode =
    statuses.some((status) => noStatus.test(status)) ||
    texts.some((name) => name !== 'refund_message' && codeFirst.test(textOf(name))) ||
    Object.entries(part).some(
      ([name, value]) => errorName.test(name) && !saysNone(value) && !noError.test(JSON.stringify(value)),
    );
  return { isNo: isNo || hasCode, isLater };
}

/** True for a result entry that succeeded, or that says without a refusal that it will be done later. */
export function isEntryTaken(operation: Operation, entry: JsonObject): boolean {
  if (entrySucceeded(operation, entry)) return true;
  const { isNo, isLater } = partMeaning(operation, entry);
  return isLater && !isNo;
}

const deferrableFamilies: ReadonlySet<Operation['family']> = new Set(['batch', 'subscription', 'payout']);

/**
 * True for a result without the documented success whose status or text says that it will be done later, without an
 * error code or word of refusal. A payment is decided by its code (7.3), and a search does nothing later.
 */
export function isDeferredResult(operation: Operation, members: JsonObject): boolean {
  const { succeeded, isResult } = answerChecks[operation.id];
  if (!deferrableFamilies.has(operation.family) || succeeded(members) || !isResult(members)) return false;
  const [whole, ...entries] = [members, ...entriesOf(operation, members)].map((part) =>
    partMeaning(operation, part),
  );
  if (entries.some(({ isNo, isLater }) => isLater && !isNo)) return true;
  return whole?.isLater === true && !whole.isNo && !entries.some(({ isNo }) => isNo);
}

const isOther = (value: JsonValue | undefined, success: string) =>
  !isBlank(value) && scalarText(value) !== success;

/** True if a member is a code or status other than success. */
function hasRefusalCode({ id }: Operation, members: JsonObject): boolean {
  const code = /^[0-9]{4}(?![0-9])/.exec(scalarText(members.result_info) ?? '')?.[0];
  if (code !== undefined && code !== '0000') return true;
  if (isOther(members.return_status, '1') || isOther(members.order_status, '1')) return true;
  if (id === 'cancel-subscription' && isOther(members.cancel_status, '1')) return true;
  return id === 'payout' && !(saysNone(members.failure_reason) && saysNone(members.failure_type));
}

/** True for a result after other output, such as a warning of the server software: malformed, but not a refusal. */
function endsInResult(operation: Operation, { body }: Answer): boolean {
  const text = new TextDecoder().decode(body);
  if (operation.answers === 'xml') return /<respon[\s>]/.test(text);
  const end = text.lastIndexOf('}') + 1;
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && start < end && tries < mostTries; tries += 1) {
    const value = objectIn(text.slice(start, end));
    if (value !== undefined)
      return hasWrappedResult(operation, value) || answerChecks[operation.id].holdsResult(value);
    start = text.indexOf('{', start + 1);
  }
  return false;
}

// Bounds the search: a page may have many braces, a warning has few.
const mostTries = 20;

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True if the members give a reason, claim no success and have nothing that only a result has. */
function saysWhy(operation: Operation, members: JsonObject): boolean {
  return (
    Object.entries(members).some(([name, value]) => reasonNames.test(name) && !isBlank(value)) &&
    !mayBeResult(operation, members)
  );
}

/** True if undocumented members have words and none claims success: a refusal under other names. */
function saysOther(operation: Operation, members: JsonObject): boolean {
  const documented = objectOf(answerSchema(operation.id).properties);
  const said = Object.entries(members).filter(([, value]) => !isBlank(value) && typeof value !== 'object');
  return (
    said.some(([name, value]) => !Object.hasOwn(documented, name) && saysWords(String(value))) &&
    !said.some(([, value]) => successWords.test(String(value))) &&
    !documentedOperations.some(({ id }) => answerChecks[id].isResult(members)) &&
    !mayBeResult(operation, members)
  );
}

// Words, which some scripts write without blanks, or one that refuses; a number, code or URL alone may be a result.
const saysWords = (text: string) =>
  (/\p{L}\s+\p{L}|\p{Lo}{2}/u.test(text) || wordsMeaning(text).isNo) && !nonRefusalText.test(text);

function mayBeResult(operation: Operation, members: JsonObject): boolean {
  const { succeeded, holdsResult } = answerChecks[operation.id];
  return (
    succeeded(members) ||
    holdsResult(members) ||
    hasWrappedResult(operation, members) ||
    scalarText(members.return_status) === '1' ||
    /^0000(?![0-9])/.test(scalarText(members.result_info) ?? '')
  );
}

// Words for success outside the documented members.
const successWords =
  /^\s*(?:true|ok|success(?:ful)?|approved|completed|done|[^\P{Lo}未不没無]{0,4}(?:成功|完了|성공))\s*$/iu;

/** The members with names in the style of the document: `returnStatus` becomes `return_status`. */
export function inSnakeCase(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, part]) => [
      name.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase(),
      part,
    ]),
  );
}

/** Maximum depth at which a nested result is searched. */
const deepest = 4;

/** True for a result in a wrapper or with names such as `returnStatus`: non-conforming, but not a refusal. */
function hasWrappedResult(operation: Operation, value: JsonValue | undefined, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  const parts = Object.values(value);
  if (parts.some((part) => hasWrappedResult(operation, part, depth + 1))) return true;
  if (Array.isArray(value)) return false;
  const members = inSnakeCase(value);
  const { succeeded, isResult } = answerChecks[operation.id];
  return succeeded(members) || isResult(members) || entrySucceeded(operation, members);
}

// A nested document, or a text that section 7 shows for success, is not a refusal.
const nonRefusalText = /^\s*(?:[[{<]|(?:1|OK)\s*$|0000(?![0-9]))/;

/** True if the JSON document is a single string with a message for people. */
function isQuotedText({ body, headers }: Answer): boolean {
  const decoded = decodeJson(body, headers['content-type']);
  if (!decoded.ok || typeof decoded.value !== 'string') return false;
  return !isBlank(decoded.value) && !nonRefusalText.test(decoded.value);
}

/** True if the XML document is a single element with a message for people. */
function isBareText(value: JsonValue): boolean {
  const [only] = isObject(value) ? Object.values(value) : [];
  return typeof only === 'string' && !isBlank(only) && !nonRefusalText.test(only);
}

/** The object inside all wrappers with a single member, or the document itself. */
function unwrapped(value: JsonValue): JsonObject {
  if (!isObject(value)) return {};
  const [only, ...others] = Object.values(value);
  return others.length === 0 && only !== undefined && isObject(only) ? unwrapped(only) : value;
}

let staticNames: ReadonlySet<string> | undefined;

// The name of the form, or a checkout URL that a link, frame, script or refresh opens.
const checkoutLink =
  /theForm|(?:(?:action|href|src|url|location)\s*=|\b(?:replace|assign|open|fetch)\()\s*["'`]?[^"'`>\s]{0,200}checkout/i;

/** True for a page that posts a refusal, or has no documented input and no reference to the checkout path (2.8). */
function isOtherPage({ body }: Answer, decoded: Decoded): boolean {
  if (!decoded.ok || !isObject(decoded.value)) return false;
  if (postsRefusal(decoded.value)) return true;
  if (checkoutLink.test(new TextDecoder().decode(body))) return false;
  staticNames ??= new Set(Object.keys(staticInputsSchema().properties as JsonObject));
  const { forms } = decoded.value;
  const inputs = (Array.isArray(forms) ? forms : []).flatMap((form) =>
    isObject(form) && Array.isArray(form.inputs) ? form.inputs : [],
  );
  return !inputs.some((input) => isObject(input) && staticNames?.has(String(input.name)) === true);
}
