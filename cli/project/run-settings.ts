import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shard } from '../../reports/run/choices.ts';
import { optionWords } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import {
  embeddedWord,
  endpointOptions,
  readSettings,
  type Settings,
  warningEffects,
} from '../../targets/settings.ts';
import { whatLeaks } from '../leaking-variables.ts';
import { makeTemporary, removeFolder } from '../temporary-folder.ts';
import { cleanUpRun } from './clean-up.ts';

/** The variables of a run; each also has a long name, `CONFORMANCE_` before it, which wins. */
const shortNames = ['TARGET', 'SEED', 'PROFILE', 'REHEARSE', 'CLEAN_UP', 'SEND'] as const;

/** What a configuration says of a run; a variable beats each. */
export interface Configured {
  readonly target?: string | undefined;
  /** How many random cases each property test draws. */
  readonly cases?: number | undefined;
  /** What a warning does to its test and the run. */
  readonly warnings?: Settings['warnings'] | undefined;
}

/** Sets the variables of what is configured, as far as none is given; throws `ConfigurationError` for a wrong value. */
function takeConfigured(environment: NodeJS.ProcessEnv, { target, cases, warnings }: Configured): void {
  const refuse = (key: string, rule: string, found: unknown): never => {
    throw new ConfigurationError(`"use.${key}" must be ${rule}, found ${JSON.stringify(found)}.`);
  };
  if (target !== undefined) environment.CONFORMANCE_TARGET ??= target;
  if (cases !== undefined) {
    if (!Number.isInteger(cases) || cases < 1) refuse('cases', 'a whole number from 1', cases);
    environment.CONFORMANCE_RUNS ??= String(cases);
  }
  if (warnings !== undefined) {
    if (!warningEffects.includes(warnings)) refuse('warnings', warningEffects.join(' or '), warnings);
    environment.CONFORMANCE_WARNINGS ??= warnings;
  }
}

/** Sets the long name of every variable that is given by its short one; throws `ConfigurationError` for an empty target. */
function takeShortNames(environment: NodeJS.ProcessEnv, configured: Configured): void {
  for (const name of shortNames) {
    const long = `CONFORMANCE_${name}`;
    if (environment[name] !== undefined) environment[long] ??= environment[name];
  }
  takeConfigured(environment, configured);
  if (environment.CONFORMANCE_TARGET?.trim() === '')
    throw new ConfigurationError(
      `TARGET is empty: name a target file, or "${embeddedWord}" for the endpoint of the suite.`,
    );
}

/** Why a run of the suite refuses a second try. */
export const whyNoRetries = 'a second try would pay again, and would hide a finding as "flaky"';

/** Options that keep whole requests and answers in files. */
const keeping = /^--(?:trace|video|ui|ui-host|ui-port|debug)\b/;

/** Variables of Playwright that print what is sent, or stop at it. */
const telling = ['DEBUG', 'PWDEBUG'] as const;

/** Throws `ConfigurationError` if a variable makes Node or Playwright print or keep what is sent to a real service. */
function refuseTelling(environment: NodeJS.ProcessEnv): void {
  const leaks = whatLeaks(environment);
  if (leaks !== undefined) throw new ConfigurationError(leaks);
  const told = telling.find((name) => /^1$|pw:|\*/.test(environment[name] ?? ''));
  if (told !== undefined)
    throw new ConfigurationError(
      `${told} is refused: Playwright prints what is sent, unmasked. It is free for the embedded endpoint (TARGET=${embeddedWord}).`,
    );
}

/** Throws `ConfigurationError` if a certification is to run some of the tests only. */
function demandWhole(words: readonly string[], { profile }: Settings): void {
  const chosen = chosenBy(words);
  if (profile === 'certification' && chosen !== undefined)
    throw new ConfigurationError(
      `Profile certification does not accept "${chosen}": every test counts; use another profile for a rehearsal.`,
    );
}

/** Most memory of a worker, in megabytes: reading, judging and masking one exchange takes less than half of it. */
const workerHeap = 400;

const shortProcess = fileURLToPath(new URL('../../reports/short-process.cjs', import.meta.url));

/** Bounds the memory of the processes that Playwright starts, and tells them that they are short; options of the user win. */
function setUpWorkers(environment: NodeJS.ProcessEnv): void {
  const { NODE_OPTIONS = '' } = environment;
  const own = `--require ${JSON.stringify(shortProcess)} --max-old-space-size=${workerHeap}`;
  environment.NODE_OPTIONS = `${own} ${NODE_OPTIONS}`.trim();
}

