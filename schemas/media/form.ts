import type { JsonValue } from '../types.ts';
import { isUtf8, textIn } from './charset.ts';
import { createNotePad, type Decoded, readable, unreadable } from './decoded.ts';
import { type FormBranch, foldBranch, formBranch, plant } from './form-tree.ts';
import { decodeJson } from './json.ts';
import { limits } from './limits.ts';

export { encodeForm, type NestedForm } from './form-write.ts';

/**
 * Reads an `application/x-www-form-urlencoded` body: plus is a blank, names in brackets and values that are JSON text
 * of an object or array become nested values, every other value stays text; of a repeated name the last one counts.
 * @param mayNest tells which names may hold JSON text; every name unless given.
 * @param charset what the percent escapes are read in where they are not all UTF-8.
 */
export function decodeForm(
  body: string,
  mayNest: (name: string) => boolean = () => true,
  charset = 'utf-8',
): Decoded {
  const pad = createNotePad();
  if (body.length > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${body.length} characters, more than ${limits.bytes}` });
  }
  if (body.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' });
  const tree: FormBranch = formBranch();
  let fields = 0;
  const onOdd = () => pad.add('escape', 'a percent escape that is incomplete or not UTF-8');
  for (const [name, value] of formFields(
    body,
    onOdd,
    isUtf8(charset) || hasUtf8(body) ? undefined : charset,
  )) {
    fields += 1;
    if (fields > limits.members) {
      return unreadable(
        { kind: 'too-many-members', detail: `more than ${limits.members} fields` },
        pad.notes,
      );
    }
    const steps = stepsOf(name);
    if (steps.length > limits.depth) {
      return unreadable(
        { kind: 'too-deep', detail: `nested more than ${limits.depth} levels deep` },
        pad.notes,
      );
    }
    const leaf = mayNest(steps[0] ?? '') ? nestedOr(value) : value;
    if (!plant(tree, steps, leaf)) pad.add('duplicate-member', 'the same name comes twice');
  }
  return readable(foldBranch(tree), pad.notes);
}

// The bytes decide before what is said of them.
function hasUtf8(body: string): boolean {
  try {
    decodeURIComponent(body.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** Splits a form body into its fields in order, repeated names kept; `onOdd` is told of escapes that do not decode. */
export function* formFields(
  body: string,
  onOdd?: () => void,
  charset?: string,
): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at <= body.length; ) {
    const next = body.indexOf('&', at);
    const end = next === -1 ? body.length : next;
    if (end > at) {
      const equals = body.indexOf('=', at);
      const split = equals === -1 || equals > end ? end : equals;
      const [name, value] = [body.slice(at, split), body.slice(split + 1, end)];
      yield [unescapeField(name, onOdd, charset), unescapeField(value, onOdd, charset)];
    }
    at = end + 1;
  }
}

function unescapeField(text: string, onOdd: (() => void) | undefined, charset: string | undefined): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  if (charset !== undefined) {
    // Characters that are not escaped have been read already.
    return spaced.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
      const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
      return textIn(bytes, charset, false) ?? escapes;
    });
  }
  try {
    return decodeURIComponent(spaced);
  } catch {
    onOdd?.();
    // Reads as a browser does: a broken escape stays as it is, broken UTF-8 becomes U+FFFD.
    return new URLSearchParams(`v=${text}`).get('v') ?? '';
  }
}

/** `a[b][0]` as `a`, `b`, `0`; a name whose brackets do not close up to its end is one plain name. */
function stepsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inner = name.slice(open + 1, -1).split('][');
  return inner.some((step) => /[[\]]/.test(step)) ? [name] : [name.slice(0, open), ...inner];
}

function nestedOr(text: string): JsonValue {
  if (!/^[[{]/.test(text)) return text;
  const decoded = decodeJson(new TextEncoder().encode(text));
  return decoded.ok ? decoded.value : text;
}
