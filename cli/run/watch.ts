import { drawRequest } from '../../generators/drawn.ts';
import { findingText } from '../../schemas/finding-text.ts';
import { documentedOperations, effectOf } from '../../schemas/operations.ts';
import { counted, plainLine, plainText } from '../../schemas/plain-text.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { systemClock } from '../../targets/clock.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { createBudget, refusalOf } from '../../targets/sending/budget.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import { onStop, whatStopped } from '../../targets/stop.ts';
import { serveTarget } from '../embedded.ts';
import {
  printToStderr,
  type TargetChoice,
  targetOptions,
  unnamedLine,
  wholeNumber,
} from '../option-values.ts';
import { exchangeStatus, exitStatus, type Subcommand } from '../subcommand.ts';
import { endsWhenAsked } from '../until-stopped.ts';
import { demandFiles } from './run-checks.ts';
import { environmentOf } from './run-options.ts';

interface WatchOptions extends TargetChoice {
  readonly seed?: string;
  readonly every: number;
  readonly rounds?: number;
}

/** Sends read-only requests until the limits, the rounds or a signal end it; returns the exit status. */
async function watchRounds(all: Settings, { every, rounds }: WatchOptions): Promise<number> {
  // The sender refuses everything else, even if the target file allows more.
  const settings = { ...all, target: { ...all.target, allow: ['reads'] as const } };
  const { target, seed } = settings;
  const reads = documentedOperations
    .map(({ id }) => id)
    .filter((id) => effectOf(id) === 'reads' && refusalOf(id, target) === undefined);
  if (reads.length === 0) throw new ConfigurationError('The service offers no operation that only reads.');
  const sender = await openSender(settings, { budget: createBudget(target) });
  const caller = sender.from({ test: 'watch', seed });
  const context = requestContext(settings);
  const stopping = new AbortController();
  const forget = onStop(() => stopping.abort());
  // Without requests nothing is known about the service.
  let status: number | undefined;
  try {
    for (
      let round = 1;
      whatStopped() === undefined && round <= (rounds ?? Number.POSITIVE_INFINITY);
      round += 1
    ) {
      const judged: JudgedExchange[] = [];
      for (const id of reads)
        judged.push(await caller.send(id, drawRequest(id, context, 'minimal', seed).body));
      status = Math.max(
        status ?? exitStatus.conformant,
        ...judged.map(({ judgement }) => exchangeStatus(judgement)),
      );
      for (const line of roundLines(round, judged)) console.log(line);
      if (round !== rounds) await systemClock.sleep(every * 1_000, stopping.signal);
    }
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    if (whatStopped() === undefined) {
      console.log(plainLine(`Nothing more is sent: ${error.message}.`));
      status = Math.max(status ?? 0, exitStatus.incomplete);
    }
  } finally {
    forget();
    await sender.close();
  }
  return status ?? exitStatus.incomplete;
}

/** Returns one line for a round, then its findings. */
function roundLines(round: number, all: readonly JudgedExchange[]): readonly string[] {
  const parts = all.map(({ exchange: { operation, received }, judgement: { outcome, findings } }) => {
    const answer = received.kind === 'none' ? `no answer (${received.reason})` : outcome;
    const found = findings.length === 0 ? '' : `, ${counted(findings.length, 'finding')}`;
    return `${operation} ${answer} in ${received.durationMs} ms${found}`;
  });
  const findings = all.flatMap(({ exchange, judgement }) =>
    judgement.findings.map((finding) => plainText(findingText(finding, exchange))),
  );
  return [`${round}  ${parts.join('; ')}`, ...findings];
}

/** Repeats read-only requests and prints a line for each round. */
export const watch: Subcommand = (command) => {
  targetOptions(command)
    .option(
      '--seed <number>',
      'same seed and day, same requests; random draws one (default: that of the contract)',
    )
    .option('--every <seconds>', 'pause between two rounds', wholeNumber('--every', 1, 86_400), 60)
    .option('--rounds <number>', 'end after this many rounds', wholeNumber('--rounds', 1, 1_000_000))
    .addHelpText(
      'after',
      '\nIt sends query and refund-search only, within the limits of the target file; Ctrl-C ends it.' +
        '\nExit status: that of the worst round.',
    );
  return async ({ every, rounds, ...chosen }: WatchOptions) => {
    const environment = environmentOf(chosen);
    const before = readSettings(environment);
    await demandFiles(before);
    printToStderr(unnamedLine(environment));
    const served = await serveTarget(before, environment);
    endsWhenAsked();
    try {
      return await watchRounds(served.settings, { every, ...(rounds === undefined ? {} : { rounds }) });
    } finally {
      await served.close();
    }
  };
};
