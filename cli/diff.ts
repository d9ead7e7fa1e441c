import { describeDiff, diffStatements } from '../reports/diff.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { exitStatus } from './exit-status.ts';
import { readStatement } from './read-statement.ts';
import type { Subcommand } from './subcommand.ts';

/** Compares the statements of two runs. */
export const diff: Subcommand = (program, finish) => {
  program
    .command('diff')
    .argument('<before>', 'statement, or the folder that holds it')
    .argument('<after>', 'statement, or the folder that holds it')
    .option('--exit-status', 'exit with 1 when anything changed')
    .option('--json', 'print the difference as JSON')
    .addHelpText('after', '\nExample: npx conformance diff yesterday/conformance.json reports/out')
    .action((before: string, after: string, options: { exitStatus?: true; json?: true }) => {
      const difference = diffStatements(readStatement(before), readStatement(after));
      if (options.json) console.log(jsonText(difference, 2));
      else for (const line of describeDiff(difference)) console.log(line);
      finish(options.exitStatus && !difference.same ? exitStatus.nonConformant : exitStatus.conformant);
    });
};
