import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SuiteFacts } from '../../reports/statement/format.ts';
import type { ChangedFile } from '../../schemas/certification.ts';
import { defined } from '../../schemas/defined.ts';
import { packageRoot, suiteVersion } from '../../targets/suite-version.ts';
import { isInstalled } from '../package-root.ts';

let facts: Omit<SuiteFacts, 'contractSha256'> | undefined;

/** Returns version, commit and changed files of this suite; a package is compared with its packed digests. */
export function suiteFacts(): Omit<SuiteFacts, 'contractSha256'> {
  if (facts !== undefined) return facts;
  const known = isInstalled ? packedFacts(packageRoot) : checkedOutFacts(packageRoot);
  const { commit = 'unknown', changed = [] } = known;
  const named = changed.length > 0 ? `${commit}-dirty` : commit;
  facts = { version: suiteVersion, commit: named, ...defined({ changed: known.changed }) };
  return facts;
}

type Known = { readonly commit?: string | undefined; readonly changed?: readonly ChangedFile[] | undefined };

function changedFile(root: string, path: string): ChangedFile {
  const file = join(root, path);
  if (!existsSync(file) || !statSync(file).isFile()) return { path };
  return { path, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

// The files that determine a run; the proof figures are left out, since they name their own commit.
const sourcePaths = [
  ...['schemas', 'generators', 'targets', 'opening', 'specs', 'mock', 'reports', 'cli', 'proof', 'entries'],
  ...[
    'playwright.config.ts',
    'merge.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    ':!reports/proof.json',
  ],
];

/** Returns commit and changed files of a checkout; undefined if git does not know it. */
export function checkedOutFacts(root: string): Known {
  const git = (...words: readonly string[]) => {
    const asked = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return asked.status === 0 ? asked.stdout : undefined;
  };
  const commit = git('rev-parse', '--short=12', 'HEAD')?.trim();
  const told = git(
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--',
    ...sourcePaths,
  );
  const paths = told?.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  return {
    commit,
    changed: commit === undefined ? undefined : paths?.sort().map((path) => changedFile(root, path)),
  };
}

function compiledFiles(root: string): readonly string[] {
  return readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.map$|\.d\.ts$|^commit\.json$|^\.built$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

// A package holds the first half of each digest, which still rules out another file with the same digest.
const packedDigest = 32;

/** Returns commit and changed files of an installed package, from its packed digests. */
export function packedFacts(root: string): Known {
  try {
    const { commit, files } = JSON.parse(readFileSync(join(root, 'dist', 'commit.json'), 'utf8')) as {
      commit?: string;
      files?: Readonly<Record<string, string>>;
    };
    if (files === undefined) return { commit };
    const added = compiledFiles(root).filter((path) => !(path in files));
    const changed = [...Object.keys(files), ...added].flatMap((path) => {
      const now = changedFile(root, path);
      return files[path] !== undefined && now.sha256?.slice(0, packedDigest) === files[path] ? [] : [now];
    });
    return { commit, changed };
  } catch {
    return {};
  }
}
