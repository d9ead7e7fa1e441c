import { readOpening } from '../reports/opening.ts';
import { cleanUpFolder } from './clean-up.ts';
import type { Environment } from './file/secret.ts';
import { readSettings, type Settings, withBodyFormats } from './settings.ts';

/** What a clean-up is of. */
export interface CleanUpSettings {
  /** The folder of the run, as the user named it. */
  readonly folder: string;
  /** True if the user named the folder again, in SEND: otherwise nothing is sent. */
  readonly sends: boolean;
  /** The settings of the clean-up, whose requests are kept in a folder of its own. */
  readonly settings: Settings;
}

/** Reads what a clean-up is of from the variables CLEAN_UP and SEND, and its target as in a run. */
export function cleanUpSettings(environment: Environment = process.env): CleanUpSettings {
  const { CONFORMANCE_CLEAN_UP: folder = '', CONFORMANCE_SEND: named } = environment;
  const settings = { ...readSettings(environment), out: cleanUpFolder(folder), workers: 1 };
  const sends = named !== undefined && cleanUpFolder(named) === settings.out;
  return { folder, sends, settings: withBodyFormats(settings, readOpening(folder)) };
}
