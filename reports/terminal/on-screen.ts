import { commandStart } from '../../schemas/command-line.ts';
import { wrap } from './columns.ts';

/** Where lines are printed: a terminal has columns, a pipe or a file has none. */
export interface LinePlace {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

// A command is copied as a whole, so that the terminal breaks it and not we.
const isCommand = (line: string) => line.includes(`${commandStart} `) || /^\s*(?:curl|-H|--data)/.test(line);

// A here-document goes to a program as it stands: a value that is broken in two is another one.
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

/** Lines as they fit where they are printed: broken in a terminal, untouched in a pipe, a file or a CI log. */
export function onScreen(
  lines: readonly string[],
  place: LinePlace = process.stdout,
  { CI: log }: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if (place.isTTY !== true || log !== undefined) return lines;
  const width = Math.max(least, place.columns ?? 80);
  const isCopied = copied(lines);
  return lines.flatMap((line, at) => (isCopied[at] === true ? [line] : wrap(line, width)));
}
