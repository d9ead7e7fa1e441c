import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { JsonObject, JsonValue } from '../schemas/types.ts';

/** How the endpoint checks `encryption_data`; the document shows no algorithm (5.5). */
export interface SignatureCheck {
  /** `none`, `hmac-sha256`, `sha256-concat` or `hmac-of-fields`. */
  readonly recipe: string;
  readonly key: string;
  /** Fields of `sha256-concat` and `hmac-of-fields`, in this order; absent fields count as empty. */
  readonly fields?: readonly string[];
  /** Requires upper-case digits; by default case is ignored. */
  readonly uppercase?: true;
}

/** The recipes that the endpoint can check. */
export const recipes = ['none', 'hmac-sha256', 'sha256-concat', 'hmac-of-fields'] as const;

const defaultFields = ['merchant_id', 'account_id', 'order_no', 'currency', 'amount'];

/** The compared part of a signature: digits from `from` up to, but not including, `to`. */
export type SignaturePart = readonly [from: number, to?: number];

/** Returns whether a request has the signature of the recipe, compared in this part only. */
export function isSigned(request: JsonObject, check: SignatureCheck, part: SignaturePart): boolean {
  const { encryption_data: sent } = request;
  if (typeof sent !== 'string') return false;
  const hex = signatureOf(request, check);
  const wanted = Buffer.from((check.uppercase === true ? hex.toUpperCase() : hex).slice(...part));
  const given = Buffer.from((check.uppercase === true ? sent : sent.toLowerCase()).slice(...part));
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** The signature of a request by its recipe, as 64 lower-case hex digits. */
export function signatureOf(request: JsonObject, check: SignatureCheck): string {
  if (check.recipe === 'hmac-sha256')
    return createHmac('sha256', check.key).update(pairsOf(request)).digest('hex');
  if (check.recipe === 'hmac-of-fields') {
    const values = (check.fields ?? defaultFields).map((name) => signedText(request[name]));
    return createHmac('sha256', check.key).update(values.join('|')).digest('hex');
  }
  const joined = (check.fields ?? defaultFields).map((name) => signedText(request[name])).join('');
  return createHash('sha256')
    .update(joined + check.key)
    .digest('hex');
}

/** The signed text of `hmac-sha256`: `name=value` of every other field, joined by `&`, sorted by name. */
function pairsOf(request: JsonObject): string {
  return Object.keys(request)
    .filter((name) => name !== 'encryption_data')
    .sort()
    .map((name) => `${name}=${signedText(request[name])}`)
    .join('&');
}

function signedText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
