import { readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { root } from './command.ts';

const deepest = 4;

function attempt(unpack: () => Buffer): Buffer[] {
  try {
    return [unpack()];
  } catch {
    return [];
  }
}

/** The contents of a ZIP archive, by the local headers of its entries. */
function zipEntries(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf('PK\u0003\u0004'); at >= 0; at = bytes.indexOf('PK\u0003\u0004', at + 4)) {
    if (at + 30 > bytes.length) break;
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (bytes.readUInt16LE(at + 8) === 8) found.push(...attempt(() => inflateRawSync(bytes.subarray(start))));
  }
  return found;
}

function base64Parts(text: string): Buffer[] {
  return [...text.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)].flatMap(([part]) => {
    const bytes = Buffer.from(part, 'base64');
    return [
      bytes,
      ...[gunzipSync, inflateRawSync, inflateSync].flatMap((undo) => attempt(() => undo(bytes))),
    ];
  });
}

/** All texts that some bytes hold: as they are, in UTF-16, and what is packed or encoded inside. */
export function textsIn(bytes: Buffer, depth = 0): readonly string[] {
  const text = bytes.toString('utf8');
  const texts = [text, ...(bytes.includes(0) ? [bytes.toString('utf16le')] : [])];
  if (depth >= deepest) return texts;
  const inner = [
    ...(bytes[0] === 0x1f && bytes[1] === 0x8b ? attempt(() => gunzipSync(bytes)) : []),
    ...(bytes[0] === 0x78 ? attempt(() => inflateSync(bytes)) : []),
    ...zipEntries(bytes),
    // A blob report is an archive with packed attachments in Base64.
    ...(depth <= 1 ? base64Parts(text) : []),
  ];
  return [...texts, ...inner.flatMap((part) => textsIn(part, depth + 1))];
}

/** The program of Playwright's HTML report, which is the same in every report, and holds numbers like any other. */
const program = readFileSync(`${root}node_modules/playwright-core/lib/vite/htmlReport/report.js`, 'utf8');

/** All texts of a file, but for the program of Playwright's report. */
export function textsOf(file: string): readonly string[] {
  const bytes = readFileSync(file);
  return textsIn(
    file.endsWith('.html') ? Buffer.from(bytes.toString('utf8').replace(program, () => '')) : bytes,
  );
}
