import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads Ajv, only when a process has something to compile. */
export function loadAjv(): typeof import('ajv/dist/2020.js') {
  return require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
}
