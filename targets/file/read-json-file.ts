import { readFileSync, statSync } from 'node:fs';
import { decodeJson } from '../../schemas/media/json.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';

/** Reads a JSON file of somebody's own; a `ConfigurationError` says in one line what is wrong. `kind` names it, as in `target file`. */
export function readJsonFile(file: string, kind: string): JsonValue {
  let bytes: Buffer | undefined;
  try {
    // A device may have no end.
    bytes = statSync(file).isCharacterDevice() ? undefined : readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `${file}: ${code === 'ENOENT' ? `there is no such ${kind}` : `cannot be read (${code})`}.`,
    );
  }
  if (bytes === undefined)
    throw new ConfigurationError(`${file}: cannot be read (it is a device, and no ${kind}).`);
  const decoded = decodeJson(bytes);
  if (!decoded.ok) {
    const { kind: problem, at, detail } = decoded.problem;
    const says =
      problem === 'empty'
        ? 'the file is empty'
        : problem === 'not-utf8'
          ? `${detail}: save the file as UTF-8`
          : detail;
    throw new ConfigurationError(`${file}${at === undefined ? '' : `, ${at}`}: ${says}.`);
  }
  const twice = decoded.notes.find(({ kind: note }) => note === 'duplicate-member');
  if (twice !== undefined) throw new ConfigurationError(`${file}: duplicate key "${twice.path}".`);
  return decoded.value;
}
