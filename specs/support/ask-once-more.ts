import { setTimeout } from 'node:timers/promises';
import { isStillThere } from '../../opening/still-there.ts';
import { turnedAwayWords } from '../../opening/turned-away.ts';
import type { Watch } from '../../opening/watch.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';
import type { Place } from './place.ts';

/** How long a service that seems to be gone is given, in milliseconds. */
const respite = { embedded: 100, network: 2_000 } as const;

function respiteOf({ target }: Harness['settings']): number {
  return target.environment === 'embedded' ? respite.embedded : respite.network;
}

/** Waits, asks a read, and either goes on or ends the test, and with it all that follow. */
export async function askOnceMore(
  harness: Harness,
  watch: Watch,
  { file, title, variant, skip, waits }: Place,
  ordinal: number,
): Promise<void> {
  const { settings } = harness;
  const client = harness.clientFor(variant?.name);
  const isThere = await waits(async () => {
    await setTimeout(respiteOf(settings));
    return isStillThere(client, settings, { test: title, file, ordinal });
  });
  if (isThere) watch.acquit();
  else skip(watch.convict());
}

/** The same where allowed requests are refused in a row: a service that refuses the read, too, has ceased to take any. */
export async function askWhetherKnown(
  harness: Harness,
  watch: Watch,
  { file, title, variant, skip, waits }: Place,
  { ordinal, last }: { ordinal: number; last: JudgedExchange },
): Promise<void> {
  const { settings } = harness;
  const client = harness.clientFor(variant?.name);
  const words = await waits(async () => {
    await setTimeout(respiteOf(settings));
    return turnedAwayWords(client, settings, watch, { origin: { test: title, file, ordinal }, last });
  });
  if (words === undefined) watch.trust();
  else skip(watch.turnedAway(words));
}
