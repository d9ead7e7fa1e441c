/** A stretch of a text and what is written in its place. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Writes a text with its spans replaced in one go; where spans overlap, both replacements stand for the whole stretch. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const sorted = spans
    .filter((span) => span.end > span.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let written = '';
  let at = 0;
  for (const span of sorted) {
    if (span.end <= at) continue;
    written += text.slice(at, Math.max(at, span.start)) + span.text;
    at = span.end;
  }
  return written + text.slice(at);
}
