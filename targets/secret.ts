import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from './configuration-error.ts';

/** Variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a secret is: an environment variable, or a file relative to the target file. */
export type SecretPlace = { readonly env: string } | { readonly file: string };

/** What names a key of a target file in an error: the file as the user gave it, its folder, and the key. */
export interface SecretUse {
  readonly file: string;
  readonly folder: string;
  readonly key: string;
  readonly environment: Environment;
}

/** Reads a whole secret text from its place; a `ConfigurationError` names the variable or file that is missing. */
export function readSecretText(place: SecretPlace, use: SecretUse): string {
  if ('env' in place) {
    const value = use.environment[place.env];
    if (value !== undefined && value !== '') return value;
    throw new ConfigurationError(
      `${use.file}: "${use.key}" needs the environment variable ${place.env}, which is not set.`,
    );
  }
  const path = resolve(use.folder, place.file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigurationError(
      `${use.file}: "${use.key}" needs the file ${path}, which cannot be read (${code}).`,
    );
  }
  if (text.trim() !== '') return text;
  throw new ConfigurationError(`${use.file}: "${use.key}" needs the file ${path}, which is empty.`);
}

/** Reads a secret of one line, such as a key or a password. */
export function readSecret(place: SecretPlace, use: SecretUse): string {
  return readSecretText(place, use).replace(/\r?\n[\s\S]*$/, '');
}
