import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '../configuration-error.ts';
import type { Sign } from './sign.ts';

/** Loads a module of the operator that exports `sign(body, operation)`, which returns the signature as text. */
export async function signingModule(path: string): Promise<Sign> {
  let exported: { sign?: unknown };
  try {
    exported = (await import(pathToFileURL(path).href)) as { sign?: unknown };
  } catch (error) {
    throw new ConfigurationError(`"signing.module": ${path} cannot be loaded: ${(error as Error).message}`);
  }
  const { sign } = exported;
  if (typeof sign !== 'function')
    throw new ConfigurationError(`"signing.module": ${path} exports no function "sign".`);
  return (body, operation) => {
    // A copy, so that a signer that sorts or adds fields does not change what is sent.
    const signature: unknown = sign(structuredClone(body), operation);
    if (typeof signature === 'string') return signature;
    throw new ConfigurationError(
      `"signing.module": sign() of ${path} must return text, received ${typeof signature}.`,
    );
  };
}
