import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Statement } from '../../reports/statement/format.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readStatement } from '../after/read-reports.ts';
import { reportFailure } from '../report-failure.ts';
import { exitStatus } from '../subcommand.ts';

/** The default export of a `--reporter` module; it gets the statement of a run and the folder of its reports. */
export type OwnReporter = (statement: Statement, out: string) => unknown;

/** The `--reporter` option. */
export const reporterOption = [
  '--reporter <file>',
  'module whose default export is called with the statement and the folder of the reports',
] as const;

/** Loads a reporter before anything is sent; throws `ConfigurationError` if this fails. */
export async function loadReporter(file: string | undefined): Promise<OwnReporter | undefined> {
  if (file === undefined) return undefined;
  const path = resolve(file);
  if (!existsSync(path)) throw new ConfigurationError(`--reporter: ${file} does not exist.`);
  const loaded: { readonly default?: unknown } = await import(pathToFileURL(path).href).catch(
    ({ message }: Error) => {
      throw new ConfigurationError(`--reporter: ${file} cannot be loaded: ${message}`);
    },
  );
  if (typeof loaded.default === 'function') return loaded.default as OwnReporter;
  throw new ConfigurationError(`--reporter: ${file} must export a function by default.`);
}

/** Calls a reporter with the statement of a folder; returns the exit status, 4 if only the reporter failed. */
export async function callReporter(
  reporter: OwnReporter | undefined,
  out: string,
  status: number,
): Promise<number> {
  if (reporter === undefined || !existsSync(resolve(out, 'conformance.json'))) return status;
  try {
    await reporter(readStatement(out), out);
    return status;
  } catch (error) {
    const failed = await reportFailure(error, 'The function of --reporter failed');
    return status === exitStatus.conformant ? failed : status;
  }
}
