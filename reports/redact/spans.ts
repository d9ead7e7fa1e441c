/** A stretch of a text and what is written in its place. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Adds spans to others, however many: as arguments of one call they would take the stack of the process. */
export function addSpans(spans: Span[], more: readonly Span[]): void {
  for (const span of more) spans.push(span);
}

/**
 * Writes a text with its spans replaced in one go. Of a span that another one covers in part, only the rest is written,
 * so that no text grows with the number of its overlaps.
 */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const sorted = spans
    .filter((span) => span.end > span.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const written: string[] = [];
  let at = 0;
  for (const span of sorted) {
    if (span.end <= at) continue;
    if (span.start >= at) written.push(text.slice(at, span.start), span.text);
    else written.push(span.text.slice(Math.max(0, span.text.length - (span.end - at))));
    at = span.end;
  }
  written.push(text.slice(at));
  return written.join('');
}
