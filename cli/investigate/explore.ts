import { commandStart } from '../../schemas/command-line.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type Kind, kinds } from '../explore/cases.ts';
import { loadReplay } from '../explore/replay-file.ts';
import { type Exploration, runExplore } from '../explore/run-explore.ts';
import { serveExplore } from '../explore/serve.ts';
import { openSession } from '../explore/session.ts';
import { collect, documentedOperation, oneOf, RepeatableOption, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { sayAside, type TargetChoice, targetOptions } from '../target-choice.ts';
import { onPort, untilAskedToEnd } from '../until-stopped.ts';

interface ExploreOptions extends TargetChoice {
  readonly kind?: Kind;
  readonly case?: string;
  readonly seed?: number;
  readonly count?: number;
  readonly entries?: number;
  readonly orders?: 'paid' | 'unknown';
  readonly edit?: readonly string[];
  readonly fault?: string;
  readonly dialect?: string;
  readonly list?: true;
  readonly save?: string;
  readonly load?: string;
  readonly full?: true;
  readonly json?: true;
  readonly show?: true;
  readonly ui?: true;
  readonly port?: number;
}

function operationNamed(name: string | undefined, loaded: string | undefined): DocumentedOperationId {
  const given = name ?? loaded;
  if (given === undefined)
    throw new ConfigurationError(`explore needs an operation, for example: ${commandStart} explore refund`);
  return documentedOperation(given);
}

// Somebody who looks at a batch for the first time wants to see one order; --entries takes any number.
const choices = ['entries', 'kind', 'count', 'load', 'list', 'case'] as const;
function isPlain(given: Partial<Record<(typeof choices)[number], unknown>>): boolean {
  const chosen = choices.map((name) => given[name]);
  return chosen.every((one) => one === undefined);
}

/** What is asked for: the options of the command line before those of a replay file. */
function explorationOf(name: string | undefined, options: ExploreOptions): Exploration {
  const loaded = options.load === undefined ? undefined : loadReplay(options.load);
  const { edit = [], ...given } = { ...loaded, ...options };
  const operation = operationNamed(name, loaded?.operation);
  return {
    ...given,
    ...(isPlain(given) && operationOf(operation).batch !== undefined ? { entries: 1 } : {}),
    operation,
    edits: [...(loaded?.edits ?? []), ...edit],
    full: options.full ?? false,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
  };
}

// What leaves the screen is kept by somebody.
function demandScreen({ show, json, ui }: ExploreOptions): void {
  if (show === undefined || ui === true) return;
  if (json === true)
    throw new ConfigurationError('--show is for a screen, and --json for a program: choose one.');
  if (process.stdout.isTTY !== true)
    throw new ConfigurationError('--show shows names and addresses on a terminal, and this output is none.');
}

async function serveUntilStopped(options: ExploreOptions): Promise<void> {
  const session = await openSession(options);
  try {
    const port = options.port ?? 0;
    const page = await onPort(port, () => serveExplore(session, { port }));
    await untilAskedToEnd(() => {
      sayAside(session.says);
      console.log(`Explore ${session.settings.target.name} at ${page.url}`);
      console.log('The address holds a token and answers this machine only. Ctrl-C stops serving.');
    });
    await page.close();
  } finally {
    await session.close();
  }
}

/** Makes one request, sends it, and shows what came back and what the judge says; in the terminal or on a local page. */
export const explore: Subcommand = (program, finish) => {
  targetOptions(program.command('explore'))
    .argument('[operation]', 'operation, for example refund')
    .option('--kind <kind>', `${kinds.join(', ')} (default: valid)`, oneOf('--kind', kinds))
    .option('--case <name>', 'one case by its name, as minimal or full; --list shows the names')
    .option(
      '--seed <number>',
      'same seed, same requests (default: random)',
      wholeNumber('--seed', 0, 2_147_483_647),
    )
    .option('--count <number>', 'how many cases (default: 1)', wholeNumber('--count', 1, 1000))
    .option(
      '--entries <number>',
      'a valid batch of this size (default for a batch: 1)',
      wholeNumber('--entries', 0, 1000),
    )
    .option(
      '--orders <which>',
      'paid: pay for the orders of a batch first (default); unknown: do not',
      oneOf('--orders', ['paid', 'unknown'] as const),
    )
    .addOption(
      new RepeatableOption(
        '--edit <path=value>',
        'change a field before sending: "path=" removes it, "path:=JSON" sends raw JSON',
        collect,
      ),
    )
    .option('--fault <id>', 'plant this fault in the embedded endpoint')
    .option('--dialect <name>', 'serve this conforming variant of the embedded endpoint')
    .option('--list', 'list the cases with expectation and clause; send nothing')
    .option('--save <file>', 'save how to build the request again, without its body')
    .option('--load <file>', 'repeat a saved request')
    .option('--full', 'show long bodies in full')
    .option('--json', 'print one JSON object per exchange')
    .option(
      '--show',
      'show made-up persons on this screen, if the target says that they are; needs a terminal',
    )
    .option('--ui', 'serve a page for it on 127.0.0.1')
    .option('--port <number>', 'port of the page; 0 picks a free one', wholeNumber('--port', 0, 65_535))
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        `  ${commandStart} explore refund --entries 51`,
        `  ${commandStart} explore payout --kind boundary --list`,
        `  ${commandStart} explore capture --edit 'capture_orders[0].amount=12.345'`,
        `  ${commandStart} explore --ui`,
      ].join('\n'),
    )
    .action(async (name: string | undefined, options: ExploreOptions) => {
      demandScreen(options);
      if (options.ui) {
        await serveUntilStopped(options);
        return finish(exitStatus.conformant);
      }
      finish(await runExplore(explorationOf(name, options), (text) => console.log(text)));
    });
};
