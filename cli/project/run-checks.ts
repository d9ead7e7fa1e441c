import { createServer } from 'node:net';
import { certificationRuns } from '../../schemas/certification.ts';
import { defined } from '../../schemas/defined.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readDeviations } from '../../targets/file/target-file.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import type { Settings } from '../../targets/settings.ts';
import { connectionOptions } from '../../targets/transport/route.ts';

/** Throws if a variable would make a certification run smaller than its profile. */
export function demandDepth({ profile, runs }: Pick<Settings, 'profile' | 'runs'>): void {
  if (profile === 'certification' && runs < certificationRuns)
    throw new ConfigurationError(
      `Profile certification does not accept CONFORMANCE_RUNS=${runs}: its depth is ${certificationRuns} cases per property or more; leave it out, or use another profile for a rehearsal.`,
    );
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

/** The checks before a run, in the order of their messages; each throws a `ConfigurationError`. */
const checks: readonly ((settings: Settings) => void | Promise<void>)[] = [
  demandVariant,
  demandEmbedded,
  demandDepth,
  ({ target: { deviations } }) => void (deviations === undefined || readDeviations(deviations)),
  demandFiles,
];

/** Throws a `ConfigurationError` if a run with these settings could not start or could not write reports. */
export async function checkRun(settings: Settings): Promise<void> {
  for (const check of checks) await check(settings);
}
