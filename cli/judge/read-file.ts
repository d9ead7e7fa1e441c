import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** The bytes of a file; throws one line naming it. */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read (${code}).`,
    );
  }
}
