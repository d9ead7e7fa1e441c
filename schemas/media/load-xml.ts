import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads fast-xml-parser when a process has XML to read or write, and as one file: its modules take four times as long. */
export function loadXml(): typeof import('fast-xml-parser') {
  return require('fast-xml-parser') as typeof import('fast-xml-parser');
}
