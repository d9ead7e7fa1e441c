import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bodies from so many characters on lie on disk while a run is reported: thousands of long ones would not fit into memory. */
const longest = 8 * 1024;

let file: { readonly handle: number; size: number } | undefined;

/** One file for the process, without a name where the system allows it, so that nothing of it is left at any end. */
function openSpill(): NonNullable<typeof file> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-spill-'));
  const handle = openSync(join(folder, 'bodies'), 'w+', 0o600);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.platform === 'win32')
    process.once('exit', () => {
      closeSync(handle);
      remove();
    });
  else remove();
  return { handle, size: 0 };
}

/** Puts a long body of an answer on disk, from where it is read when somebody asks for it. */
export function spillBody<Received extends { readonly body?: unknown }>(received: Received): Received {
  if (typeof received.body !== 'string' || received.body.length <= longest) return received;
  file ??= openSpill();
  const { handle, size: at } = file;
  const bytes = Buffer.from(received.body, 'utf16le');
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done, undefined, at + done);
  file.size += bytes.length;
  const { length } = bytes;
  return {
    ...received,
    get body() {
      const back = Buffer.allocUnsafe(length);
      for (let read = 0; read < length; ) {
        const more = readSync(handle, back, read, length - read, at + read);
        if (more === 0) throw new Error('what was put aside of the evidence is gone');
        read += more;
      }
      return back.toString('utf16le');
    },
  };
}
