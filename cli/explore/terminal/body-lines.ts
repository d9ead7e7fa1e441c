import { isObject } from '../../../schemas/json.ts';
import { plainText } from '../../../schemas/plain-text.ts';
import type { JsonValue } from '../../../schemas/types.ts';

/** Entries of a long array that are shown at its beginning; the last one is shown as well. */
const shownEntries = 2;
const longestText = 400;

function shorten(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= longestText
    ? text
    : `${text.slice(0, longestText)}… (${typeof value === 'string' ? value.length : text.length} characters)`;
}

function lines(value: JsonValue, indent: string, full: boolean): string {
  const inner = `${indent}  `;
  const leaf = full ? JSON.stringify(value) : shorten(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const cut = !full && value.length > shownEntries + 2;
    const shown = cut ? [...value.slice(0, shownEntries), undefined, ...value.slice(-1)] : value;
    const entries = shown.map((entry) =>
      entry === undefined
        ? `${inner}… ${value.length - shownEntries - 1} more entries (--full shows all)`
        : `${inner}${lines(entry, inner, full)}`,
    );
    return `[\n${entries.join(',\n').replaceAll('all),', 'all)')}\n${indent}]`;
  }
  if (!isObject(value) || Object.keys(value).length === 0) return leaf;
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${lines(member, inner, full)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** A JSON value in lines; long arrays and texts are cut unless all is wanted. */
export function jsonLines(value: JsonValue, full: boolean): string {
  return plainText(lines(value, '', full));
}

function markupLines(text: string): string {
  let depth = 0;
  return text
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (/^<\//.test(line)) depth = Math.max(0, depth - 1);
      const written = `${'  '.repeat(depth)}${line.trim()}`;
      if (/^<[^/!?](?:[^>]*[^/])?>$/.test(line.trim()) && !line.includes('</')) depth += 1;
      return written;
    })
    .join('\n');
}

const mostCharacters = 6_000;

/** The masked text of an answer in lines: JSON and XML are indented, everything else stays as it came. */
export function answerLines(body: string, full: boolean): string {
  if (body.trim() === '') return '(empty body)';
  let text = body;
  try {
    return jsonLines(JSON.parse(body) as JsonValue, full);
  } catch {
    if (/^\s*<(?!!doctype html|html)/i.test(body)) text = markupLines(body);
  }
  const cut = full || text.length <= mostCharacters;
  return plainText(cut ? text : `${text.slice(0, mostCharacters)}\n… (--full shows all)`);
}
