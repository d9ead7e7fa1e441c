import { stripVTControlCharacters } from 'node:util';
import { commandStart } from '../../schemas/command-line.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/u;

/** Width of a text in terminal cells, without colour codes. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (/^[\u0020-\u007e]*$/.test(plain)) return plain.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(plain)) cells += wide.test(segment) ? 2 : 1;
  return cells;
}

/** Wraps a text to lines of at most `width` cells; a continuation keeps the indentation and colour of its line. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => (widthOf(line) <= width ? [line] : wrapLine(line, width)));
}

const startOfColour = String.fromCharCode(27);
const colour = new RegExp(`${startOfColour}\\[([0-9;]+)m`, 'g');
const closing = new Set(['0', '22', '39']);

/** The colour code that is active at the end of a text. */
function openColour(text: string): string {
  const last = [...text.matchAll(colour)].at(-1);
  return last === undefined || closing.has(last[1] ?? '') ? '' : last[0];
}

/** Indentation of a line: its leading spaces and its label, such as `  found     …`. */
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

// A command is copied as a whole, so the terminal must wrap it.
const isCommand = (line: string) => line.includes(`${commandStart} `) || /^\s*(?:curl|-H|--data)/.test(line);

// A here-document is passed on literally: a wrapped value would be another one.
const hereDocument = /<<\s*(['"]?)(\w+)\1/;

/** Returns for each line whether it is part of a command. */
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

/** Minimum wrapping width in columns; narrower terminals break words anyway. */
const leastColumns = 40;

/** Lines for printing: wrapped in a terminal, unchanged in a pipe, a file or a CI log. */
export function onScreen(
  lines: readonly string[],
  place: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout,
  { CI: log }: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if (place.isTTY !== true || log !== undefined) return lines;
  const width = Math.max(leastColumns, place.columns ?? 80);
  const isCopied = copied(lines);
  return lines.flatMap((line, at) => (isCopied[at] === true ? [line] : wrap(line, width)));
}

let isListening = false;

/** Keeps the process alive on a closed output (`| head -1`) or a full disk: messages are lost, reports are not. */
export function withoutBrokenPipes(): void {
  if (isListening) return;
  isListening = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
