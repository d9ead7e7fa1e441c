import type { JsonObject, JsonValue } from '../types.ts';
import { createNotePad, type Decoded, readable, unreadable } from './decoded.ts';
import { type FormBranch, foldBranch, formBranch, plant } from './form-tree.ts';
import { decodeJson, encodeJson } from './json.ts';
import { limits } from './limits.ts';

/** How objects and arrays are written in a form: as JSON text under one name, or as names in brackets (`a[b][0]`). */
export type NestedForm = 'json' | 'brackets';

/**
 * Reads an `application/x-www-form-urlencoded` body: plus is a blank, names in brackets and values that are JSON text
 * of an object or array become nested values, every other value stays text; of a repeated name the last one counts.
 * @param mayNest tells which names may hold JSON text; every name unless given.
 */
export function decodeForm(body: string, mayNest: (name: string) => boolean = () => true): Decoded {
  const pad = createNotePad();
  if (body.length > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${body.length} characters, more than ${limits.bytes}` });
  }
  if (body.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' });
  const tree: FormBranch = formBranch();
  let fields = 0;
  for (const [name, value] of formFields(body, () =>
    pad.add('escape', 'a percent escape that is incomplete or not UTF-8'),
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

/** Splits a form body into its fields in order, repeated names kept; `onOdd` is told of escapes that do not decode. */
export function* formFields(
  body: string,
  onOdd?: () => void,
): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at <= body.length; ) {
    const next = body.indexOf('&', at);
    const end = next === -1 ? body.length : next;
    if (end > at) {
      const equals = body.indexOf('=', at);
      const split = equals === -1 || equals > end ? end : equals;
      yield [unescapeField(body.slice(at, split), onOdd), unescapeField(body.slice(split + 1, end), onOdd)];
    }
    at = end + 1;
  }
}

/** Writes an object as a form body; texts, numbers and booleans as they print, null as nothing. */
export function encodeForm(value: JsonObject, nested: NestedForm): string {
  const fields = new URLSearchParams();
  for (const [name, member] of Object.entries(value)) {
    for (const [path, text] of writtenFields(name, member, nested, 0)) fields.append(path, text);
  }
  return fields.toString();
}

function* writtenFields(
  name: string,
  value: JsonValue,
  nested: NestedForm,
  level: number,
): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [name, value === null ? '' : String(value)];
    return;
  }
  const entries = Object.entries(value);
  // Brackets cannot show an object or array without members, so that one is JSON text in both ways.
  if (nested === 'json' || entries.length === 0 || level >= limits.depth) {
    yield [name, encodeJson(value)];
    return;
  }
  for (const [step, member] of entries) yield* writtenFields(`${name}[${step}]`, member, nested, level + 1);
}

function unescapeField(text: string, onOdd: (() => void) | undefined): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
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
