import { readFileSync, statSync } from 'node:fs';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandReadable } from './containers.ts';

/** The bytes of a file; throws one line naming it. */
export function readBytes(file: string): Buffer {
  try {
    demandReadable(file, statSync(file).size);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read (${code}).`,
    );
  }
}
