import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compareExchanges, comparisonLines, renderComparison } from '../../reports/compare.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { whatStopped } from '../../targets/stop.ts';
import { demandFinished } from '../after/read-reports.ts';
import { environmentOf, type RunOptions } from '../run/run-options.ts';
import { runSuite } from '../run/run-suite.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { demandKnownVariant } from './known-variant.ts';

interface CompareOptions
  extends Pick<RunOptions, 'profile' | 'seed' | 'day' | 'runs' | 'operation' | 'grep' | 'dialect' | 'fault'> {
  readonly again?: string;
  readonly out: string;
  readonly json?: true;
  readonly exitStatus?: true;
}

/** The word for the service that comes with the suite. */
const embedded = 'embedded';

const evidenceFolder = (path: string) =>
  basename(path) === 'exchanges.ndjson' ? dirname(resolve(path)) : path;

const isEvidence = (path: string) =>
  path !== embedded && existsSync(evidenceFolder(path)) && statSync(evidenceFolder(path)).isDirectory();

function readRecorded(path: string) {
  const folder = evidenceFolder(path);
  demandFinished(folder);
  const { exchanges } = readEvidence(folder);
  if (exchanges.length === 0) throw new ConfigurationError(`${path} holds no exchanges of a run.`);
  return exchanges;
}

/** Sends the same tests to A, to B, and to A again; returns the folders of their evidence and the worst exit status. */
async function runAll(a: string, b: string, options: CompareOptions) {
  const { fault, dialect, out, again: _, json: __, exitStatus: ___, ...shared } = options;
  const optionsOf = (target: string, folder: string): RunOptions => ({
    ...shared,
    target: target === embedded ? embeddedTargetFile() : target,
    out: join(out, folder),
    workers: '1',
    learn: false,
    skipAllure: true,
    quiet: true,
  });
  const seed = String(readSettings(environmentOf(optionsOf(a, 'a'))).seed);
  const runs = [
    { ...optionsOf(a, 'a'), seed },
    { ...optionsOf(b, 'b'), ...(fault && { fault }), ...(dialect && { dialect }), seed },
    { ...optionsOf(a, 'a-again'), seed },
  ];
  // What is wrong with B is said before A gets a request.
  demandKnownVariant({ ...(fault && { fault }), ...(dialect && { dialect }) });
  for (const run of runs) readSettings(environmentOf(run));
  let status: number = exitStatus.conformant;
  for (const [at, run] of runs.entries()) {
    process.stderr.write(`Run ${at + 1} of ${runs.length}, of ${at === 1 ? 'B' : 'A'} …\n`);
    const ended = await runSuite(run);
    if (ended === exitStatus.usage || whatStopped() !== undefined) return { status: ended, folders: [] };
    status = Math.max(status, ended === exitStatus.nonConformant ? exitStatus.conformant : ended);
  }
  return { status, folders: runs.map((run) => run.out ?? '') };
}

/** Compares the answers of two services to the same requests. */
export const compare: Subcommand = (command) => {
  command
    .argument('<a>', `target file, "${embedded}", or the evidence of a run (its folder or exchanges.ndjson)`)
    .argument('<b>', 'the same for the service that is compared with it')
    .option('--seed <number>', 'same seed and day, same requests (default: random)')
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD in UTC (default: today)')
    .option('--profile <name>', 'ci, quick, strict or explore')
    .option('--runs <number>', 'how many random cases each property test draws')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--grep <pattern>', 'only tests whose title matches')
    .option('--dialect <name>', 'serve this conforming variant of the embedded endpoint as B')
    .option('--fault <id>', 'plant this fault in the embedded endpoint that is B')
    .option('--again <folder>', 'evidence of a second run of A, where A and B are evidence')
    .option('--out <folder>', 'where the page and the reports of the runs go', 'reports/compare')
    .option('--json', 'print the comparison as JSON')
    .option('--exit-status', 'exit with 1 when anything differs')
    .addHelpText(
      'after',
      '\nA is sent everything twice, B once, each within what its target file allows. What differs between the two runs of A is left out.',
    );
  return async (a: string, b: string, options: CompareOptions) => {
    const isRecorded = isEvidence(a) && isEvidence(b);
    if (!isRecorded && (isEvidence(a) || isEvidence(b) || options.again !== undefined))
      throw new ConfigurationError(
        'compare takes two services, or the evidence of two runs (with --again of a third).',
      );
    const { status, folders } = isRecorded
      ? {
          status: exitStatus.conformant,
          folders: [a, b, ...(options.again === undefined ? [] : [options.again])],
        }
      : await runAll(a, b, options);
    if (folders.length === 0) return status;
    const [first = [], second = [], again] = folders.map(readRecorded);
    const comparison = compareExchanges(first, second, again);
    const page = join(options.out, 'comparison.html');
    mkdirSync(options.out, { recursive: true, mode: 0o700 });
    writeFileSync(
      page,
      renderComparison(
        { a, b: [b, options.dialect ?? options.fault].filter(Boolean).join(', ') },
        comparison,
      ),
    );
    if (options.json) console.log(jsonText(comparison, 2));
    else
      for (const line of onScreen([...comparisonLines(comparison), `The page is ${page}.`]))
        console.log(line);
    const differs = options.exitStatus === true && comparison.differences.length > 0;
    return status === exitStatus.conformant && differs ? exitStatus.nonConformant : status;
  };
};
