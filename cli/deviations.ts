import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onScreen } from '../reports/terminal/on-screen.ts';
import { commandStart } from '../schemas/command-line.ts';
import { given } from '../schemas/given.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { readSettings } from '../targets/settings.ts';
import { type DeviationAnswers, deviationAnswers } from './deviations/answers.ts';
import {
  addToFile,
  type DeviationPlace,
  demandUnknown,
  deviationPlace,
} from './deviations/deviation-file.ts';
import { namedFinding } from './deviations/named-finding.ts';
import { exitStatus } from './exit-status.ts';
import { oneOf } from './option-values.ts';
import { readStatement } from './read-statement.ts';
import { readRunRecord, targetFor } from './run-record.ts';
import type { Subcommand } from './subcommand.ts';
import { terminalAsk } from './terminal-ask.ts';

interface AddOptions extends Partial<DeviationAnswers> {
  readonly from?: string;
  readonly target?: string;
  readonly file?: string;
  readonly id?: string;
  readonly link?: string;
}

function placeOf({ file, target }: AddOptions, from: string): DeviationPlace {
  if (file !== undefined) return { file };
  const isRun = target !== undefined || readRunRecord(from).target !== undefined;
  if (isRun) return deviationPlace(targetFor(from, target));
  throw new ConfigurationError(
    'deviations add needs --target or --file: no run was found that names a target.',
  );
}

/** Writes known deviations into the file that a target names. */
export const deviations: Subcommand = (program, finish) => {
  program
    .command('deviations')
    .argument('<add>', 'add', oneOf('deviations', ['add']))
    .argument('<finding>', 'CLAUSE/OPERATION, a clause of the last run, or the exchange that a finding names')
    .option('--reason <text>', 'why it is accepted')
    .option('--owner <text>', 'who repairs it, or decides about it')
    .option('--expires <day>', 'last day on which it counts, YYYY-MM-DD')
    .option('--id <text>', 'short name for the reports (default: the clause and the operation)')
    .option('--link <address>', 'where more is written about it')
    .option('--target <file>', 'target file whose deviations they are')
    .option(
      '--file <file>',
      'deviation file (default: the one that the target names, or a new one beside it)',
    )
    .option('--from <folder>', 'reports of the run that found it')
    .addHelpText(
      'after',
      `\nExample: ${commandStart} deviations add 2.9/refund_reference_id/shape/refund` +
        ' --reason "repaired with release 4.2" --owner payments --expires 2027-06-30',
    )
    .action(async (_add: 'add', finding: string, options: AddOptions) => {
      const from = options.from ?? readSettings().out;
      const isThere = options.from !== undefined || existsSync(join(from, 'conformance.json'));
      const named = namedFinding(finding, isThere ? readStatement(from) : undefined);
      const place = placeOf(options, from);
      demandUnknown(place, named);
      const terminal = terminalAsk('deviations add');
      try {
        const { reason, owner, expires } = options;
        const today = new Date().toISOString().slice(0, 10);
        const said = await deviationAnswers(given({ reason, owner, expires }), today, terminal?.ask);
        const { id, link } = options;
        const entry = { ...given({ id }), ...named, ...said, ...given({ link }) };
        for (const line of onScreen(addToFile(place, entry))) console.log(line);
      } finally {
        terminal?.close();
      }
      finish(exitStatus.conformant);
    });
};
