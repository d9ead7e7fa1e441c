import type { SecretClass } from '../../schemas/contract.ts';
import { arePersonsShown } from './classes.ts';
import { entriesIn, type KnownName, memberIn, rootOf } from './known-names.ts';
import { maskName, maskNumber } from './leaves.ts';
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

const signs = signsOf(/"/, /[\\\p{Cc}]/u);
const [quote, colon, comma, backslash] = [0x22, 0x3a, 0x2c, 0x5c];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];
const longestOpenNumber = 12;
const deepest = 100;

let objects = 0;

/**
 * Masks a JSON text in one pass over its signs, without reading it into values. Undefined when it is written in any
 * other way than JSON.stringify writes it, is nested deeply, or has a name that is masked: then nothing was done that
 * masking it otherwise would not do, too.
 */
export function scanJson(text: string, place: Place, inherited?: SecretClass): string | undefined {
  // A text inside a text would meet the names that are just being read.
  if (place.replace !== undefined || place.depth > 0) return undefined;
  // What is remembered of a name is that it is masked.
  if (arePersonsShown()) return undefined;
  const first = text.charCodeAt(0);
  if (first !== openObject && first !== openList) return undefined;
  const scan = startScan(text, place);
  return scanValue(scan, rootOf(inherited), 0) && scan.at === text.length ? endScan(scan, place) : undefined;
}

function scanValue(scan: Scan, known: KnownName, depth: number): boolean {
  switch (scan.text.charCodeAt(scan.at)) {
    case quote:
      return scanText(scan, known);
    case openObject:
      return depth < deepest && scanObject(scan, known, depth + 1);
    case openList:
      return depth < deepest && scanList(scan, known, depth + 1);
    default:
      return scanLiteral(scan, known);
  }
}

function scanObject(scan: Scan, known: KnownName, depth: number): boolean {
  const { text } = scan;
  scan.at += 1;
  if (text.charCodeAt(scan.at) === closeObject) {
    scan.at += 1;
    return true;
  }
  objects += 1;
  const object = objects;
  let before: KnownName | undefined;
  for (;;) {
    const member = scanName(scan, known, before === undefined ? known.first : before.next);
    // A name that stands twice comes back once from JSON.parse.
    if (member === undefined || member.object === object) return false;
    member.object = object;
    if (before === undefined) known.first = member;
    else before.next = member;
    if (!scanValue(scan, member, depth)) return false;
    before = member;
    const sign = text.charCodeAt(scan.at);
    scan.at += 1;
    if (sign !== comma) return sign === closeObject;
  }
}

function scanName(scan: Scan, object: KnownName, guess: KnownName | undefined): KnownName | undefined {
  const { text, at, place } = scan;
  let known = guess;
  if (known !== undefined && text.startsWith(known.written, at)) scan.at += known.written.length;
  else {
    if (text.charCodeAt(at) !== quote) return undefined;
    const end = text.indexOf('"', at + 1);
    if (end === -1 || text.charCodeAt(end + 1) !== colon) return undefined;
    known = memberIn(object, text.slice(at + 1, end));
    scan.at = end + 2;
  }
  if (known === undefined || known.documented) return known;
  const { name } = known.leaf;
  const doubted = known.suspicious || scan.spellings !== undefined;
  return doubted && maskName(name, place) !== name ? undefined : known;
}

function scanList(scan: Scan, known: KnownName, depth: number): boolean {
  const { text } = scan;
  scan.at += 1;
  if (text.charCodeAt(scan.at) === closeList) {
    scan.at += 1;
    return true;
  }
  const entry = entriesIn(known);
  for (;;) {
    if (!scanValue(scan, entry, depth)) return false;
    const sign = text.charCodeAt(scan.at);
    scan.at += 1;
    if (sign !== comma) return sign === closeList;
  }
}

// Written as JSON.stringify writes it, too.
function isNumber(raw: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(raw) || (/^-?\d/.test(raw) && String(Number(raw)) === raw);
}

function scanLiteral(scan: Scan, known: KnownName): boolean {
  const { text, at: start, place, spellings } = scan;
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma || code === closeObject || code === closeList) break;
  }
  const raw = text.slice(start, at);
  scan.at = at;
  if (raw !== 'true' && raw !== 'false' && raw !== 'null') {
    if (!isNumber(raw)) return false;
    const open = known.secret === undefined && raw.length <= longestOpenNumber;
    if (!open || (spellings !== undefined && mayHold(spellings, raw)))
      if (maskNumber(Number(raw), known.leaf, place) !== Number(raw)) write(scan, start, at, '0');
  }
  list(scan, known);
  return true;
}

const seen: Look = { end: 0, escaped: false, doubted: false, long: false, digitsOnly: false };

function scanText(scan: Scan, known: KnownName): boolean {
  const { text } = scan;
  const start = scan.at + 1;
  lookAt(signs, text, start, seen);
  let { end } = seen;
  let masked: string | undefined;
  if (!seen.escaped) masked = maskSeen(scan, known, start, seen);
  else {
    end = endOf(text, end);
    const value = end === -1 ? undefined : parsed(text.slice(start - 1, end + 1));
    if (value === undefined) return false;
    masked = maskValueOf(scan, known, value, true);
  }
  if (masked !== undefined) write(scan, start - 1, end + 1, JSON.stringify(masked));
  scan.at = end + 1;
  list(scan, known);
  return true;
}

function endOf(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let behind = end;
    while (text.charCodeAt(behind - 1) === backslash) behind -= 1;
    if ((end - behind) % 2 === 0) return end;
  }
  return -1;
}

function parsed(written: string): string | undefined {
  try {
    const value: string = JSON.parse(written);
    return JSON.stringify(value) === written ? value : undefined;
  } catch {
    return undefined;
  }
}
