import { createServer } from 'node:net';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import type { Settings } from '../../targets/settings.ts';
import { connectionOptions } from '../../targets/transport/certificates.ts';

/** Throws a `ConfigurationError` when what a target file names beside itself cannot be used: certificates, signing module, port of the notifications. */
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
