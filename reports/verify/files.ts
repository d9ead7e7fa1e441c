import { counted } from '../../schemas/plain-text.ts';
import type { OperationId } from '../../schemas/types.ts';
import {
  type DigestedFile,
  digestFile,
  digestFiles,
  envelopeFile,
  oddFilesIn,
  readDigest,
  rootOf,
} from '../digest.ts';
import { checkEnvelope, type Signers } from '../signing/envelope.ts';

function shown(digestAndBytes: string): string {
  const [digest = '', bytes] = digestAndBytes.split(' ');
  return `${digest.slice(0, 12)}… (${bytes} bytes)`;
}

/** Reports which files differ from those in a digest. */
function compareFiles(listed: readonly DigestedFile[], found: readonly DigestedFile[]): VerifyProblem[] {
  const [before, now] = [listed, found].map(
    (files) => new Map(files.map((file) => [file.path, `${file.sha256} ${file.bytes}`])),
  );
  if (before === undefined || now === undefined) return [];
  return [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((path): VerifyProblem[] => {
    const [old, fresh] = [before.get(path), now.get(path)];
    if (old === fresh) return [];
    if (fresh === undefined)
      return [{ kind: 'removed', at: path, detail: 'the digest lists it, but it is gone' }];
    if (old === undefined) return [{ kind: 'added', at: path, detail: 'the digest does not list it' }];
    return [{ kind: 'changed', at: path, detail: `its digest was ${shown(old)}, now it is ${shown(fresh)}` }];
  });
}

/** Checks every file of a folder against the digest file, and its signatures; the keys (PEM) must have signed. */
export function checkFiles(dir: string, publicKeys: readonly string[] = []) {
  const digest = readDigest(dir);
  const odd = oddFilesIn(dir);
  const isPlain = (path: string) => !odd.includes(path);
  const found = digestFiles(dir, isPlain);
  const wrong = (detail: string): VerifyProblem => ({ kind: 'digest', at: digestFile, detail });
  const files = found.length;
  const links = odd.map((at): VerifyProblem => ({ kind: 'changed', at, detail: 'it is not a plain file' }));
  const unsigned: Signers = { named: [], signedBy: [] };
  if (typeof digest === 'string')
    return { ...unsigned, problems: [wrong(digest), ...links], root: rootOf(found), files };
  const { root } = digest;
  // A link or a pipe is never read.
  const signed = odd.length > 0 ? { ...unsigned, problems: [] } : checkEnvelope(dir, publicKeys);
  const problems = [
    ...compareFiles(
      digest.files.filter(({ path }) => isPlain(path)),
      found,
    ),
    ...links,
    ...(rootOf(digest.files) === root ? [] : [wrong('the root digest does not fit the list of files')]),
    ...signed.problems.map((problem) => ({ ...problem, at: envelopeFile })),
  ];
  return { ...signed, problems, root, files };
}

/** A problem of an evidence folder. */
export interface VerifyProblem {
  /**
   * `changed`, `removed`, `added`: a file against the digest. `digest`: the digest file itself. `signature`: the envelope.
   * `key`: a wanted key has not signed, which says nothing about the evidence. `schema`,
   * `statement`: the statement is not valid, or differs from the evidence. `incomplete`: evidence is missing.
   * `verdict`: an exchange, judged again, has other findings. `derived`: a report differs from the evidence.
   * `evidence`: the evidence contradicts itself. `release`: another release wrote the reports.
   */
  readonly kind:
    | 'changed'
    | 'removed'
    | 'added'
    | 'digest'
    | 'signature'
    | 'key'
    | 'schema'
    | 'incomplete'
    | 'verdict'
    | 'derived'
    | 'evidence'
    | 'statement'
    | 'release';
  /** File, exchange or clause. */
  readonly at: string;
  readonly detail: string;
  /** Exchanges of an operation in the statement that the evidence lacks; negative if it has more. */
  readonly missing?: { readonly operation: OperationId; readonly exchanges: number };
}

function missingText(problems: readonly VerifyProblem[]): string[] {
  return problems.flatMap(({ missing }) => {
    if (missing === undefined) return [];
    const { operation, exchanges } = missing;
    const number = Math.abs(exchanges);
    return [
      `${counted(number, 'exchange')} of ${operation} ${number === 1 ? 'is' : 'are'} ${exchanges > 0 ? 'missing' : 'more than the statement counts'}`,
    ];
  });
}

type Kind = VerifyProblem['kind'];

/** The meaning of each kind of problem, in words, for one or several. */
const meanings: Readonly<Record<Kind, (of: readonly VerifyProblem[]) => string>> = {
  signature: ([first]) => first?.detail ?? 'the envelope does not hold',
  digest: ([first]) => first?.detail ?? 'the digest file does not hold',
  incomplete: (of) =>
    `${counted(of.length, 'part')} of the evidence or its reports ${of.length === 1 ? 'is' : 'are'} missing`,
  schema: () => 'the statement is not written as a statement is',
  evidence: () => 'the evidence contradicts itself',
  verdict: (of) =>
    `judged again, ${counted(new Set(of.map(({ at }) => at)).size, 'exchange gives', 'exchanges give')} another judgement`,
  statement: (of) => {
    const result = of.find(({ at }) => at === 'result');
    return (
      result?.detail ?? `the statement says in ${counted(of.length, 'place')} what the evidence does not give`
    );
  },
  derived: (of) =>
    `${of.map(({ at }) => at).join(', ')} ${of.length === 1 ? 'is' : 'are'} not what the evidence gives`,
  removed: (of) => `${counted(of.length, 'file')} ${of.length === 1 ? 'is' : 'are'} gone`,
  changed: (of) => `${counted(of.length, 'file was', 'files were')} changed`,
  release: ([first]) => first?.detail ?? 'another release wrote it',
  added: (of) => `${counted(of.length, 'file was', 'files were')} added`,
  key: (of) => of.map(({ detail }) => detail).join('; '),
};

/** The problems of an evidence folder in one line, the gravest first; undefined if there are none. */
export function headlineOf(problems: readonly VerifyProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const [release] = problems.filter(({ kind }) => kind === 'release');
  if (release !== undefined && problems.length === 1)
    return `The evidence cannot be verified here: ${release.detail}.`;
  if (problems.every(({ kind }) => kind === 'key'))
    return `The evidence holds, but ${meanings.key(problems)}.`;
  const missing = missingText(problems);
  const told = problems.filter((problem) => problem.missing === undefined);
  const others = (Object.keys(meanings) as Kind[]).flatMap((kind) => {
    const own = told.filter((problem) => problem.kind === kind);
    return own.length === 0 ? [] : [meanings[kind](own)];
  });
  const text = [...missing, ...others].slice(0, 3).join('; ');
  return `The evidence does not hold: ${text}.`;
}
