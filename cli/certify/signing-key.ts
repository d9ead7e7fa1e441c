import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { digestFile } from '../../reports/digest.ts';
import { privateKeyIn, signFolder } from '../../reports/signing/envelope.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** Environment variable for the private key (PEM) that signs. */
export const signKeyVariable = 'CONFORMANCE_SIGN_KEY';

/** The option for the private key, the same for every command that signs. */
export const signKeyOption = [
  '--sign-key <file>',
  `Ed25519 private key (PEM) that signs; or the variable ${signKeyVariable} holds it`,
] as const;

// As with ssh, a key that others can read is not accepted.
function demandPrivate(file: string): void {
  if (process.platform === 'win32') return;
  const mode = statSync(file).mode & 0o077;
  if (mode !== 0)
    throw new ConfigurationError(
      `${file}: others may read this key (mode ${(statSync(file).mode & 0o777).toString(8)}); chmod 600 restricts it to its owner.`,
    );
}

function keyText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    demandPrivate(file);
    return text;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`${file}: the key that signs cannot be read (${code}).`);
  }
}

/** Returns the private key (PEM) of the option or environment, if any; errors never show any of it. */
export function signingKey(file: string | undefined): string | undefined {
  const held = process.env[signKeyVariable]?.trim();
  const pem = file === undefined ? held || undefined : keyText(file);
  if (pem === undefined) return undefined;
  try {
    privateKeyIn(pem);
    return pem;
  } catch (error) {
    throw new ConfigurationError(`${file ?? signKeyVariable}: ${(error as Error).message}.`);
  }
}

/** Signs the reports of a run and prints the fingerprint of the key; without reports it prints why it did not sign. */
export function signReports(out: string, privateKeyPem: string): void {
  if (!existsSync(join(out, digestFile))) {
    process.stderr.write(`Not signed: the digest file is missing.\n`);
    return;
  }
  console.log(`signed      by ${signFolder(out, privateKeyPem).join(', ')}`);
}
