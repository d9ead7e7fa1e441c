import { isObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../types.ts';

/**
 * Texts that the document says may be empty (2.6, 2.11), whose presence a sentence states while they have nothing to say (7.1,
 * 7.2, 7.5), or that repeat what a caller need not have given (2.9, 2.10): nobody can tell these from a value that is missing.
 */
export const mayBeEmpty: ReadonlySet<string> = new Set([
  'note',
  'refund_processing_date',
  'return_message',
  'error_message',
  'refund_message',
  'failure_reason',
  'failure_type',
  'refund_reason',
  'antifraud_provider',
  'contract_name',
  'website',
  'shopper_email',
  'shopper_phone',
  'delivery_address',
  'delivery_city',
  'delivery_country',
  'delivery_firstname',
  'delivery_lastname',
  'delivery_postal_code',
  'delivery_state',
]);

/** Which empty values stand for no value, besides blank texts. */
export interface Emptiness {
  /** In a success, null: its presence is looked at first, and then said once. */
  readonly nulls?: boolean;
  /** In a refusal, null, an empty object and an empty list: whoever writes every member leaves it empty there. */
  readonly all?: boolean;
  /** Blank texts of the request, by name: a text that came back as it was sent is there (see `blanksOf`). */
  readonly sent?: ReadonlySet<string>;
}

const blankUnder = (name: string, text: string) => `${name}\n${text}`;

/** The empty and blank texts of a request with their names, at any depth. */
export function blanksOf(request: JsonValue | undefined, found = new Set<string>()): ReadonlySet<string> {
  if (typeof request !== 'object' || request === null) return found;
  for (const [name, member] of Object.entries(request))
    if (typeof member !== 'string') blanksOf(member, found);
    else if (member.trim() === '') found.add(blankUnder(name, member));
  return found;
}

/**
 * The same value, or a copy without the members that are empty: how "no value" is written is not shown (2.14), so an empty or
 * blank text is absence. Identifiers and statuses that are blank are absent as well, also where they have to be there.
 */
export function filled(value: JsonValue, emptiness: Emptiness = {}): JsonValue {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => filled(entry, emptiness));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  if (!isObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const [name, member] of Object.entries(value)) {
    if (isEmpty(name, member, emptiness)) {
      copy ??= { ...value };
      delete copy[name];
      continue;
    }
    const part = typeof member === 'object' ? filled(member, emptiness) : member;
    if (part === member) continue;
    copy ??= { ...value };
    copy[name] = part;
  }
  return copy ?? value;
}

function isEmpty(name: string, value: JsonValue, { nulls = false, all = false, sent }: Emptiness): boolean {
  if (typeof value === 'string')
    return !mayBeEmpty.has(name) && value.trim() === '' && sent?.has(blankUnder(name, value)) !== true;
  if (value === null) return nulls || all;
  return all && typeof value === 'object' && Object.keys(value).length === 0;
}
