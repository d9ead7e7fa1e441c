import type { MediaProblem } from './decoded.ts';
import { limits } from './limits.ts';

/**
 * Says what of a page is too much for the DOM library, whose cost grows with nodes and attributes. It counts single
 * characters instead of tags, so that no trick of quoting, comments or scripts can hide nodes from it.
 */
export function scanHtml(text: string): MediaProblem | undefined {
  if (countOf(text, '<', limits.htmlMarks) > limits.htmlMarks) {
    return { kind: 'too-many-members', detail: `more than ${limits.htmlMarks} pieces of markup` };
  }
  if (countOf(text, '&', limits.htmlReferences) > limits.htmlReferences) {
    return { kind: 'too-many-members', detail: `more than ${limits.htmlReferences} character references` };
  }
  for (let open = text.indexOf('<'); open !== -1; ) {
    const close = text.indexOf('>', open);
    const end = close === -1 ? text.length : close;
    if (blanksIn(text, open, end) > limits.htmlBlanksInTag) {
      return { kind: 'too-many-members', detail: 'more attributes in one tag than are read' };
    }
    open = text.indexOf('<', end);
  }
  return undefined;
}

function countOf(text: string, mark: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1 && count <= most; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

function blanksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x2f) count += 1;
  }
  return count;
}
