import { uuidOf } from './values/identity.ts';

/** A `request_id` of a payout (2.13) that depends on the words alone. */
export function requestIdOf(...words: (string | number)[]): string {
  return uuidOf(...words);
}
