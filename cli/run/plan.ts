import { roomy } from '../../reports/statement/gaps.ts';
import { liveOn } from '../../reports/terminal/live.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { given } from '../../schemas/given.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { limitsOf } from '../../targets/file/limits.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';
import { targetFileIn } from '../../targets/settings.ts';
import { loadTarget } from '../../targets/target.ts';
import { amountLacking, enoughFor, makePlan } from '../plan/make-plan.ts';
import { planLines } from '../plan/print-plan.ts';
import { rehearse } from '../plan/rehearse.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { sayAside, targetNamed, targetOptions, unnamedLine } from '../target-choice.ts';
import { environmentOf, type RunOptions } from './run-options.ts';

type PlanOptions = Pick<
  RunOptions,
  'target' | 'embedded' | 'profile' | 'seed' | 'day' | 'runs' | 'operation' | 'workers' | 'grep' | 'learn'
> & { readonly json?: true };

// A plan needs no secret and no card; that the run does is worth knowing beforehand.
function whyNotStart(file: string): string | undefined {
  try {
    loadTarget(file, process.env);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

/** Tells, before anything is sent to a target, what a run would send. */
export const plan: Subcommand = (program, finish) => {
  targetOptions(program.command('plan'))
    .option('--profile <name>', 'ci, quick, certification, strict or explore')
    .option('--seed <number>', 'the seed of the run that is planned (default: random, printed)')
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD in UTC (default: today)')
    .option('--runs <number>', 'how many random cases each property test draws')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--workers <number>', 'parallel workers')
    .option('--grep <pattern>', 'only tests whose title matches')
    .option('--learn', 'count what `run --learn` sends to a service that requires nothing further')
    .option('--no-learn', 'plan a run that does not learn, the default for a target file')
    .option('--json', 'print the plan as JSON')
    .addHelpText(
      'after',
      `\nExample: ${commandStart} plan --target conformance.target.json --operation refund --seed 7\n` +
        '\nThe suite rehearses against the embedded endpoint with the effects, capabilities, encodings and limits of the' +
        '\ntarget, and counts. Pass the printed seed to `run` to send the same requests.',
    )
    .action(async ({ json, embedded, ...chosen }: PlanOptions) => {
      const target = targetNamed({ ...chosen, ...given({ embedded }) });
      const options = { ...chosen, ...given({ target }) };
      const named = environmentOf(options);
      const file = targetFileIn(named);
      const real = readTargetFile(file);
      sayAside(unnamedLine(named));
      const rehearsed = async (says: string, amountPerRequest?: number) => {
        if (!json) process.stderr.write(`${says} ...\n`);
        const view = json ? undefined : liveOn(process.stderr);
        // A long test ends nothing for a while.
        const clock = setInterval(() => view?.tick(), 1_000).unref();
        return rehearse({ ...options, target: file }, view, amountPerRequest).finally(() => {
          clearInterval(clock);
          view?.end();
        });
      };
      const rehearsal = await rehearsed('Rehearsing against the embedded endpoint');
      const lacking = amountLacking(rehearsal);
      // What a test would send after the request that ended it is not known yet.
      const whole =
        lacking === undefined
          ? rehearsal
          : await rehearsed('Rehearsing again with a higher limits.amountPerRequest', roomy(lacking));
      // An address without a target file has the limits of a service of which nothing is known.
      const stranger = real.environment === 'embedded' && process.env.CONFORMANCE_BASE_URL !== undefined;
      const place = stranger ? ({ environment: 'sandbox' } as const) : real;
      const limits = limitsOf(place);
      const wouldNotStart = real.environment === 'embedded' ? undefined : whyNotStart(file);
      const enough = enoughFor(whole, limits, lacking);
      const made = makePlan(rehearsal, limits, given({ wouldNotStart, enough }));
      if (json) console.log(JSON.stringify({ rehearsal: 'embedded endpoint', ...made }, null, 2));
      else for (const line of planLines(made)) console.log(line);
      finish(
        made.tests.some(({ error }) => error !== undefined) ? exitStatus.suiteError : exitStatus.conformant,
      );
    });
};
