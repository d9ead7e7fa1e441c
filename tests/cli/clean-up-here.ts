import { cleanUpRun } from '../../cli/project/clean-up.ts';
import { whatIsLeft } from '../../specs/support/clean-up/left.ts';
import { type CleanUp, openCleanUp } from '../../specs/support/clean-up/session.ts';
import { cleanUpSettings } from '../../targets/clean-up-settings.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';

/** How a clean-up ended. */
export interface CleanedUp {
  /** The titles of its tests. */
  readonly titles: readonly string[];
  /** Titles of what is gone, and of what is still left with the reason. */
  readonly undone: readonly string[];
  readonly left: readonly string[];
}

/** Cleans up in this process, as the project `clean-up` does with a new worker after each failed test. */
export async function cleanUpHere(
  folder: string,
  { target = embeddedTargetFile(), sends = false }: { readonly target?: string; readonly sends?: boolean },
): Promise<CleanedUp> {
  const environment = {
    ...process.env,
    CONFORMANCE_TARGET: target,
    CONFORMANCE_CLEAN_UP: folder,
    ...(sends && { CONFORMANCE_SEND: folder }),
  };
  const before = process.listeners('exit');
  cleanUpRun(['test'], environment);
  const { settings } = cleanUpSettings(environment);
  const all = whatIsLeft(folder);
  const [undone, left]: [string[], string[]] = [[], []];
  let session: CleanUp | undefined;
  try {
    for (const { title, entry, isOpen, why } of sends ? all : []) {
      if (!isOpen) continue;
      if (why === undefined) session ??= await openCleanUp(folder, settings);
      const still = why ?? (await session?.undo(entry));
      if (still === undefined) {
        undone.push(title);
        continue;
      }
      left.push(`${title}\n${still}`);
      await session?.close();
      session = undefined;
    }
  } finally {
    await session?.close();
    // What happens at the end of the process.
    for (const listener of process.listeners('exit').filter((one) => !before.includes(one))) {
      process.off('exit', listener);
      listener.call(process, 0);
    }
  }
  return { titles: all.map(({ title }) => title), undone, left };
}
