import { Command } from 'commander';
import { commandStart } from '../schemas/command-line.ts';
import { suiteName } from '../targets/suite-version.ts';
import { oneOf } from './option-values.ts';
import { exitStatus, type Subcommand, type SubcommandEntry } from './subcommand.ts';

type Families = Readonly<Record<string, { readonly does: string }>>;

/** The words that may follow on the command line, each with its description. */
interface Place {
  readonly after: string;
  readonly words: readonly (readonly [word: string, does: string])[];
}

/** Returns all places of the command line, read from the commands. */
async function placesOf(
  families: Families,
  subcommands: Readonly<Record<string, SubcommandEntry>>,
): Promise<readonly Place[]> {
  const all = Object.entries(subcommands);
  const below = (parent: string | undefined) =>
    all.flatMap(([name, { of, does }]) => (of === parent ? [[name, does] as const] : []));
  const options = await Promise.all(
    all.map(async ([name, { of, load }]) => {
      const command = new Command();
      (await load())(command);
      const words = command.options.flatMap(({ long, description }) =>
        typeof long === 'string' ? [[long, description] as const] : [],
      );
      return { after: of === undefined ? name : `${of} ${name}`, words };
    }),
  );
  const top = Object.entries(families).map(([name, { does }]) => [name, does] as const);
  const inFamilies = Object.keys(families).map((name) => ({ after: name, words: below(name) }));
  return [{ after: '', words: [...below(undefined), ...top] }, ...options, ...inFamilies];
}

function bashScript(places: readonly Place[]): string {
  // The longest words come first: a command of a family before the family.
  const cases = [...places]
    .sort((one, other) => other.after.split(' ').length - one.after.split(' ').length)
    .filter(({ after }) => after !== '')
    .map(({ after, words }) => `    "${after} "*) words="${words.map(([word]) => word).join(' ')}" ;;`);
  return `_${suiteName.replaceAll('-', '_')}() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1} " current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "$before" in
    " ") words="${places[0]?.words.map(([word]) => word).join(' ')}" ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _${suiteName.replaceAll('-', '_')} ${suiteName} conformance`;
}

function fishScript(places: readonly Place[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = places.flatMap(({ after, words }) => {
    const seen = after.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const where = after === '' ? '__fish_use_subcommand' : seen.join('; and ');
    return words.map(([word, does]) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c ${suiteName} -n ${quoted(where)} ${what} -d ${quoted(does)}`;
    });
  });
  return lines.join('\n');
}

/** Returns the command that prints the completion script of a shell. */
export function completionOf(...commands: Parameters<typeof placesOf>): Subcommand {
  return (command) => {
    command
      .argument('<shell>', 'bash, zsh or fish', oneOf('shell', ['bash', 'zsh', 'fish']))
      .addHelpText('after', `\nExample: source <(${commandStart} completion bash)`);
    return async (shell: 'bash' | 'zsh' | 'fish') => {
      const places = await placesOf(...commands);
      const before = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
      console.log(shell === 'fish' ? fishScript(places) : before + bashScript(places));
      return exitStatus.conformant;
    };
  };
}
