import { writeSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { withoutBrokenPipes } from '../reports/terminal/broken-pipes.ts';
import { commandStart } from '../schemas/command-line.ts';
import { plainText } from '../schemas/plain-text.ts';
import { WrongUse } from '../schemas/wrong-use.ts';
import { SendingStopped } from '../targets/refused-send.ts';
import { listenForSignals } from '../targets/stop.ts';
import { suiteName, suiteVersion } from '../targets/suite-version.ts';
import { deleteLeaking, whatLeaks } from './leaking-variables.ts';
import { exitStatus } from './subcommand.ts';
import { subcommands } from './subcommands.ts';
import { announceStop, statusAfterStop } from './until-stopped.ts';

// Help and version only need the names; loading all commands takes longer than most of them run.
async function addSubcommands(
  program: Command,
  words: readonly string[],
  finish: (status: number) => void,
): Promise<void> {
  const called = words.find((word) => !word.startsWith('-') && word !== 'help');
  for (const [name, { group, does, examples = [], load }] of Object.entries(subcommands)) {
    const command = program.command(name).description(does).helpGroup(`${group}:`);
    if (name === called) {
      const act = (await load())(command);
      command.action(async (...given) => finish(await act(...(given as never[]))));
    }
    if (examples.length > 0) command.addHelpText('after', exampleText(examples));
  }
}

function exampleText(examples: readonly string[]): string {
  const lines = examples.map((words) => `${commandStart} ${words}`);
  return lines.length === 1 ? `\nExample: ${lines[0]}` : ['\nExamples:', ...lines].join('\n  ');
}

// A module of the operator may end the process that loaded it.
function onEarlyEnd(code: number): void {
  if (code !== 0 || (process.exitCode ?? 0) !== 0) return;
  writeSync(2, 'The command was ended before it was done, and says nothing about the service.\n');
  process.exitCode = exitStatus.suiteError;
}

/** Returns the command line with only the called subcommand loaded; `finish` sets the exit status. */
export async function commandLineFor(
  words: readonly string[],
  finish: (status: number) => void,
): Promise<Command> {
  const program = new Command(suiteName)
    .description('Contract-test and conformance suite for the payment acquiring service interface')
    .version(suiteVersion)
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the options and an example)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit status: 0 conformant, 1 non-conformant, 2 wrong usage or configuration,\n3 incomplete, 4 suite error.',
    );
  await addSubcommands(program, words, finish);
  return program;
}

/** Runs the command line and returns the exit status; every expected error is one line on standard error. */
export async function main(words: readonly string[]): Promise<number> {
  withoutBrokenPipes();
  let status: number = exitStatus.conformant;
  const leaks = whatLeaks(process.env);
  if (leaks !== undefined) {
    process.stderr.write(`${leaks}\n`);
    return exitStatus.usage;
  }
  // Playwright reads these variables when a command loads it.
  deleteLeaking(process.env);
  process.on('exit', onEarlyEnd);
  announceStop();
  if (subcommands[words[0] ?? '']?.sends === true) listenForSignals();
  try {
    const program = await commandLineFor(words, (code) => (status = code));
    await program.parseAsync(words as string[], { from: 'user' });
    return statusAfterStop(status);
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitStatus.conformant : exitStatus.usage;
    if (error instanceof SendingStopped) return exitStatus.incomplete;
    if (error instanceof WrongUse) {
      process.stderr.write(`${plainText(error.message)}\n`);
      return exitStatus.usage;
    }
    const { reportFailure } = await import('./report-failure.ts');
    return await reportFailure(error);
  } finally {
    process.off('exit', onEarlyEnd);
  }
}