/** Throws `ConfigurationError` if the words of `playwright test` ask for something that would do harm. */
function refuseHarm(words: readonly string[], { target }: Settings): void {
  const [retries, number] = optionIn(words, '--retries');
  if (retries !== undefined && number !== '0')
    throw new ConfigurationError(`${retries} is refused: ${whyNoRetries}.`);
  const kept = words.find((word) => keeping.test(word));
  if (kept !== undefined && target.environment !== 'embedded')
    throw new ConfigurationError(
      `${kept} is refused: a trace keeps card data unmasked. It is free for the embedded endpoint (TARGET=${embeddedWord}).`,
    );
}

/** A new folder for the reports of a run: its time in UTC, as in `results/2026-11-28T02-40-05`. */
export function newRunFolder(now: Date): string {
  return join('results', now.toISOString().slice(0, 19).replaceAll(':', '-'));
}

/**
 * The settings of a run that Playwright starts with these words, from the variables of `environment`, which get their
 * long names, and what is configured. Throws `ConfigurationError` for a wrong one and for an option that would do harm.
 */
export function runSettings(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  configured: Configured = {},
): Settings {
  takeShortNames(environment, configured);
  if (environment.CONFORMANCE_CLEAN_UP !== undefined) return cleanUpRun(words, environment);
  if (environment.CONFORMANCE_SEND !== undefined)
    throw new ConfigurationError('SEND is for a clean-up: name the folder of a run in CLEAN_UP, too.');
  environment.CONFORMANCE_OUT ??= newRunFolder(new Date());
  const shard = shardIn(words);
  if (shard !== undefined && environment.CONFORMANCE_SEED?.trim() === 'random')
    throw new ConfigurationError(
      '--shard needs another seed than random: all shards of a run have the same one.',
    );
  const settings = { ...readSettings(environment, defined({ shard })), opened: true };
  refuseHarm(words, settings);
  if (settings.target.environment !== 'embedded') refuseTelling(environment);
  if (settings.rehearses && settings.profile === 'certification')
    throw new ConfigurationError('REHEARSE is refused: a certification is what the service answers.');
  // The first word is the command of Playwright; an editor has another one.
  if (words[0] === 'test') demandWhole(words.slice(1), settings);
  setUpWorkers(environment);
  if (!settings.rehearses) return settings;
  const folder = makeTemporary('rehearsal');
  process.once('exit', () => removeFolder(folder));
  environment.CONFORMANCE_OUT = join(folder, 'run');
  return { ...settings, out: environment.CONFORMANCE_OUT };
}

/** The options of the embedded endpoint that a run starts; undefined if the target is another service. */
export function endpointOf({ target, fault, rehearses }: Settings): readonly string[] | undefined {
  const { environment, baseUrl, acquirer, merchant, signing } = target;
  if (baseUrl !== undefined) return undefined;
  if (environment === 'embedded') return endpointOptions({ fault, acquirer });
  if (!rehearses) return undefined;
  const { merchant_id, account_id, otherAccountId } = merchant;
  const accounts = [account_id, ...(otherAccountId === undefined ? [] : [otherAccountId])];
  return optionWords({
    merchant: `${merchant_id}:${accounts.join(',')}`,
    signing: signing.recipe === 'fixed' ? 'none' : signing.recipe,
  });
}

/** The name and the value of an option among words, such as `--shard 1/2` or `--shard=1/2`; empty without it. */
function optionIn(words: readonly string[], name: string): readonly [name?: string, value?: string] {
  const at = words.findIndex((word) => word.split('=')[0] === name);
  const value = words[at]?.split('=')[1] ?? words[at + 1] ?? '';
  return at < 0 ? [] : [name, value];
}

/** The part of the run that `--shard` names; Playwright itself complains about a wrong one. */
function shardIn(words: readonly string[]): Shard | undefined {
  const [, text = ''] = optionIn(words, '--shard');
  const [, number = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  return number >= 1 && number <= of ? { number, of } : undefined;
}

/** Options of Playwright that choose tests. */
const choosing =
  /^(?:-[gG].*|--(?:grep|grep-invert|project|test-list|test-list-invert|last-failed|only-changed))$/;

/** Options without a value; any other one takes the next word, unless its value is joined to it, as in `-gpayout`. */
const alone =
  /^-(?:x|u|-(?:debug|fail-on-flaky-tests|forbid-only|fully-parallel|headed|ignore-snapshots|last-failed|list|no-deps|pass-with-no-tests|quiet|ui))$/;

/** The words of `playwright test` that chose some of the tests, such as `-g @refund`; undefined if all were chosen. */
export function chosenBy(words: readonly string[]): string | undefined {
  const chosen: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isJoined = word.includes('=') || /^-\w./.test(word);
    const takesNext = word.startsWith('-') && !isJoined && !alone.test(word);
    const next = takesNext ? words[at + 1] : undefined;
    if (takesNext) at += 1;
    if (!word.startsWith('-') || choosing.test(word.split('=')[0] ?? ''))
      chosen.push(next === undefined ? word : `${word} ${next}`);
  }
  return chosen.length === 0 ? undefined : chosen.join(' ');
}
