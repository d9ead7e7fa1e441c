import type { SecretClass } from '../../schemas/contract.ts';
import { arePersonsShown } from './classes.ts';
import { maskFreeText } from './free-text.ts';
import { type KnownName, memberIn, rootOf } from './known-names.ts';
import { maskName } from './leaves.ts';
import { readEntities, writeEntities } from './markup.ts';
import {
  endScan,
  type Look,
  list,
  lookAt,
  maskSeen,
  maskValueOf,
  type Scan,
  signsOf,
  startScan,
  write,
} from './scan.ts';
import { mayHold, type Place } from './scope.ts';

const signs = signsOf(/</, /&/);
const [opening, slash] = [0x3c, 0x2f];
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const deepest = 100;
let declarationStays: boolean | undefined;

/**
 * Masks an XML text of elements and their texts alone (one declaration may stand before them) in one pass over its
 * signs. Undefined when it holds anything else, or a name that is masked: then nothing was done that masking it
 * otherwise would not do, too.
 */
export function scanXml(text: string, place: Place, inherited?: SecretClass): string | undefined {
  if (place.replace !== undefined || place.depth > 0 || place.sweeps === true) return undefined;
  // What is remembered of a name is that it is masked.
  if (arePersonsShown()) return undefined;
  const scan = startScan(text, place);
  if (text.startsWith(declaration)) {
    declarationStays ??= maskFreeText(declaration) === declaration;
    if (!declarationStays || (scan.spellings !== undefined && mayHold(scan.spellings, declaration)))
      return undefined;
    scan.at = declaration.length;
  }
  const root = rootOf(inherited);
  for (;;) {
    const at = blanksEnd(text, scan.at);
    if (at === text.length) return endScan(scan, place);
    scan.at = at;
    if (!scanElement(scan, root, 0)) return undefined;
  }
}

function blanksEnd(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text.charAt(at))) at += 1;
  return at;
}

// An element from its first sign on; whether it could be read.
function scanElement(scan: Scan, parent: KnownName, depth: number): boolean {
  const { text, at } = scan;
  if (depth >= deepest || text.charCodeAt(at) !== opening) return false;
  const end = text.indexOf('>', at);
  const known = end === -1 ? undefined : nameAt(scan, parent, text.slice(at + 1, end));
  if (known === undefined) return false;
  scan.at = end + 1;
  return scanContent(scan, known, `</${known.leaf.name}>`, depth);
}

function nameAt(scan: Scan, parent: KnownName, name: string): KnownName | undefined {
  if (!parent.members.has(name) && !/^[A-Za-z_][\w.-]*$/.test(name)) return undefined;
  const known = memberIn(parent, name);
  if (known === undefined || known.documented) return known;
  const doubted = known.suspicious || scan.spellings !== undefined;
  return doubted && maskName(name, scan.place) !== name ? undefined : known;
}

function scanContent(scan: Scan, known: KnownName, close: string, depth: number): boolean {
  const { text } = scan;
  // White space between elements is a text, too, and lists the name that it stands in.
  let spaced = false;
  for (let elements = 0; ; elements += 1) {
    const start = scan.at;
    const at = text.charCodeAt(start) === opening ? start : blanksEnd(text, start);
    if (text.charCodeAt(at) !== opening) return elements === 0 && scanText(scan, known, close);
    spaced ||= at > start;
    scan.at = at;
    if (text.charCodeAt(at + 1) === slash) {
      if (!text.startsWith(close, at)) return false;
      scan.at = at + close.length;
      if (spaced) list(scan, known);
      return true;
    }
    if (!scanElement(scan, known, depth + 1)) return false;
  }
}

const seen: Look = { end: 0, escaped: false, doubted: false, long: false, digitsOnly: false };

function scanText(scan: Scan, known: KnownName, close: string): boolean {
  const { text, at: start } = scan;
  lookAt(signs, text, start, seen);
  const end = seen.escaped ? text.indexOf('<', seen.end) : seen.end;
  if (end === -1 || !text.startsWith(close, end)) return false;
  // What is white space alone to other eyes stays as it is.
  if ((seen.escaped || seen.doubted) && text.slice(start, end).trim() === '') return false;
  list(scan, known);
  const masked = seen.escaped
    ? maskValueOf(scan, known, readEntities(text.slice(start, end)), true)
    : maskSeen(scan, known, start, seen);
  if (masked !== undefined) write(scan, start, end, writeEntities(masked));
  scan.at = end + close.length;
  return true;
}
