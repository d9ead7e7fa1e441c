/** A part of a text, with its replacement. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Appends spans one by one: as arguments of one call, many spans would overflow the stack. */
export function addSpans(spans: Span[], more: readonly Span[]): void {
  for (const span of more) spans.push(span);
}

/** Overlapping spans as one: what any of them hides is hidden. */
interface Joined {
  readonly spans: readonly Span[];
  readonly start: number;
  end: number;
}

function joined(spans: readonly Span[]): readonly Joined[] {
  const sorted = spans
    .filter((span) => span.end > span.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const groups: { spans: Span[]; start: number; end: number }[] = [];
  for (const span of sorted) {
    const last = groups.at(-1);
    if (last === undefined || span.start >= last.end)
      groups.push({ spans: [span], start: span.start, end: span.end });
    else {
      const before = last.spans.at(-1);
      // The same span was found again in the decoded text.
      if (before?.start === span.start && before.end === span.end && before.text === span.text) continue;
      last.spans.push(span);
      last.end = Math.max(last.end, span.end);
    }
  }
  return groups;
}

// A mask of another length does not match character by character, so it replaces the whole span.
function isWhole({ start, end, text }: Span): boolean {
  return text.length !== end - start;
}

// A character is read once per span that may hide it; spans of one kind overlap at most as often as they are long.
function writeJoined(text: string, { spans, start, end }: Joined): string {
  const [first] = spans;
  if (first !== undefined && spans.length === 1) return first.text;
  const written = text.slice(start, end).split('');
  for (const span of spans) {
    if (isWhole(span)) continue;
    for (let at = span.start; at < span.end; at += 1)
      if (span.text[at - span.start] !== text[at] && written[at - start] === text[at])
        written[at - start] = span.text[at - span.start] ?? '';
  }
  let covered = start;
  for (const span of spans.filter(isWhole)) {
    if (span.end <= covered) continue;
    written.fill('', Math.max(span.start, covered) - start, span.end - start);
    if (span.start >= covered) written[span.start - start] = span.text;
    covered = span.end;
  }
  return written.join('');
}

/** Replaces all spans of a text. Overlapping spans are joined: what one of them hides, no other shows. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const written: string[] = [];
  let at = 0;
  for (const group of joined(spans)) {
    written.push(text.slice(at, group.start), writeJoined(text, group));
    at = group.end;
  }
  written.push(text.slice(at));
  return written.join('');
}
