import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { JsonObject, JsonValue } from '../schemas/types.ts';

/** How the endpoint checks `encryption_data`: its own choice, for the document shows no algorithm (5.5). */
export interface SignatureCheck {
  /** `none`, `hmac-sha256`, `sha256-concat` or `hmac-of-fields`. */
  readonly recipe: string;
  readonly key: string;
  /** Fields that `sha256-concat` joins and `hmac-of-fields` signs, in this order; absent ones count as nothing. */
  readonly fields?: readonly string[];
  /** Takes capitals only; without it upper and lower case are alike. */
  readonly uppercase?: true;
}

/** The recipes that can be checked. */
export const recipes = ['none', 'hmac-sha256', 'sha256-concat', 'hmac-of-fields'] as const;

const defaultFields = ['merchant_id', 'account_id', 'order_no', 'currency', 'amount'];

/** The part of a signature that is compared: from a digit on, up to another one. */
export type SignaturePart = readonly [from: number, to?: number];

/** Tells whether a request carries the signature that the recipe gives, or that part of it. */
export function isSigned(request: JsonObject, check: SignatureCheck, part: SignaturePart): boolean {
  const { encryption_data: sent } = request;
  if (typeof sent !== 'string') return false;
  const hex = signatureOf(request, check);
  const wanted = Buffer.from((check.uppercase === true ? hex.toUpperCase() : hex).slice(...part));
  const given = Buffer.from((check.uppercase === true ? sent : sent.toLowerCase()).slice(...part));
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** The signature of a request by one of the recipes, as 64 lower-case hex digits. */
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

/** The text under `hmac-sha256`: `name=value` of every field but the signature, joined by `&`, in ascending order of name. */
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
