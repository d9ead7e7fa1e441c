import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type Known, optionVariables } from '../../targets/settings.ts';
import { withoutLeaking } from '../leaking-variables.ts';
import { type TargetChoice, targetNamed } from '../option-values.ts';

/** The options of `run`, as the command line gives them. */
export interface RunOptions extends TargetChoice {
  readonly profile?: string;
  readonly seed?: string;
  /** The day that dates of requests count from. */
  readonly day?: string;
  readonly runs?: string;
  readonly operation?: string;
  readonly out?: string;
  readonly workers?: string;
  /** First part of every order_no. */
  readonly runId?: string;
  readonly fault?: string;
  readonly dialect?: string;
  readonly grep?: string;
  /** Only what failed or was not decided in the last run of the folder. */
  readonly lastFailed?: true;
  /** Ends the run after so many tests with failures. */
  readonly maxFailures?: number;
  /** The caller's own copy of the interface document. */
  readonly document?: string;
  /** Starts with the specs at once; so does, unless this is false, a run of some tests. */
  readonly skipOpening?: boolean;
  /** Makes no Allure report. */
  readonly skipAllure?: boolean;
  /** Prints every finding and reason at the end. */
  readonly verbose?: boolean;
  /** Learns what the document does not show before the specs, or does not; `learnsIn` decides unless given. */
  readonly learn?: boolean;
  /** Runs against a service that cannot be tested, by the name of the misfit. */
  readonly misfit?: string;
  /** Runs against a hostile service, by its name. */
  readonly hostile?: string;
  /** Keeps the history of its Allure reports next to the reports. */
  readonly history?: boolean;
  /** Prints nothing; the reports say it all. */
  readonly quiet?: boolean;
  /** Only one of several parts of the run, as in `2/4`. */
  readonly shard?: string;
  /** File of the private key that signs the reports. */
  readonly signKey?: string;
  /** What the command knows besides them. */
  readonly known?: Known;
  /** Further variables of the runner. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The environment of a run: ours, with every given option in its variable. */
export function environmentOf(options: RunOptions): NodeJS.ProcessEnv {
  const named = { ...options, target: targetNamed(options) };
  const given = Object.entries(optionVariables).flatMap(([option, variable]) => {
    const value = named[option as keyof typeof optionVariables];
    // As of --target "$TARGET" where the variable is not set: the default would be another service.
    if (typeof value === 'string' && value.trim() === '')
      throw new ConfigurationError(`${variable} must not be empty.`);
    return value === undefined || value === false ? [] : [[variable, value === true ? '1' : value] as const];
  });
  const { CONFORMANCE_SIGN_KEY: _, ...kept } = withoutLeaking(process.env);
  return { ...kept, ...Object.fromEntries(given), ...options.variables };
}
