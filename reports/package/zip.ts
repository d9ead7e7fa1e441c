import { Unzip, UnzipInflate, zipSync } from 'fflate';

/** The files of a package by path, with `/`; the path of an empty folder ends with `/`. */
export type Entries = ReadonlyMap<string, Uint8Array>;

/** The file is not a package, or not safe to unpack; the message is one line. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

/** Maximum unpacked size of a package, in bytes. */
const mostBytes = 512 * 1024 * 1024;
const mostFiles = 100_000;
/** Compressed bytes that are read at a time; deflate expands by a factor of about 1000 at most. */
const slice = 64 * 1024;

// The earliest time of the format, in local time as zip stores it: packing again gives the same bytes anywhere.
const time = () => new Date(1980, 0, 1);

/** The bytes of a package; equal files give equal bytes at any time and place. Throws `PackageError` if too large. */
export function writeZip(entries: Entries): Uint8Array {
  const total = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
  if (total > mostBytes)
    throw new PackageError(`it would hold ${total} bytes; a package holds at most ${mostBytes}`);
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: 6, mtime: time() });
}

function demandPlainName(name: string): void {
  const steps = name.replace(/\/$/, '').split('/');
  const isPlain =
    name !== '' &&
    name.length <= 400 &&
    !/[\\:\p{Cc}]/u.test(name) &&
    steps.every((step) => step !== '' && step !== '.' && step !== '..');
  if (!isPlain)
    throw new PackageError(
      `it names a file that would leave its folder: ${JSON.stringify(name.slice(0, 80))}`,
    );
}

/** The files of a package; throws `PackageError` for bytes that are not a zip file, bombs, unsafe or repeated names. */
export function readZip(bytes: Uint8Array, most = mostBytes): Entries {
  const entries = new Map<string, Uint8Array>();
  const names = new Set<string>();
  let total = 0;
  const reader = new Unzip((file) => {
    demandPlainName(file.name);
    // A case-insensitive file system would keep only one of them.
    const key = file.name.normalize('NFC').toLowerCase().replace(/\/$/, '');
    if (names.has(key)) throw new PackageError(`it holds ${file.name} twice`);
    names.add(key);
    if (names.size > mostFiles) throw new PackageError(`it holds more than ${mostFiles} files`);
    const parts: Uint8Array[] = [];
    file.ondata = (error, chunk, final) => {
      if (error !== null) throw error;
      total += chunk.length;
      if (total > most) throw new PackageError(`it unpacks to more than ${most} bytes`);
      parts.push(chunk);
      if (final) entries.set(file.name, new Uint8Array(Buffer.concat(parts)));
    };
    file.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += slice)
      reader.push(bytes.subarray(at, at + slice), at + slice >= bytes.length);
  } catch (error) {
    throw error instanceof PackageError
      ? error
      : new PackageError(`it is damaged: ${(error as Error).message}`);
  }
  if (entries.size === 0) throw new PackageError('it is not a zip file with files in it');
  const cut = [...names].length - entries.size;
  if (cut > 0) throw new PackageError(`${cut} of its files ${cut === 1 ? 'is' : 'are'} cut short`);
  return entries;
}
