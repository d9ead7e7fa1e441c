import { setTimeout } from 'node:timers/promises';
import { refusalOf } from '../../opening/permission.ts';
import { whyUnreachable } from '../../opening/reach.ts';
import type { Watch } from '../../opening/watch.ts';
import { requestContext } from '../../targets/request-context.ts';
import { envelope } from './envelope.ts';
import type { Harness } from './harness.ts';
import type { Place } from './place.ts';

/** How long a service that seems to be gone is given, in milliseconds. */
const respite = { embedded: 100, network: 2_000 } as const;

async function answers(harness: Harness, { file, title, variant }: Place, ordinal: number): Promise<boolean> {
  const { settings } = harness;
  const { target } = settings;
  if (refusalOf('query', target) !== undefined)
    return target.baseUrl !== undefined && (await whyUnreachable(target.baseUrl)) === undefined;
  const { exchange } = await harness
    .clientFor(variant?.name)
    .send('query', envelope(requestContext(settings)), {
      origin: { test: title, file, ordinal, caseName: 'still there' },
    });
  return exchange.received.kind === 'answer';
}

/** Waits, asks a read, and either goes on or ends the test, and with it all that follow. */
export async function askOnceMore(
  harness: Harness,
  watch: Watch,
  place: Place,
  ordinal: number,
): Promise<void> {
  const { environment } = harness.settings.target;
  await setTimeout(environment === 'embedded' ? respite.embedded : respite.network);
  if (await answers(harness, place, ordinal)) watch.acquit();
  else place.skip(watch.convict());
}
