import { fileURLToPath } from 'node:url';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Path of a configuration of the runner, named from this folder: of the compiled suite when that is what runs, so that no
 * process of a run compiles anything.
 */
export function configBeside(name: string): string {
  return fileURLToPath(new URL(`${name}.${extension}`, import.meta.url));
}

/** Variables that keep the runner from putting a compiler before every module, where none needs one. */
export const plainLoading: Readonly<Record<string, string>> =
  extension === 'js' ? { PW_DISABLE_TS_ESM: '1' } : {};
