import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clauses } from '../schemas/clauses.ts';
import { rawSchemas } from '../schemas/contract.ts';
import { evidenceError } from './evidence/line-file.ts';
import { replaceFile } from './replace-file.ts';

/** A file in the digest; its path is relative to the folder and uses `/`. */
export interface DigestedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Name of the digest file, which does not cover itself. */
export const digestFile = 'evidence.sha256.json';

/** Name of the envelope with the signatures, which are also about the digest file. */
export const envelopeFile = 'conformance.dsse.json';

function pathsBelow(dir: string, below = ''): string[] {
  return readdirSync(join(dir, below)).flatMap((name) => {
    if (name.startsWith('.')) return [];
    const path = below === '' ? name : `${below}/${name}`;
    return lstatSync(join(dir, path)).isDirectory() ? pathsBelow(dir, path) : [path];
  });
}

/** The digest of one file. */
function digested(path: string, content: Uint8Array): DigestedFile {
  return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

// It exists only during a run and is removed with the run's lock.
const runnerFolder = 'runner/';

/** The pages of Allure, which anyone may make again from its results; these are in the digest. */
const pagesFolder = 'allure-report/';

/** Links, pipes and devices below a folder: their content may change or have no end. */
export function oddFilesIn(dir: string): readonly string[] {
  return pathsBelow(dir).filter((path) => !lstatSync(join(dir, path)).isFile());
}

/**
 * Digests of the wanted files, sorted by path, without digest file, envelope, dot files and the pages of Allure; throws
 * `EvidenceError` for links.
 */
export function digestFiles(dir: string, isWanted = (_path: string) => true): DigestedFile[] {
  return pathsBelow(dir)
    .filter((path) => path !== digestFile && path !== envelopeFile)
    .filter((path) => !path.startsWith(pagesFolder) && isWanted(path))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => {
      const file = join(dir, path);
      // The target of a link may change although the digest does not.
      if (!lstatSync(file).isFile()) throw evidenceError('digested', file, 'it is not a plain file');
      return digested(path, readFileSync(file));
    });
}

/** The root digest of some files. */
export function rootOf(files: readonly DigestedFile[]): string {
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/**
 * The exact text of the digest file over some files. Its root is the SHA-256 over the lines `<sha256>  <path>`, each
 * with a line end, sorted by path: the output of `sha256sum`.
 */
export function digestText(files: readonly DigestedFile[]): string {
  return `${JSON.stringify({ digest: 1, algorithm: 'sha256', root: rootOf(files), files }, null, 2)}\n`;
}

/** Writes `<dir>/evidence.sha256.json` over all files but the runner's own. */
export function writeDigest(dir: string): void {
  const files = digestFiles(dir).filter(({ path }) => !path.startsWith(runnerFolder));
  const file = join(dir, digestFile);
  try {
    replaceFile(file, digestText(files));
  } catch (cause) {
    throw evidenceError('digested', file, cause);
  }
}

let contract: string | undefined;

/** Hexadecimal SHA-256 over the register and message schemas; equal values mean that the contract is the same. */
export function contractSha256(): string {
  const files = () => Object.entries(rawSchemas()).sort(([a], [b]) => (a < b ? -1 : 1));
  contract ??= createHash('sha256')
    .update(JSON.stringify([clauses, files()]))
    .digest('hex');
  return contract;
}
