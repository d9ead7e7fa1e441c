import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../targets/settings.ts';
import { exitStatus } from './exit-status.ts';
import { readRunRecord } from './run-record.ts';
import { runSuite } from './run-suite.ts';
import type { Subcommand } from './subcommand.ts';

interface EvidenceLine {
  readonly kind: string;
  readonly id: string;
  readonly origin: { readonly test: string; readonly file: string };
  readonly judgement: {
    readonly findings: readonly {
      readonly clause: string;
      readonly verdict: string;
      readonly path: string;
    }[];
  };
}

/** The exchanges of a run's evidence whose id begins as given. */
function findExchanges(out: string, id: string): readonly EvidenceLine[] {
  const file = join(out, 'exchanges.ndjson');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"${id}`))
    .map((line) => JSON.parse(line) as EvidenceLine)
    .filter((line) => line.kind === 'exchange' && line.id.startsWith(id));
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

// Batch operations share titles; the sources and the compiled specs end differently.
function patternOf({ origin: { file, test } }: EvidenceLine): string {
  const title = test.split(' › ').at(-1) ?? '';
  return `${literally(file.replace(/\.[jt]s$/, ''))}\\.[jt]s.* ${literally(title)}(\\s|$)`;
}

const said = (line: EvidenceLine | undefined) =>
  (line?.judgement.findings ?? []).map(({ clause, verdict, path }) => `${verdict} ${clause} ${path}`).sort();

/** Makes the test of one exchange again, with the seed and target of its run, and says whether its findings came back. */
export const replay: Subcommand = (program, finish) => {
  program
    .command('replay')
    .argument('<id>', 'id of an exchange, as the findings print it')
    .option('--from <folder>', 'reports of the run that holds the exchange')
    .option('--target <file>', 'repeat against another target')
    .addHelpText('after', '\nExample: npx conformance replay 7f3a')
    .action(async (id: string, options: { from?: string; target?: string }) => {
      const from = options.from ?? readSettings().out;
      const found = findExchanges(from, id);
      const [line] = found;
      if (line === undefined || found.length > 1) {
        const many = found.length > 1 ? `${found.length} exchanges begin with` : 'No exchange begins with';
        console.error(`${many} "${id}" in ${join(from, 'exchanges.ndjson')}.`);
        return finish(exitStatus.usage);
      }
      // Beside the reports, whose digest covers every file inside them.
      const out = `${from.replace(/[\\/]+$/, '')}.replay`;
      const grep = patternOf(line);
      const record = readRunRecord(from);
      const status = await runSuite({
        ...record,
        ...(options.target ? { target: options.target } : {}),
        out,
        grep,
      });
      const again = findExchanges(out, line.id)[0];
      const before = said(line);
      const after = said(again);
      if (again === undefined) console.log(`Exchange ${line.id} was not reached again.`);
      else if (before.join() === after.join())
        console.log(`Reproduced: ${before.join('; ') || 'no finding, as before'}.`);
      else
        console.log(
          `Changed. Before: ${before.join('; ') || 'no finding'}. Now: ${after.join('; ') || 'no finding'}.`,
        );
      finish(status);
    });
};
