import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The text of a file, which is unpacked if its name says that it is packed. */
export function textIn(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Replaces the text of a file, which is packed likewise. */
export function writeText(file: string, text: string): void {
  writeFileSync(file, file.endsWith('.gz') ? gzipSync(text) : text);
}
