import type { Shortened } from '../evidence/lines.ts';

/** What stands for a text that could not be masked: how much is missing, and why. */
export function withheldText(bytes: number, reason: string): string {
  return `[${bytes} ${bytes === 1 ? 'byte' : 'bytes'} withheld: ${reason}]`;
}

/** What stands for a body that could not be masked. */
export function withheldBody(bytes: number, reason: string): { body: string; shortened: Shortened } {
  return { body: withheldText(bytes, reason), shortened: { length: bytes } };
}

/** Tells whether a text stands for a body of so many bytes that could not be masked. */
export function isWithheld(text: string, bytes: number): boolean {
  const reason = /^\[\d+ bytes? withheld: ([^\]]{1,200})\]$/.exec(text)?.[1];
  return reason !== undefined && text === withheldText(bytes, reason);
}

/** A text of an exchange holds more to mask than a body is worth. */
export class TooMuchToMask extends Error {}

/** A known secret stands in a text after it was masked. */
export class SecretLeft extends Error {}

/** Why masking failed, by the kind of error alone, since its message may quote the text. */
export function reasonOf(error: unknown): string {
  if (error instanceof SecretLeft) return 'a known secret was left in it';
  if (error instanceof TooMuchToMask) return 'it holds more to mask than one body may';
  return `masking it failed (${error instanceof Error ? error.name : 'unknown error'})`;
}

/** What `mask` makes of a text, or what stands for it when that fails: nothing is ever lost because of it. */
export function maskedOrWithheld(text: string, mask: (text: string) => string): string {
  try {
    return mask(text);
  } catch (error) {
    return withheldText(Buffer.byteLength(text), reasonOf(error));
  }
}
