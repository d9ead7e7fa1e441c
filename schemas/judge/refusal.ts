import { staticInputsSchema } from '../contract.ts';
import { isBlank, membersOf, scalarText } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import type { Decoded } from '../media/decoded.ts';
import { decodeJson } from '../media/json.ts';
import { decodeXml } from '../media/xml.ts';
import type { Operation } from '../operations.ts';
import { formOf } from '../rules/form-of.ts';
import type { Answer, JsonObject, JsonValue } from '../types.ts';
import { signs } from './signs.ts';

/** Names under which services say why they refuse; the document shows none but those of 7.1 to 7.5. */
const speaking =
  /err|fault|fail|code|mess|msg|reason|detail|reject|denied|invalid|return_status|result_info/i;

/**
 * Tells an answer with a status of success that is a refusal nevertheless, in whatever form (7.8): an empty body, a page for
 * people, a plain text, be it inside an element or quoted as JSON, or an object that says why and holds nothing of a result. A malformed body is never one.
 */
export function isRefusal(operation: Operation, received: Answer, decoded: Decoded): boolean {
  const form = formOf(received.body);
  switch (form) {
    case 'empty':
      return true;
    case 'text':
      if (isQuotedText(received)) return true;
      return /^text\//i.test(received.headers['content-type'] ?? '') && !endsInResult(operation, received);
    case 'html':
      return operation.answers === 'html'
        ? isOtherPage(received, decoded)
        : !endsInResult(operation, received);
    case operation.answers:
      return (
        decoded.ok &&
        ((form === 'xml' && isBareText(decoded.value)) ||
          saysWhy(operation, membersOf(operation, rootOf(operation, decoded.value))))
      );
    default: {
      const other = (form === 'json' ? decodeJson : decodeXml)(
        received.body,
        received.headers['content-type'],
      );
      return (
        other.ok &&
        ((form === 'xml' && isBareText(other.value)) || saysWhy(operation, innermost(other.value)))
      );
    }
  }
}

/**
 * Tells an answer that says in members of JSON or XML that nothing was done: a code or status other than that of success, or a
 * reason, and nothing that only a result has. A page, a plain text or an empty body says nothing that counts.
 */
export function saysRefusal(operation: Operation, { body, headers }: Answer): boolean {
  const form = formOf(body);
  if (form !== 'json' && form !== 'xml') return false;
  const decoded = (form === 'json' ? decodeJson : decodeXml)(body, headers['content-type']);
  if (!decoded.ok) return false;
  const members = innermost(decoded.value);
  return saysNo(operation, members) || saysWhy(operation, members);
}

const isOther = (value: JsonValue | undefined, success: string) =>
  !isBlank(value) && scalarText(value) !== success;

/** Tells members of which one is a code or a status, and not that of success. */
function saysNo({ id }: Operation, members: JsonObject): boolean {
  const code = /^[0-9]{4}(?![0-9])/.exec(scalarText(members.result_info) ?? '')?.[0];
  if (code !== undefined && code !== '0000') return true;
  if (isOther(members.return_status, '1') || isOther(members.order_status, '1')) return true;
  if (id === 'cancel-subscription' && isOther(members.cancel_status, '1')) return true;
  return id === 'payout' && !(isBlank(members.failure_reason) && isBlank(members.failure_type));
}

/** Tells a result behind something else, such as the warning of a program in front of it: a malformed answer, and no word of refusal. */
function endsInResult(operation: Operation, { body }: Answer): boolean {
  const text = new TextDecoder().decode(body);
  if (operation.answers === 'xml') return /<respon[\s>]/.test(text);
  const end = text.lastIndexOf('}') + 1;
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && start < end && tries < mostTries; tries += 1) {
    const value = objectIn(text.slice(start, end));
    if (value !== undefined) return isResultOf(operation, membersOf(operation, value));
    start = text.indexOf('{', start + 1);
  }
  return false;
}

// A page may hold many braces, and a warning holds few.
const mostTries = 20;

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isResultOf({ id }: Operation, members: JsonObject): boolean {
  const { succeeded, isResult, holdsResult } = signs[id];
  return succeeded(members) || isResult(members) || holdsResult(members);
}

/** Tells members that name a reason, claim no success and hold nothing that only a result has. */
function saysWhy(operation: Operation, members: JsonObject): boolean {
  const { succeeded, holdsResult } = signs[operation.id];
  if (succeeded(members) || holdsResult(members)) return false;
  if (
    scalarText(members.return_status) === '1' ||
    /^0000(?![0-9])/.test(scalarText(members.result_info) ?? '')
  )
    return false;
  return Object.entries(members).some(([name, value]) => speaking.test(name) && !isBlank(value));
}

// A document inside the text, or the words in which section 7 shows success: then it is no word of refusal.
const noRefusal = /^\s*(?:[[{<]|(?:1|OK)\s*$|0000(?![0-9]))/;

/** Tells a document of JSON that is one text: a plain text for people in quotes, as some programs write every answer. */
function isQuotedText({ body, headers }: Answer): boolean {
  const decoded = decodeJson(body, headers['content-type']);
  if (!decoded.ok || typeof decoded.value !== 'string') return false;
  return !isBlank(decoded.value) && !noRefusal.test(decoded.value);
}

/** Tells an XML document that is one element around a text: a plain text for people in another dress. */
function isBareText(value: JsonValue): boolean {
  const [only] = isObject(value) ? Object.values(value) : [];
  return typeof only === 'string' && !isBlank(only) && !noRefusal.test(only);
}

// An error document of XML need not have the root of a result.
function rootOf(operation: Operation, value: JsonValue): JsonValue {
  return operation.answers === 'xml' && isObject(value) ? { respon: innermost(value) } : value;
}

/** The one object that a document wraps, or the document itself. */
function innermost(value: JsonValue): JsonObject {
  if (!isObject(value)) return {};
  const [only, ...others] = Object.values(value);
  return others.length === 0 && only !== undefined && isObject(only) ? only : value;
}

let staticNames: ReadonlySet<string> | undefined;

// The form by its name, or an address that a link, a frame, a script or a refresh opens.
const waysToCheckout =
  /theForm|(?:(?:action|href|src|url|location)\s*=|\b(?:replace|assign|open|fetch)\()\s*["'`]?[^"'`>\s]{0,200}checkout/i;

/** Tells a page that has nothing of the redirect page: no documented input, no way to the checkout path (2.8). */
function isOtherPage({ body }: Answer, decoded: Decoded): boolean {
  if (!decoded.ok || !isObject(decoded.value)) return false;
  if (waysToCheckout.test(new TextDecoder().decode(body))) return false;
  staticNames ??= new Set(Object.keys(staticInputsSchema().properties as JsonObject));
  const { forms } = decoded.value;
  const inputs = (Array.isArray(forms) ? forms : []).flatMap((form) =>
    isObject(form) && Array.isArray(form.inputs) ? form.inputs : [],
  );
  return !inputs.some((input) => isObject(input) && staticNames?.has(String(input.name)) === true);
}
