import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../schemas/plain-text.ts';
import { type Digests, digestFile, digestsIn, envelopeFile, linesOfDigests } from '../digest.ts';
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

/** Reports which files differ from those that the digest file lists. */
function compareFiles(listed: Digests, found: Digests): VerifyProblem[] {
  return [...new Set([...listed.keys(), ...found.keys()])].sort().flatMap((at): VerifyProblem[] => {
    const [before, now] = [listed.get(at), found.get(at)];
    if (!found.has(at)) return [{ kind: 'removed', at, detail: 'the digest lists it, but it is gone' }];
    if (now === undefined) return [{ kind: 'changed', at, detail: 'it is not a plain file' }];
    if (before === undefined) return [{ kind: 'added', at, detail: 'the digest does not list it' }];
    if (before === now) return [];
    const [old, fresh] = [before, now].map((sha256) => `${sha256.slice(0, 12)}…`);
    return [{ kind: 'changed', at, detail: `its digest was ${old}, now it is ${fresh}` }];
  });
}

function checkDigest(dir: string, found: Digests): VerifyProblem[] {
  const file = join(dir, digestFile);
  const wrong = (detail: string): VerifyProblem[] => [{ kind: 'digest', at: digestFile, detail }];
  if (!existsSync(file)) return wrong('it is missing');
  if (found.has(digestFile)) return wrong('it is not a plain file');
  const text = readFileSync(file, 'utf8');
  const lines = text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  const listed = new Map([...lines].map(([, sha256 = '', path = '']) => [path, sha256]));
  if (listed.size === 0) return wrong('it is not a list of digests');
  const differing = compareFiles(listed, found);
  // Where every file is as it is listed, the rest of the text must be as well.
  return differing.length > 0 || text === linesOfDigests(found)
    ? differing
    : wrong('it is not written as this suite writes it');
}

/** Checks every file of a folder against the digest file, and its signatures; the public keys must have signed. */
export function checkFiles(
  dir: string,
  publicKeys: readonly KeyObject[] = [],
): Signers & { readonly problems: readonly VerifyProblem[]; readonly files: number } {
  const found = digestsIn(dir);
  const ofFiles = checkDigest(dir, found);
  // A link or a pipe is never read.
  if ([...found.values()].includes(undefined))
    return { named: [], signedBy: [], problems: ofFiles, files: found.size };
  const { named, signedBy, problems } = checkEnvelope(dir, publicKeys);
  const ofEnvelope = problems.map((problem): VerifyProblem => ({ ...problem, at: envelopeFile }));
  return { named, signedBy, problems: [...ofFiles, ...ofEnvelope], files: found.size };
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
