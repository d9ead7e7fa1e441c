import { readFileSync, statSync } from 'node:fs';
import { decodeJson } from '../../schemas/media/json.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { plainName } from '../nearest.ts';

/** Reads a file named by the user; throws if it cannot be read, or is a device, which may have no end. */
export function readNamedFile(file: string): Buffer {
  if (statSync(file).isCharacterDevice())
    throw Object.assign(new Error('a device'), { code: 'it is a device' });
  return readFileSync(file);
}

/** Reads a JSON file of the user; throws `ConfigurationError` in one line. `kind` names it, as in `target file`. */
export function readJsonFile(file: string, kind: string): JsonValue {
  let bytes: Buffer;
  try {
    bytes = readNamedFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `${file}: ${code === 'ENOENT' ? `there is no such ${kind}` : `cannot be read (${code})`}.`,
    );
  }
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
  if (twice !== undefined) {
    const known = plainName((twice.path ?? '').replaceAll(/\[[0-9]{1,9}\]/g, ''));
    const which = known === undefined ? ', whose name is not shown' : ` "${twice.path}"`;
    throw new ConfigurationError(`${file}: duplicate key${which}.`);
  }
  return decoded.value;
}
