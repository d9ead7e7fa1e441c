import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { serveTarget } from '../cli/embedded.ts';
import { environmentOf, type RunOptions } from '../cli/project/run-options.ts';
import type { ChangeOf } from '../mock/behaviour.ts';
import { makeFolder } from '../reports/replace-file.ts';
import type { Statement } from '../reports/statement/format.ts';
import type { OperationId } from '../schemas/types.ts';
import { readSettings } from '../targets/settings.ts';
import { onStop } from '../targets/stop.ts';
import { packageRoot } from '../targets/suite-version.ts';

/** A run of the specs: with `recordIn`, each worker writes what it sent and got, unmasked, into that folder. */
export interface SpecRun extends RunOptions, Choice {
  /** Absolute path of the folder of the reports, which must not exist. */
  readonly out: string;
  /** How the embedded endpoint is changed; without it, as `fault` says. */
  readonly changeOf?: ChangeOf | undefined;
  readonly recordIn?: string;
}

/** Which tests a run has. */
export interface Choice {
  /** Those that call one of these operations. */
  readonly operations?: readonly OperationId[] | undefined;
  /** Those with a name that matches. */
  readonly grep?: string;
  /** Starts without the preflight; by default so does a run with `grep`. */
  readonly skipOpening?: boolean;
}

/** The pattern of Playwright for the tests that call one of the operations and have a name that matches. */
function patternOf({ operations, grep = '' }: Choice): string {
  const calls = operations === undefined ? '' : `(?=.*@(?:${operations.join('|')})(?=\\s|$))`;
  return `^${calls}${grep.startsWith('^') ? grep.slice(1) : `(?=.*(?:${grep}))`}`;
}

/**
 * Runs the specs with Playwright, one test at a time, against the embedded endpoint, which answers from this process, or
 * the service of a target file; returns the statement of the run. Throws if the run ended without one.
 */
export async function runSpecs({ changeOf, recordIn, ...options }: SpecRun): Promise<Statement> {
  const { grep, operations: _, skipOpening, out, ...others } = options;
  const environment = environmentOf({ ...others, out, workers: '1' });
  const served = await serveTarget(readSettings(environment), environment, changeOf);
  const around = dirname(out);
  makeFolder(around);
  try {
    const said = await startPlaywright(
      [
        '-g',
        patternOf(options),
        '--output',
        join(around, 'artifacts'),
        ...((skipOpening ?? grep !== undefined) ? ['--no-deps'] : []),
      ],
      { ...environment, ...(recordIn !== undefined && { CONFORMANCE_RECORD: recordIn }) },
    );
    return statementIn(out, said);
  } finally {
    await served.close();
  }
}

/** Runs Playwright with the reporter of the suite alone, and returns what it said. */
async function startPlaywright(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const script = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const config = join(packageRoot, 'dist', 'proof', 'playwright.config.js');
  const child = spawn(process.execPath, [script, 'test', '--config', config, ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (text: string) => {
    said = `${said}${text}`.slice(-4000);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const end = () => void child.kill('SIGINT');
  const release = onStop(end);
  process.once('exit', end);
  await new Promise((ended) => child.once('close', ended).once('error', ended));
  process.off('exit', end);
  release();
  return said;
}

function statementIn(out: string, said: string): Statement {
  try {
    return JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  } catch {
    throw new Error(`the specs ended without a statement: ${said}`);
  }
}
