import { setTimeout } from 'node:timers/promises';
import { isStillThere } from '../../opening/still-there.ts';
import type { Watch } from '../../opening/watch.ts';
import type { Harness } from './harness.ts';
import type { Place } from './place.ts';

/** How long a service that seems to be gone is given, in milliseconds. */
const respite = { embedded: 100, network: 2_000 } as const;

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
    await setTimeout(settings.target.environment === 'embedded' ? respite.embedded : respite.network);
    return isStillThere(client, settings, { test: title, file, ordinal });
  });
  if (isThere) watch.acquit();
  else skip(watch.convict());
}
