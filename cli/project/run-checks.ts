import { createServer } from 'node:net';
import { certificationRuns } from '../../schemas/certification.ts';
import { defined } from '../../schemas/defined.ts';
import { operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readDeviations } from '../../targets/file/target-file.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import type { Settings } from '../../targets/settings.ts';
import { connectionOptions } from '../../targets/transport/route.ts';

const rehearsalHint = 'leave it out, or use another profile for a rehearsal';

/** Throws if a variable would make a certification run smaller than its profile. */
export function demandDepth({
  profile,
  grep,
  operations,
  runs,
}: Pick<Settings, 'profile' | 'grep' | 'operations' | 'runs'>): void {
  if (profile !== 'certification') return;
  const refuse = (variable: string, why: string): never => {
    throw new ConfigurationError(
      `Profile certification does not accept ${variable}: ${why}; ${rehearsalHint}.`,
    );
  };
  if (grep !== undefined) refuse('CONFORMANCE_GREP', 'every test counts');
  if (operations.length < operationIds.length)
    refuse(
      'CONFORMANCE_OPERATION',
      'every operation counts; the target file says under "capabilities" what is absent',
    );
  if (runs < certificationRuns)
    refuse(`CONFORMANCE_RUNS=${runs}`, `its depth is ${certificationRuns} cases per property or more`);
}

/** Throws a `ConfigurationError` if certificates, signing module or notification port of a target file do not work. */
export async function demandFiles({ target, targetFile }: Settings): Promise<void> {
  try {
    connectionOptions(target.tls);
    // The embedded endpoint gets its key when it starts.
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

async function demandVariant({ fault, target: { acquirer } }: Settings): Promise<void> {
  if (fault === undefined && acquirer === undefined) return;
  (await import('../investigate/known-variant.ts')).demandKnownVariant(defined({ fault, acquirer }));
}

// The service would be tested unchanged, but the report would name a fault.
function demandEmbedded({ target, targetFile, fault }: Settings): void {
  if (target.environment === 'embedded') return;
  if (fault !== undefined)
    throw new ConfigurationError(
      `CONFORMANCE_FAULT changes the embedded endpoint, and ${targetFile} names another service ("environment": "${target.environment}").`,
    );
}

// Otherwise nothing would be tested, with the reason deep in the reports.
function demandPresent({ operations, target: { capabilities }, targetFile }: Settings): void {
  const absent = operations.filter((id) => capabilities[id] === false);
  if (operations.length === operationIds.length || absent.length === 0) return;
  const says = `CONFORMANCE_OPERATION names ${absent.join(', ')}, and ${targetFile} says under "capabilities" that the service has no such operation`;
  if (absent.length === operations.length) throw new ConfigurationError(`${says}.`);
  process.stderr.write(`${says}; the others are tested.\n`);
}

/** The checks before a run, in the order of their messages; each throws a `ConfigurationError`. */
const checks: readonly ((settings: Settings) => void | Promise<void>)[] = [
  demandVariant,
  demandEmbedded,
  demandPresent,
  demandDepth,
  ({ target: { deviations } }) => void (deviations === undefined || readDeviations(deviations)),
  demandFiles,
];

/** Throws a `ConfigurationError` if a run with these settings could not start or could not write reports. */
export async function checkRun(settings: Settings): Promise<void> {
  for (const check of checks) await check(settings);
}
