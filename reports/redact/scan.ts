import type { SecretClass } from '../../schemas/contract.ts';
import { mayBeCard, mayHoldCard } from './card-numbers.ts';
import type { KnownName } from './known-names.ts';
import { isNested, maskLeaf } from './leaves.ts';
import { maskOf } from './masks.ts';
import { mark, mayHold, noteSecret, type Place, spellingsOf } from './scope.ts';

/** One pass over a text, and what of it is masked so far. */
export interface Scan {
  readonly text: string;
  readonly place: Place;
  readonly number: number;
  /** Registered values and secrets of the exchange as they are spelt anywhere in the text; undefined when it holds none. */
  readonly spellings: ReadonlySet<string> | undefined;
  /** Where the next sign is read. */
  at: number;
  /** The text up to `copied` with its masks. */
  masked: string;
  copied: number;
}

let scans = 0;

/** Starts a pass over a text. */
export function startScan(text: string, place: Place): Scan {
  scans += 1;
  const { sweeps, scope } = place;
  const spellings = sweeps === true ? spellingsOf(scope, text) : sweeps === false ? undefined : sweeps;
  // Names are listed at the end only: masking otherwise lists them in another order where a text stands inside a text.
  const own = place.fields === undefined ? place : { ...place, fields: new Set<string>() };
  return { text, place: own, number: scans, spellings, at: 0, masked: '', copied: 0 };
}

/** The whole text with its masks, whose names are listed now where it stands. */
export function endScan({ text, place, masked, copied }: Scan, { fields }: Place): string {
  for (const name of place.fields ?? []) fields?.add(name);
  return copied === 0 ? text : masked + text.slice(copied);
}

/** Lists the name of a value of the message. */
export function list({ place: { fields }, number }: Scan, known: KnownName): void {
  if (fields === undefined || known.listed === number) return;
  known.listed = number;
  if (known.leaf.path !== '') fields.add(known.leaf.path);
}

/** Writes a mask in the place of a part that lies behind all that were written before. */
export function write(scan: Scan, start: number, end: number, mask: string): void {
  scan.masked += scan.text.slice(scan.copied, start) + mask;
  scan.copied = end;
}

const [doubtful, letter, digit, joining, blank, ending, escaping] = [0, 1, 2, 3, 4, 5, 6];
const fewestCardDigits = 13;

/** What each sign of ASCII means to a value of a medium. */
export type Signs = Uint8Array;

/** The signs of a medium whose values end with one sign, and in which others begin what is written otherwise than it reads. */
export function signsOf(end: RegExp, escapes: RegExp): Signs {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const sign = String.fromCharCode(code);
    if (end.test(sign)) return ending;
    if (escapes.test(sign)) return escaping;
    if (/[A-Za-z]/.test(sign)) return letter;
    if (/[0-9]/.test(sign)) return digit;
    if (sign === ' ') return blank;
    return /[_.,/+()#!?;*|-]/.test(sign) ? joining : doubtful;
  });
}

/** What was seen of a value at its first look. */
export interface Look {
  /** Where it ends, or where it is written otherwise than it reads. */
  end: number;
  escaped: boolean;
  /** Whether it holds anything but letters, digits, blanks and what joins them, or digits behind a blank. */
  doubted: boolean;
  /** Whether it holds as many digits in a row as a card number has. */
  long: boolean;
  digitsOnly: boolean;
}

/** Looks at the signs of a value from `start` on, once. */
export function lookAt(signs: Signs, text: string, start: number, look: Look): void {
  let [at, digits, run, doubted, long, escaped, before] = [start, 0, 0, false, false, false, letter];
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    const sort = code < 128 ? signs[code] : doubtful;
    if (sort === letter) run = 0;
    else if (sort === digit) {
      digits += 1;
      run += 1;
      long ||= run >= fewestCardDigits;
      // Behind a blank they may be a code.
      doubted ||= before === blank;
    } else if (sort === ending) break;
    // Half of a character and the end of the text, too, are nothing to be read here.
    else if (sort === escaping || !(code < 0xd800)) {
      escaped = true;
      break;
    } else doubted ||= sort === doubtful;
    before = sort ?? doubtful;
  }
  look.end = at;
  look.escaped = escaped;
  look.doubted = doubted;
  look.long = long;
  look.digitsOnly = digits === at - start;
}

/** A value as it is written once it is masked; undefined when it stays as it is, which most are found to at one look. */
export function maskSeen(scan: Scan, known: KnownName, start: number, look: Look): string | undefined {
  const { text, spellings, place } = scan;
  const { end, doubted, long, digitsOnly } = look;
  if (end === start) return undefined;
  const secret = known.secret !== undefined;
  const short = known.open && place.scope.short.size > 0;
  if (!secret && !short && !doubted && !long && spellings === undefined) return undefined;
  const value = text.slice(start, end);
  const looks = doubted || (long && (digitsOnly ? mayBeCard(value, known.identifier) : mayHoldCard(value)));
  if (!secret && !short && !looks && (spellings === undefined || !mayHold(spellings, value)))
    return undefined;
  return maskValueOf(scan, known, value, looks);
}

/** The same for a value that was read; `looks` tells whether it may hold something that is recognised by its look. */
export function maskValueOf(scan: Scan, known: KnownName, value: string, looks: boolean): string | undefined {
  const { secret, leaf } = known;
  const masked =
    secret === undefined || value === '' || (looks && isNested(value))
      ? maskLeaf(value, leaf, scan.place)
      : maskSecret(scan, known, secret, value);
  return masked === value ? undefined : masked;
}

function maskSecret(scan: Scan, known: KnownName, secret: SecretClass, value: string): string {
  const mask = maskOf(secret, value);
  if (mask === value) return value;
  noteSecret(scan.place.scope, secret, value, mask);
  if (known.marked !== scan.number) mark(scan.place, known.leaf.path);
  known.marked = scan.number;
  return mask;
}
