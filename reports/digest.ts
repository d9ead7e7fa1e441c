import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clauses } from '../schemas/clauses.ts';
import { rawSchemas } from '../schemas/contract.ts';
import { evidenceError } from './evidence/line-file.ts';
import { replaceFile } from './replace-file.ts';

/** The SHA-256 of every file of a folder, as `sha256sum --check` reads it; it does not cover itself. */
export const digestFile = 'SHA256SUMS';

/** Name of the envelope with the signatures, which are also about the digest file. */
export const envelopeFile = 'conformance.dsse.json';

function pathsBelow(dir: string, below = ''): string[] {
  return readdirSync(join(dir, below)).flatMap((name) => {
    if (name.startsWith('.')) return [];
    const path = below === '' ? name : `${below}/${name}`;
    return lstatSync(join(dir, path)).isDirectory() ? pathsBelow(dir, path) : [path];
  });
}

/** Hexadecimal SHA-256. */
export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

// It exists only during a run and is removed with the run's lock.
const runnerFolder = 'runner/';

/** The pages of Allure, which anyone may make again from its results; these are in the digest. */
const pagesFolder = 'allure-report/';

/** Files by their paths, with `/`, and their SHA-256; undefined for a link, a pipe or a device. */
export type Digests = ReadonlyMap<string, string | undefined>;

/**
 * Digests of the wanted files of a folder, sorted by path, without digest file, envelope, dot files and the pages of
 * Allure.
 */
export function digestsIn(dir: string, isWanted = (_path: string) => true): Digests {
  const paths = pathsBelow(dir).filter((path) => !path.startsWith(pagesFolder) && isWanted(path));
  return new Map(
    paths.sort().flatMap((path): [string, string | undefined][] => {
      const file = join(dir, path);
      // The target of a link may change although its digest does not; a pipe has no end.
      if (!lstatSync(file).isFile()) return [[path, undefined]];
      return path === digestFile || path === envelopeFile ? [] : [[path, sha256Of(readFileSync(file))]];
    }),
  );
}

/** The digests as `sha256sum` prints them, one on a line; throws `EvidenceError` if one of the files is not a regular file. */
export function linesOfDigests(digests: Digests): string {
  return [...digests]
    .map(([path, sha256]) => {
      if (sha256 === undefined) throw evidenceError('digested', path, 'it is not a plain file');
      return `${sha256}  ${path}\n`;
    })
    .join('');
}

/** Writes the digest file of a folder over all files but the runner's own. */
export function writeDigest(dir: string): void {
  const lines = linesOfDigests(digestsIn(dir, (path) => !path.startsWith(runnerFolder)));
  const file = join(dir, digestFile);
  try {
    replaceFile(file, lines);
  } catch (cause) {
    throw evidenceError('digested', file, cause);
  }
}

let contract: string | undefined;

/** Hexadecimal SHA-256 over the register and message schemas; equal values mean that the contract is the same. */
export function contractSha256(): string {
  const files = () => Object.entries(rawSchemas()).sort(([a], [b]) => (a < b ? -1 : 1));
  contract ??= sha256Of(JSON.stringify([clauses, files()]));
  return contract;
}
