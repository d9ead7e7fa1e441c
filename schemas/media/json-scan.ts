/** What a look at the brackets of a JSON text tells before it is parsed. */
export interface JsonSize {
  readonly depth: number;
  /** Names, counted by the colons outside strings. */
  readonly names: number;
  /** Names and entries together, a close upper estimate. */
  readonly members: number;
}

/** Measures depth and members in one pass without recursion; right for JSON, harmless for anything else. */
export function measureJson(text: string): JsonSize {
  let depth = 0;
  let deepest = 0;
  let names = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x3a: // :
        names += 1;
        break;
      case 0x2c: // ,
        commas += 1;
        break;
    }
  }
  return { depth: deepest, names, members: Math.max(names, commas + 1) };
}

/** Where a string of a JSON text ends that starts at its first quote; the end of the text where it does not. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return text.length;
}
