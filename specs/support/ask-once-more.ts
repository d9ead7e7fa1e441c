import { setTimeout } from 'node:timers/promises';
import type { Refusals } from '../../opening/refusals.ts';
import { isStillThere } from '../../opening/still-there.ts';
import { turnedAwayWords } from '../../opening/turned-away.ts';
import type { Watch } from '../../opening/watch.ts';
import type { Harness } from './harness.ts';
import type { Place } from './place.ts';

/** How long a service that seems to be gone is given, in milliseconds. */
const respite = { embedded: 100, network: 2_000 } as const;

function respiteOf({ target }: Harness['settings']): number {
  return target.environment === 'embedded' ? respite.embedded : respite.network;
}

/** Waits, asks a read, and either goes on or ends the test, and with it all that follow. */
export async function askOnceMore(
  { settings, at }: Harness,
  watch: Watch,
  { file, title, variant, skip, waits }: Place,
  ordinal: number,
): Promise<void> {
  const isThere = await waits(async () => {
    await setTimeout(respiteOf(settings));
    return isStillThere(at(variant?.name), settings, { test: title, file, ordinal });
  });
  if (isThere) watch.acquit();
  else skip(watch.convict());
}

/** The same where allowed requests are refused in a row: asks for a read that was taken before. */
export async function askWhetherTaken(
  { settings, at }: Harness,
  refusals: Refusals,
  { file, title, variant, skip, waits }: Place,
  ordinal: number,
): Promise<void> {
  const before = refusals.taken();
  if (before === undefined) return;
  const words = await waits(async () => {
    await setTimeout(respiteOf(settings));
    return turnedAwayWords(at(variant?.name), before, { test: title, file, ordinal });
  });
  if (words === undefined) refusals.trust();
  else skip(refusals.convict(words));
}
