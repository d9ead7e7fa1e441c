import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { readFacts } from '../../reports/evidence.ts';
import { makeFolder } from '../../reports/replace-file.ts';
import {
  claimFolder,
  clearReports,
  hasResults,
  isMarked,
  linkIn,
  settleReports,
  unmarkFolder,
  whatIsInTheWay,
  whoSigned,
  whyInReports,
} from '../../reports/run/own-files.ts';
import { readPlan } from '../../reports/run/run-facts.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { counted } from '../../schemas/plain-text.ts';
import { readLedgers, undoableEntries } from '../../targets/clean-up.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type Holder, holderOf, isAlive } from '../../targets/lock.ts';
import { makeTemporary, removeFolder, sweepTemporary } from '../temporary-folder.ts';

interface LockText {
  readonly holders: readonly Holder[];
}

/** Returns the subfolder for the lock and the temporary files of a command. */
const runnerFolder = (folder: string): string => join(folder, 'runner');

/** A folder that only one command writes to. */
export interface FolderLock {
  /** Folder for temporary files of the owner, removed with the lock. */
  readonly scratch: string;
  /** Adds a process that holds the lock as long as it runs. */
  add(pid: number): void;
  release(): void;
}

/** Longest path of a scratch folder, in bytes: socket paths in it are limited to just over a hundred. */
const longestScratch = 60;

/**
 * Locks the folder of a run's reports and sets old results aside; a release without new results restores them. Throws
 * if the folder is in use, holds other files, is signed, or holds a killed run.
 */
export function lockReports(out: string): FolderLock {
  const isEverything = readable(out, () => isAround(out));
  const inTheWay = isEverything
    ? `${out} is not a folder for reports: all its files would count as evidence. Choose another one with --out, such as ${join(out, 'reports')}.`
    : readable(out, () => whatIsInTheWay(out) ?? whoSigned(out) ?? whatIsAround(out));
  if (inTheWay !== undefined) throw new ConfigurationError(inTheWay);
  const [isMade, wasMarked] = [!existsSync(out), isMarked(out)];
  const undoable = undoableBy(out);
  return readable(out, () => {
    claimFolder(out);
    const lock = lockFolder(out, ', or choose another folder with --out');
    if (readPlan(out) !== undefined && hasResults(out)) {
      lock.release();
      throw new ConfigurationError(
        `${out} holds the evidence of a run that was killed. Nothing was changed: remove it, or choose another folder with --out.`,
      );
    }
    clearReports(out);
    return {
      ...lock,
      release() {
        // Old results were set aside, so these are new.
        if (undoable > 0 && hasResults(out))
          process.stderr.write(
            `${onScreen([`${counted(undoable, 'payment')} of the run before can no longer be undone by clean-up, since the evidence of it was replaced; ${join(out, 'ledger.ndjson')} lists what it left.`], process.stderr).join('\n')}\n`,
          );
        lock.release();
        if (!wasMarked) unmarkFolder(out, isMade);
      },
    };
  });
}

// What a clean-up could undo with the evidence that is in the folder now.
function undoableBy(out: string): number {
  if (!hasResults(out)) return 0;
  try {
    const run = readFacts(out)?.runId;
    const left = undoableEntries(readLedgers(out)).filter(({ undo }) => undo.length > 0);
    return left.filter((entry) => run === undefined || entry.run === run).length;
  } catch {
    // A clean-up would refuse these files as well.
    return 0;
  }
}

function readable<Result>(out: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw unwritable(out, error);
  }
}

// The current folder, or one around it, has other files than reports.
function isAround(out: string): boolean {
  const within = relative(out, process.cwd());
  const isAbove = !within.startsWith('..') && !isAbsolute(within);
  return (isAbove || out === homedir()) && !isMarked(out) && readdirSync(out).length > 0;
}

function whatIsAround(out: string): string | undefined {
  const inReports = whyInReports(out, dirname(out));
  return inReports && `${inReports} Choose another folder with --out.`;
}

function unwritable(out: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const why =
    code === 'EEXIST' || code === 'ENOTDIR'
      ? 'expected a folder, found a file'
      : `nothing can be written there (${code})`;
  return new ConfigurationError(`${out} cannot take the reports: ${why}. Choose another folder with --out.`);
}

/**
 * Locks a folder for this process and removes what a dead process left there. Throws `ConfigurationError` while a live
 * process holds it; `choice` is what else the user can do then.
 */
export function lockFolder(folder: string, choice = ''): FolderLock {
  const link = linkIn(folder);
  if (link !== undefined)
    throw new ConfigurationError(
      `${folder} holds the link ${link}, and reports are written to plain files only; remove it.`,
    );
  const runner = runnerFolder(folder);
  const file = join(runner, 'lock');
  const own: LockText = { holders: [holderOf(process.pid)] };
  const inUse: InUse = (who = 'another command') =>
    new ConfigurationError(`${folder} is in use by ${who}; wait for its end${choice}.`);
  makeFolder(runner, 0o700);
  if (!created(file, own)) {
    takeOver(file, inUse);
    removeLeft(runner);
    if (!created(file, own)) throw inUse();
  } else removeLeft(runner);
  const scratch = scratchIn(runner);
  let text = own;
  return {
    scratch,
    add(pid) {
      text = { holders: [...text.holders, holderOf(pid)] };
      writeFileSync(file, JSON.stringify(text), { mode: 0o600 });
    },
    release() {
      if (settleReports(folder)) process.stderr.write(`${folder} keeps the reports of the run before.\n`);
      // Processes of a killed runner may still be closing their browsers.
      for (const left of [scratch, runner]) removeFolder(left);
    },
  };
}

type InUse = (who?: string) => ConfigurationError;

function created(file: string, text: LockText): boolean {
  try {
    writeFileSync(file, JSON.stringify(text), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of dead processes; throws for a lock of a live process. */
function takeOver(file: string, inUse: InUse): void {
  const living = (text: LockText) => text.holders.find(isAlive);
  const before = living(read(file));
  if (before !== undefined) throw inUse(`process ${before.pid}`);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    throw inUse();
  }
  // Another process took the lock over in between, so its lock is put back.
  const other = living(read(aside));
  if (other !== undefined) linkSync(aside, file);
  rmSync(aside, { force: true });
  if (other !== undefined) throw inUse(`process ${other.pid}`);
}

// An unreadable lock was being written when its process died.
function read(file: string): LockText {
  try {
    const { holders = [] } = JSON.parse(readFileSync(file, 'utf8')) as Partial<LockText>;
    return { holders };
  } catch {
    return { holders: [] };
  }
}

function scratchIn(runner: string): string {
  const inside = join(runner, 'tmp');
  if (Buffer.byteLength(inside) > longestScratch) return makeTemporary('run');
  mkdirSync(inside, { mode: 0o700 });
  return inside;
}

function removeLeft(runner: string): void {
  settleReports(dirname(runner));
  removeFolder(join(runner, 'tmp'));
  // A scratch folder elsewhere has its owner in its name.
  sweepTemporary();
}
