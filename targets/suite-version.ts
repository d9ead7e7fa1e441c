import { existsSync, readFileSync } from 'node:fs';

// The sources stand one folder below package.json, what runs two, its modules one by one three.
const found = ['../package.json', '../../package.json', '../../../package.json'].map(
  (path) => new URL(path, import.meta.url),
);

const facts: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(found.find((url) => existsSync(url)) ?? new URL('../package.json', import.meta.url), 'utf8'),
);

/** The version in package.json. */
export const suiteVersion = facts.version;

/** The name in package.json, which is that of the command. */
export const suiteName = facts.name;
