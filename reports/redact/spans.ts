/** A part of a text, with its replacement. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with an `x` for each letter, digit and unseen sign; nothing tells what it was. */
export function hiddenOf(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}\p{M}\p{So}\p{Cf}]/gu, 'x');
}

/** Appends spans one by one: as arguments of one call, many spans would overflow the stack. */
export function addSpans(spans: Span[], more: readonly Span[]): void {
  for (const span of more) spans.push(span);
}

/** A stretch that spans cover; `text` is its mask if all of them agree. */
interface Covered {
  readonly start: number;
  end: number;
  text: string | undefined;
}

function joined(spans: readonly Span[]): readonly Covered[] {
  const sorted = spans
    .filter((span) => span.end > span.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const groups: Covered[] = [];
  for (const { start, end, text } of sorted) {
    const last = groups.at(-1);
    if (last === undefined || start >= last.end) groups.push({ start, end, text });
    // A mask of another length, such as a tag, shows nothing of what it covers.
    else if (end <= last.end && last.text !== undefined && last.text.length !== last.end - last.start)
      continue;
    else if (start !== last.start || end !== last.end || text !== last.text) {
      last.end = Math.max(last.end, end);
      last.text = undefined;
    }
  }
  return groups;
}

/** Replaces all spans of a text. Where spans overlap and differ, all that they cover is hidden. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const written: string[] = [];
  let at = 0;
  for (const { start, end, text: mask } of joined(spans)) {
    written.push(text.slice(at, start), mask ?? hiddenOf(text.slice(start, end)));
    at = end;
  }
  written.push(text.slice(at));
  return written.join('');
}
