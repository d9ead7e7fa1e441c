import { maskOf } from './masks.ts';
import type { Span } from './spans.ts';

const localSign = /[\p{L}\p{N}._%+-]/u;
const domain = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy;
const longestLocal = 64;
const longestDomain = 255;

// No sign of an address is looked at twice: neither part runs on over another @.
function localStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < longestLocal && localSign.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** Every e-mail address in a text, with its mask. */
export function emailsIn(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    if (start === at) continue;
    domain.lastIndex = 0;
    const after = domain.exec(text.slice(at + 1, at + 1 + longestDomain))?.[0];
    if (after === undefined) continue;
    const end = at + 1 + after.length;
    spans.push({ start, end, text: maskOf('personal', text.slice(start, end)) });
  }
  return spans;
}
