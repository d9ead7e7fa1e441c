import { ConfigurationError } from '../../targets/configuration-error.ts';
import { optionVariables } from '../../targets/settings.ts';
import type { TargetChoice } from '../option-values.ts';

/** The options of a run. */
export interface RunOptions extends TargetChoice {
  readonly profile?: string;
  /** What a warning does to a test. */
  readonly warnings?: string;
  readonly seed?: string;
  /** The day that dates of requests count from. */
  readonly day?: string;
  readonly runs?: string;
  readonly out?: string;
  readonly workers?: string;
  /** First part of every order_no. */
  readonly runId?: string;
  readonly fault?: string;
  /** Further variables of the runner. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Returns the environment of this process with every given option in its variable. */
export function environmentOf(options: RunOptions): NodeJS.ProcessEnv {
  const given = Object.entries(optionVariables).flatMap(([option, variable]) => {
    const value = options[option as keyof typeof optionVariables];
    // Such as --target "$TARGET" with the variable unset: the default would be another service.
    if (typeof value === 'string' && value.trim() === '')
      throw new ConfigurationError(`--${option} must not be empty.`);
    return value === undefined ? [] : [[variable, value] as const];
  });
  return { ...process.env, ...Object.fromEntries(given), ...options.variables };
}
