import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/u;

/** Cells that a text takes in a terminal, colours left aside. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (/^[\u0020-\u007e]*$/.test(plain)) return plain.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(plain)) cells += wide.test(segment) ? 2 : 1;
  return cells;
}

/** A text in lines of at most so many cells; what follows a break is indented like its line and keeps its colour. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => (widthOf(line) <= width ? [line] : wrapLine(line, width)));
}

const startOfColour = String.fromCharCode(27);
const colour = new RegExp(`${startOfColour}\\[([0-9;]+)m`, 'g');
const closing = new Set(['0', '22', '39']);

/** The colour that is still open at the end of a text. */
function openColour(text: string): string {
  const last = [...text.matchAll(colour)].at(-1);
  return last === undefined || closing.has(last[1] ?? '') ? '' : last[0];
}

/** Cells before what a line says: its blanks, and the word that names it, as in `  found     …`. */
function indentOf(line: string, width: number): string {
  const start = /^ *(?:\w+(?: \w+)? {2,})?/.exec(stripVTControlCharacters(line))?.[0].length ?? 0;
  return ' '.repeat(Math.min(start, Math.floor(width / 2)));
}

function wrapLine(line: string, width: number): string[] {
  const indent = indentOf(line, width);
  const lines: string[] = [];
  let now = '';
  const breakLine = () => {
    const open = openColour(now);
    lines.push(`${now.trimEnd()}${open === '' ? '' : `${startOfColour}[0m`}`);
    now = `${indent}${open}`;
  };
  for (const word of line.split(/(?<=[ ,&])/)) {
    if (widthOf(now) > indent.length && widthOf(now + word.trimEnd()) > width) breakLine();
    if (widthOf(now + word.trimEnd()) <= width) {
      now += word;
      continue;
    }
    for (const { segment } of graphemes.segment(word)) {
      if (widthOf(now + segment) > width) breakLine();
      now += segment;
    }
  }
  return [...lines, now.trimEnd()];
}

/** Two texts beside each other within a width; the left one takes the given part of it. */
export function besides(left: string, right: string, width: number, part = 0.5): string {
  const leftWidth = Math.floor((width - 3) * part);
  const [lefts, rights] = [wrap(left, leftWidth), wrap(right, width - 3 - leftWidth)];
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_none, at) => {
    const line = lefts[at] ?? '';
    return `${line}${' '.repeat(leftWidth - widthOf(line))} │ ${rights[at] ?? ''}`.trimEnd();
  }).join('\n');
}
