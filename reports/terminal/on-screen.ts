import { stripVTControlCharacters } from 'node:util';
import { commandStart } from '../../schemas/command-line.ts';

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

/** Two texts side by side within a width; the left one takes the given part of it. */
export function besides(left: string, right: string, width: number, part = 0.5): string {
  const leftWidth = Math.floor((width - 3) * part);
  const [lefts, rights] = [wrap(left, leftWidth), wrap(right, width - 3 - leftWidth)];
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_none, at) => {
    const line = lefts[at] ?? '';
    return `${line}${' '.repeat(leftWidth - widthOf(line))} │ ${rights[at] ?? ''}`.trimEnd();
  }).join('\n');
}

// A command is copied as a whole, so that the terminal breaks it and not we.
const isCommand = (line: string) => line.includes(`${commandStart} `) || /^\s*(?:curl|-H|--data)/.test(line);

// A here-document goes to a program as it is: a value that is broken in two is another one.
const hereDocument = /<<\s*(['"]?)(\w+)\1/;

/** Tells of each line whether it is part of a command. */
function copied(lines: readonly string[]): readonly boolean[] {
  let end: string | undefined;
  return lines.map((line) => {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      return true;
    }
    if (!isCommand(line)) return false;
    end = hereDocument.exec(line)?.[2];
    return true;
  });
}

/** Least columns that lines are broken for; narrower terminals break words anyway. */
const least = 40;

/** Lines as they fit where they are printed: broken in a terminal, which has columns; untouched in a pipe, a file or a CI log. */
export function onScreen(
  lines: readonly string[],
  place: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout,
  { CI: log }: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if (place.isTTY !== true || log !== undefined) return lines;
  const width = Math.max(least, place.columns ?? 80);
  const isCopied = copied(lines);
  return lines.flatMap((line, at) => (isCopied[at] === true ? [line] : wrap(line, width)));
}

let isHeard = false;

/**
 * Keeps a process alive whose output nobody takes any more, as after `| head -1` or on a full disk: what was to be said is lost, the
 * reports are not.
 */
export function withoutBrokenPipes(): void {
  if (isHeard) return;
  isHeard = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
