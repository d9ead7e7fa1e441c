import { shellWord } from '../../schemas/command-line.ts';
import type { Target } from '../../targets/target.ts';

// The value of a header is its place: a variable of the shell, or a file that it reads.
function shellValue(shown: string): string | undefined {
  const variable = /^\$([A-Za-z_]\w*)$/.exec(shown)?.[1];
  if (variable !== undefined) return `\${${variable}}`;
  const file = /^\$\(cat (.+)\)$/.exec(shown)?.[1];
  return file === undefined ? undefined : `$(cat ${shellWord(file)})`;
}

/** The headers of a target as options of curl; secrets by the name of their variable or file, never by their value. */
export function shownHeaders({ headers }: Pick<Target, 'headers'>): readonly string[] {
  return Object.entries(headers).map(([name, { shown }]) => {
    const value = shellValue(shown);
    return value === undefined ? `-H ${shellWord(`${name}: ${shown}`)}` : `-H "${name}: ${value}"`;
  });
}
