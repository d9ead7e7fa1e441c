import { type DriftKind, describeDiff, diffStatements, driftKinds, isDrift } from '../../reports/diff.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { readStatement } from '../after/read-reports.ts';
import { oneOf } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

/** Compares the statements of two runs. */
export const diff: Subcommand = (command) => {
  command
    .argument('<before>', 'statement, or the folder that holds it')
    .argument('<after>', 'statement, or the folder that holds it')
    .option(
      '--exit-status [kind]',
      'exit with 1 when anything changed, or with "worse" when something is worse',
      oneOf('--exit-status', driftKinds),
    )
    .option('--json', 'print the difference as JSON');
  return (before: string, after: string, options: { exitStatus?: DriftKind | true; json?: true }) => {
    const difference = diffStatements(readStatement(before), readStatement(after));
    if (options.json) console.log(jsonText(difference, 2));
    else for (const line of onScreen(describeDiff(difference))) console.log(line);
    const kind = options.exitStatus === true ? 'any' : options.exitStatus;
    return kind !== undefined && isDrift(difference, kind) ? exitStatus.nonConformant : exitStatus.conformant;
  };
};
