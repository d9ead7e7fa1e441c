import { createServer } from 'node:net';
import { readDocument } from '../../reports/document.ts';
import { lackOfRoom } from '../../reports/run/room.ts';
import { certificationRuns } from '../../schemas/certification.ts';
import { given } from '../../schemas/given.ts';
import { operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readDeviations } from '../../targets/file/target-file.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import type { Settings } from '../../targets/settings.ts';
import { connectionOptions } from '../../targets/transport/route.ts';
import type { RunOptions } from './run-options.ts';

const instead = 'leave it out, or use another profile for a rehearsal';

/** Refuses, in one line, what would make a certification smaller than its profile has it. */
export function demandDepth(
  { profile, grep, operations, runs }: Pick<Settings, 'profile' | 'grep' | 'operations' | 'runs'>,
  { skipOpening }: Pick<RunOptions, 'skipOpening'> = {},
): void {
  if (profile !== 'certification') return;
  const refuse = (option: string, why: string): never => {
    throw new ConfigurationError(`Profile certification does not accept ${option}: ${why}; ${instead}.`);
  };
  if (grep !== undefined) refuse('--grep', 'every test counts');
  if (operations.length < operationIds.length)
    refuse('--operation', 'every operation counts; the target file says under "capabilities" what is absent');
  if (runs < certificationRuns)
    refuse(`--runs ${runs}`, `its depth is ${certificationRuns} cases per property or more`);
  if (skipOpening === true) refuse('--skip-opening', 'the opening shows what the service is');
}

/** Throws a `ConfigurationError` when something that a target file names cannot be used: certificates, signing module, port of the notifications. */
export async function demandFiles({ target, targetFile }: Settings): Promise<void> {
  try {
    connectionOptions(target.tls);
    // The embedded endpoint has its key once it has started.
    if (target.environment !== 'embedded') await createSigner(target);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`${targetFile}: ${error.message}`);
  }
  const { port, host = '127.0.0.1' } = target.notify ?? {};
  if (port !== undefined) await demandPort(host, port, targetFile);
}

async function demandPort(host: string, port: number, file: string): Promise<void> {
  const server = createServer();
  const why = await new Promise<string | undefined>((resolve) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    server.listen(port, host, () => resolve(undefined));
  });
  if (why === undefined) await new Promise((closed) => server.close(closed));
  else
    throw new ConfigurationError(
      `${file}: "notify" names ${host} port ${port}, where the suite cannot listen (${why}).`,
    );
}

async function demandVariant({ fault, dialect, target: { acquirer } }: Settings): Promise<void> {
  if (fault === undefined && dialect === undefined && acquirer === undefined) return;
  (await import('../investigate/known-variant.ts')).demandKnownVariant(given({ fault, dialect, acquirer }));
}

// A named service would be tested as it is, and the report would name a fault.
function demandEmbedded({ target, targetFile, fault, dialect }: Settings): void {
  if (target.environment === 'embedded') return;
  const option = fault === undefined ? (dialect === undefined ? undefined : '--dialect') : '--fault';
  if (option !== undefined)
    throw new ConfigurationError(
      `${option} changes the embedded endpoint, and ${targetFile} names another service ("environment": "${target.environment}").`,
    );
}

// Nothing would be tested, and the reason would be far down in the reports.
function demandPresent({ operations, target: { capabilities }, targetFile }: Settings): void {
  const absent = operations.filter((id) => capabilities[id] === false);
  if (operations.length === operationIds.length || absent.length === 0) return;
  const says = `--operation names ${absent.join(', ')}, and ${targetFile} says under "capabilities" that the service has no such operation`;
  if (absent.length === operations.length) throw new ConfigurationError(`${says}.`);
  process.stderr.write(`${says}; the others are tested.\n`);
}

/** Refuses a pattern of titles that is none. */
export function demandPattern({ grep }: Pick<Settings, 'grep'>): void {
  try {
    new RegExp(grep ?? '');
  } catch (error) {
    throw new ConfigurationError(`--grep is not a valid regular expression: ${(error as Error).message}.`);
  }
}

function demandOpening({ grep }: Settings, { learn, skipOpening }: RunOptions): void {
  const without = skipOpening === true ? '--skip-opening' : grep === undefined ? undefined : '--grep';
  if (learn === true && without !== undefined)
    throw new ConfigurationError(`--learn is part of the opening, and ${without} starts without one.`);
}

function demandRoom({ out }: Settings): void {
  const lack = lackOfRoom(out);
  if (lack !== undefined) throw new ConfigurationError(lack);
}

/** What has to hold before a run begins, in the order in which it is said: each throws a `ConfigurationError` of one line. */
const checks: readonly ((settings: Settings, options: RunOptions) => void | Promise<void>)[] = [
  demandVariant,
  demandEmbedded,
  demandPresent,
  demandDepth,
  demandPattern,
  demandOpening,
  ({ target: { deviations } }) => void (deviations === undefined || readDeviations(deviations)),
  demandFiles,
  ({ document }) => void (document === undefined || readDocument(document)),
  demandRoom,
];

/** Throws a `ConfigurationError` of one line where a run with these settings could not begin, or would end without reports. */
export async function checkRun(settings: Settings, options: RunOptions): Promise<void> {
  for (const check of checks) await check(settings, options);
}
