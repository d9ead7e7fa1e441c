import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNamedFile } from '../targets/file/read-json-file.ts';
import { makeTemporary, removeFolder } from './temporary-folder.ts';

/** What a file of certificates holds; nothing if it cannot be read, as Node then goes without it. */
function certificatesIn(file: string | undefined): string {
  try {
    return file === undefined ? '' : readNamedFile(file).toString('latin1').trim();
  } catch {
    return '';
  }
}

/**
 * The file for `NODE_EXTRA_CA_CERTS` of processes that trust the authority of a target besides those that the user's own
 * file names: one of the two, or both joined for as long as this process runs.
 */
export function trustedAuthorities(
  authorityFile: string,
  own: string | undefined = process.env.NODE_EXTRA_CA_CERTS,
): string {
  const [needed, trusted] = [certificatesIn(authorityFile), certificatesIn(own)];
  if (own === undefined || needed.includes(trusted)) return authorityFile;
  if (trusted.includes(needed)) return own;
  const folder = makeTemporary('authorities');
  process.once('exit', () => removeFolder(folder));
  const joined = join(folder, 'authorities.pem');
  writeFileSync(joined, `${needed}\n${trusted}\n`, { mode: 0o600 });
  return joined;
}
