import type { Shortened } from '../evidence/lines.ts';

/** The replacement for a text that could not be masked: its size and the reason. */
export function withheldText(bytes: number, reason: string): string {
  return `[${bytes} ${bytes === 1 ? 'byte' : 'bytes'} withheld: ${reason}]`;
}

/** The replacement for a body that could not be masked. */
export function withheldBody(bytes: number, reason: string): { body: string; shortened: Shortened } {
  return { body: withheldText(bytes, reason), shortened: { length: bytes } };
}

/** Why a body of this size was withheld; undefined if the text is not such a replacement. */
export function whyWithheld(text: string, bytes: number): string | undefined {
  const reason = /^\[\d+ bytes? withheld: ([^\]]{1,200})\]$/.exec(text)?.[1];
  return reason !== undefined && text === withheldText(bytes, reason) ? reason : undefined;
}

/** A known secret is in a text after masking. */
export class SecretLeft extends Error {}

let failures: Set<string> | undefined;

/** Runs the masking of one exchange, and collects the steps at which it failed. */
export function collectingFailures<Made>(work: () => Made): { made: Made; failed: readonly string[] } {
  const before = failures;
  const own = new Set<string>();
  failures = own;
  try {
    return { made: work(), failed: [...own] };
  } finally {
    failures = before;
  }
}

/** Why a text is withheld. An error of masking is given by its name only, because its message may quote the text. */
export function reasonOf(error: unknown, place = 'a text'): string {
  if (error instanceof SecretLeft) return 'a known secret was left in it';
  if (error instanceof RangeError) return 'it is nested too deeply';
  const kind = error instanceof Error ? error.name : 'unknown error';
  failures?.add(`masking ${place} failed (${kind})`);
  return `masking it failed (${kind})`;
}

/** The masked text, or the replacement if masking fails. */
export function maskedOrWithheld(text: string, mask: (text: string) => string): string {
  try {
    return mask(text);
  } catch (error) {
    return withheldText(Buffer.byteLength(text), reasonOf(error));
  }
}
