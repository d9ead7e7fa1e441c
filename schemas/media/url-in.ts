/** The URL that a text is, relative to another one if given; undefined if it is none. */
export function urlIn(text: string, base?: string): URL | undefined {
  // Once it has been called some thousand times, URL.canParse of Node 20 refuses letters such as "ö".
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
