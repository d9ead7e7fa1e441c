import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { commandLineFor } from '../../cli/main.ts';
import { subcommands } from '../../cli/subcommands.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { root } from '../house/source-files.ts';

/** The file that `init` writes unless told otherwise; documents may name it before it exists. */
const writtenByInit = 'conformance.target.json';

// A command that a document breaks over two lines is one command: in a code span, after a backslash, in a folded YAML text.
function joined(text: string): string {
  return text
    .replaceAll(/(?<!`)`[^`\n]+\n[^`\n]+`(?!`)/g, (span) => span.replace(/\s*\n\s*/, ' '))
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/(npx payment-acquiring-conformance [^\n]*)\n\s+(?=--)/g, '$1 ');
}

const start = commandStart;
const word = /^(?:'[^']*'|"[^"]*"|\\.|[^\s'"`\\;|()<>#&])+/;
const quoted = /'([^']*)'|"([^"]*)"|\\(.)/g;

/** Every command line of this suite in a text, as the words that a shell passes on. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  const whole = joined(text).replaceAll(/\$\{\{[^}]*\}\}/g, '1');
  const commands: string[][] = [];
  for (let at = whole.indexOf(start); at !== -1; at = whole.indexOf(start, at + 1)) {
    const words: string[] = [];
    let rest = whole.slice(at + start.length);
    while (/^[ \t]+\S/.test(rest)) {
      rest = rest.trimStart();
      const [found] = word.exec(rest) ?? [];
      if (found === undefined) break;
      words.push(found.replaceAll(quoted, (_, single, double, escaped) => single ?? double ?? escaped));
      rest = rest.slice(found.length);
    }
    commands.push(words);
  }
  return commands;
}

/** The text of a page without its markup. */
export function pageText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&#39;|&apos;/g, "'")
    .replaceAll('&amp;', '&');
}

function fileBreach(words: readonly string[]): string | undefined {
  const file = words[words.indexOf('--target') + 1] ?? '';
  const isNamed = words.includes('--target') && !/^[A-Z]+$|^\$/.test(file);
  if (!isNamed || file === writtenByInit || existsSync(resolve(root, file))) return undefined;
  return `no such target file: ${file}`;
}

/** Says what is wrong with a printed command: an unknown word, a missing file, a sentence glued to its end. */
export async function commandBreach(words: readonly string[]): Promise<string | undefined> {
  const line = ['conformance', ...words].join(' ');
  const [name = ''] = words;
  // Prose may speak of the command as such.
  if (name === '') return undefined;
  const entry = subcommands[name];
  if (entry === undefined) return `${line}: there is no command "${name}"`;
  if (/[.,:]$/.test(words.at(-1) ?? '')) return `${line}: a sentence is glued to it`;
  // As a person types it: with every rule of the command line, and nothing done.
  const program = (await commandLineFor(words, () => {})).configureOutput({ writeErr: () => {} });
  const command = program.commands.find((one) => one.name() === name);
  command
    ?.exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action(() => {});
  const takesFolder = command?.registeredArguments.some(({ parseArg }) => parseArg !== undefined);
  // Folders of a run exist when the command is typed, and variables of a shell have values.
  const isFolder = (one: string) => /^[A-Z]+$|[$*]|^(?:reports|results)\//.test(one);
  const given = words.map((one) => (takesFolder && isFolder(one) ? root : one));
  try {
    await program.parseAsync(given, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return `${line}: ${error.message}`;
    throw error;
  }
  const breach = fileBreach(words);
  return breach === undefined ? undefined : `${line}: ${breach}`;
}
