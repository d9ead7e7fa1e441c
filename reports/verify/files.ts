import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../schemas/plain-text.ts';
import {
  type DigestedFile,
  digestFile,
  digestFiles,
  digestText,
  envelopeFile,
  oddFilesIn,
} from '../digest.ts';
import { checkEnvelope, type Signers } from '../signing/envelope.ts';

/** A problem of an evidence folder. */
export interface VerifyProblem {
  /**
   * `changed`, `removed`, `added`: a file against the digest. `digest`: the digest file itself. `signature`: the envelope.
   * `key`: a wanted key has not signed, which says nothing about the evidence. `incomplete`: evidence or a report is
   * missing. `evidence`: the evidence contradicts itself. `verdict`: an exchange, judged again, has other findings.
   * `derived`: a report differs from the evidence. `release`: another release wrote the reports.
   */
  readonly kind:
    | 'changed'
    | 'removed'
    | 'added'
    | 'digest'
    | 'signature'
    | 'key'
    | 'incomplete'
    | 'evidence'
    | 'verdict'
    | 'derived'
    | 'release';
  /** File or exchange. */
  readonly at: string;
  readonly detail: string;
}

/** The files that a digest file lists; undefined if it is none. */
function listedIn(text: string): readonly DigestedFile[] | undefined {
  try {
    const { files } = JSON.parse(text) as { readonly files?: readonly DigestedFile[] };
    return files?.every(({ path, sha256 }) => [path, sha256].every((text) => typeof text === 'string'))
      ? files
      : undefined;
  } catch {
    return undefined;
  }
}

const words = ({ sha256, bytes }: DigestedFile) => `${sha256.slice(0, 12)}… (${bytes} bytes)`;

/** Reports which files differ from those in a digest. */
function compareFiles(listed: readonly DigestedFile[], found: readonly DigestedFile[]): VerifyProblem[] {
  const before = new Map(listed.map((file) => [file.path, file]));
  const now = new Map(found.map((file) => [file.path, file]));
  return [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((at): VerifyProblem[] => {
    const [old, fresh] = [before.get(at), now.get(at)];
    if (fresh === undefined) return [{ kind: 'removed', at, detail: 'the digest lists it, but it is gone' }];
    if (old === undefined) return [{ kind: 'added', at, detail: 'the digest does not list it' }];
    if (old.sha256 === fresh.sha256 && old.bytes === fresh.bytes) return [];
    return [{ kind: 'changed', at, detail: `its digest was ${words(old)}, now it is ${words(fresh)}` }];
  });
}

function checkDigest(dir: string, found: readonly DigestedFile[], odd: readonly string[]): VerifyProblem[] {
  const file = join(dir, digestFile);
  const wrong = (detail: string): VerifyProblem[] => [{ kind: 'digest', at: digestFile, detail }];
  if (!existsSync(file)) return wrong('it is missing');
  const text = readFileSync(file, 'utf8');
  const listed = listedIn(text)?.filter(({ path }) => !odd.includes(path));
  if (listed === undefined) return wrong('it is no digest');
  const differing = compareFiles(listed, found);
  // Where every file is as it is listed, the rest of the text must be as well.
  return differing.length > 0 || odd.length > 0 || text === digestText(found)
    ? differing
    : wrong('it is not written as this suite writes it');
}

/** Checks every file of a folder against the digest file, and its signatures; the keys (PEM) must have signed. */
export function checkFiles(
  dir: string,
  publicKeys: readonly string[] = [],
): Signers & { readonly problems: readonly VerifyProblem[]; readonly files: number } {
  const odd = oddFilesIn(dir);
  const found = digestFiles(dir, (path) => !odd.includes(path));
  const links = odd.map((at): VerifyProblem => ({ kind: 'changed', at, detail: 'it is not a plain file' }));
  // A link or a pipe is never read.
  const signed = odd.length > 0 ? undefined : checkEnvelope(dir, publicKeys);
  const { named = [], signedBy = [], problems = [] } = signed ?? {};
  const ofEnvelope = problems.map((problem): VerifyProblem => ({ ...problem, at: envelopeFile }));
  const all = [...checkDigest(dir, found, odd), ...links, ...ofEnvelope];
  return { named, signedBy, problems: all, files: found.length };
}

/** What the problems of an evidence folder come to, in one line; undefined if there are none. */
export function headlineOf(problems: readonly VerifyProblem[]): string | undefined {
  const [first, ...more] = problems;
  if (first === undefined) return undefined;
  if (problems.every(({ kind }) => kind === 'key'))
    return `The evidence holds, but ${problems.map(({ detail }) => detail).join('; ')}.`;
  if (first.kind === 'release') return `The evidence cannot be verified here: ${first.detail}.`;
  const others = more.length === 0 ? '' : `; ${counted(more.length, 'more problem')}`;
  return `The evidence does not hold: ${first.at}: ${first.detail}${others}.`;
}
